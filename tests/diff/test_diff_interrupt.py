"""An interrupt ends every process, and what was done is printed."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest
from support import forked
from support.comparisons import EASY, script, written
from support.solvers import alive


def wait_for(condition) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["table", "json"])
def test_an_interrupt_prints_what_was_done_and_ends_the_solver(tmp_path, form) -> None:
    started = tmp_path / "started"
    slow = script(
        tmp_path, "slow", f"echo $$ > {started}.part; mv {started}.part {started}; exec sleep 60"
    )
    words = ["--encodings", "log", "--solvers", f"minisat;{slow}", "--format", form]
    child = forked.start(
        *("diff", written(tmp_path, EASY), *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    wait_for(started.exists)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "minisat" in out
    assert "slow" not in out
    assert ("SAT" in out) if form == "table" else (len(out.splitlines()) == 1)
    assert "1 of 2 were done" in err
    assert "Traceback" not in err
    wait_for(lambda: not alive(int(started.read_text())))
    assert not list(tmp_path.glob("nlc-*"))
