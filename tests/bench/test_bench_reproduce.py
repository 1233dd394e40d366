import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from bench import kit

from nlc.comparing import suite_file

SCRIPT = Path(__file__).parents[2] / "scripts" / "reproduce"


@pytest.fixture
def script() -> ModuleType:
    loader = SourceFileLoader("reproduce", str(SCRIPT))
    spec = spec_from_loader("reproduce", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def commands(script, monkeypatch):
    """Collect the commands that would be run; each takes no time and ends well."""
    found = []

    def call(command):
        found.append(command[command.index("bench") :])
        return 0

    monkeypatch.setattr(script, "call", call)
    return found


def test_the_shares_are_of_suites_that_there_are(script):
    assert script.SHARES.keys() <= set(suite_file.names())


def test_what_a_suite_leaves_of_its_time_goes_to_the_others(script, commands, tmp_path):
    assert script.run(tmp_path, ["thesis-table-1", "mip-growth", "hex"], 15, False)
    names = [words[1] for words in commands]
    seconds = [int(words[words.index("--budget") + 1]) for words in commands]
    assert names == ["thesis-table-1", "mip-growth", "hex"]
    one, two, three = (script.SHARES[name] for name in names)
    assert seconds[0] == pytest.approx(900 * one / (one + two + three), abs=2)
    assert seconds[1] == pytest.approx(900 * two / (two + three), abs=2)
    assert seconds[2] == pytest.approx(900, abs=2)


def test_the_full_size_has_no_budget(script, commands, tmp_path):
    script.run(tmp_path, ["hex"], None, True)
    assert commands == [["bench", "hex", "--out", str(tmp_path / "hex.jsonl"), "--full"]]


def test_ctrl_c_in_a_suite_ends_the_script(script, monkeypatch, tmp_path):
    monkeypatch.setattr(script, "call", lambda command: 130)
    with pytest.raises(KeyboardInterrupt):
        script.run(tmp_path, ["hex", "solvers"], 1, False)


@pytest.mark.slow
def test_a_command_that_is_interrupted_may_tell_what_it_has_kept(script, tmp_path):
    slow = (
        "import os, pathlib, signal, sys, time\n"
        "try:\n"
        "    os.kill(os.getppid(), signal.SIGINT)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    time.sleep(0.5)  # more than subprocess.run leaves it\n"
        "    pathlib.Path(sys.argv[1]).touch()\n"
    )
    with pytest.raises(KeyboardInterrupt):
        script.call([sys.executable, "-c", slow, str(tmp_path / "kept")])
    assert (tmp_path / "kept").exists()


@pytest.mark.slow
def test_the_report_has_the_parts_that_there_are_results_for(script, monkeypatch, tmp_path):
    (tmp_path / "small.toml").write_text(kit.SMALL)
    monkeypatch.setattr(script.suite_file, "FOLDER", tmp_path)
    suite = kit.small()
    records = [kit.run_record(suite), kit.puzzle_record("a"), kit.row(suite, "a", "sat", 1.5)]
    lines = b"".join(msgspec.json.encode(each) + b"\n" for each in records)
    (tmp_path / "small.jsonl").write_bytes(lines)
    script.write_report(tmp_path, ["small", "other"])
    text = (tmp_path / "report.md").read_text()
    assert text.startswith("# Experiments\n\n## small\n\n**Times**")
    assert "1.500" in text
    assert "other" not in text
    assert "![C](plots/small-cactus.svg)" in text
    assert "small-scatter" not in text  # one competitor has no results
    plots = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert plots == ["small-cactus.svg", "small-growth.svg"]
