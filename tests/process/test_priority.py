import os
import subprocess
import sys
from pathlib import Path

from nlc.process.own_limits import LEAST, give_way

CHILD = """
import subprocess, sys, os
child = subprocess.Popen(["sleep", "60"], start_new_session=True)
print(child.pid, flush=True)
sys.stdin.read()
child.kill()
"""


def test_a_process_gives_way_with_all_that_it_has_begun() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        child = int(process.stdout.readline())
        before = os.getpriority(os.PRIO_PROCESS, 0)
        give_way(process.pid)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == LEAST
        assert os.getpriority(os.PRIO_PROCESS, child) == LEAST
        assert os.getpriority(os.PRIO_PROCESS, 0) == before
        own = Path("/proc/self/autogroup")
        assert not own.exists() or not own.read_text().endswith(f" {LEAST}\n")
        session = Path(f"/proc/{child}/autogroup")
        if os.getuid() == 0 and session.exists():
            assert session.read_text().endswith(f" {LEAST}\n")
    finally:
        process.communicate("")
