"""Limits are for the command: all of its work and all of its processes count."""

from pathlib import Path

import pytest

from nlc.cli.common import command_limits, limits_of
from nlc.cli.parser import parse
from nlc.process.limits import Limits
from nlc.process.own_limits import within

GENRE = "genre g { var v : cell -> bool; rule r { for p, q in cells { v[p] iff v[q]; } } show v; }"
"""Its boards take long to set up."""

LARGE = 'puzzle "large" is g { topology square; board\n' + f"{'. ' * 66}\n" * 66 + "end }\n"
SMALL = 'puzzle "small" is g { topology square; board\n. .\n. .\nend }\n'


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.nl"
    path.write_text(GENRE + LARGE)
    return path


COMMANDS = [
    "hint",
    "steps",
    "grade",
    "why",
    "check",
    "check --publish",
    "diff --encodings direct;log",
    "diff --models --encodings direct;log",
    "run",
    "run --count",
    "run --all",
    "run --backbone",
    "convert --to nl --solution",
    "book -o {out}.html",
    "draw",
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "limit"),
    [(each, ("0.3", "0.3/puzzle")[i % 2]) for i, each in enumerate(COMMANDS)],
)
def test_every_command_ends_at_its_limit_and_names_it(
    command: str, limit: str, nlc_command, large: Path
) -> None:
    words = command.format(out=large).split()
    told = nlc_command(*words, "--timeout", limit, large)
    assert told.status == 3
    assert "the limit of 0.3 s was reached" in told.out + told.err


@pytest.mark.slow
def test_a_solution_is_not_verified_beyond_the_limit(nlc_command, large: Path, tmp_path: Path):
    (tmp_path / "s.json").write_text('{"v": []}')
    told = nlc_command("verify", "--timeout", "0.3", large, tmp_path / "s.json")
    assert (told.status, told.out) == (3, "")
    assert told.err == "nlc: large: not decided: the limit of 0.3 s was reached\n"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["draw", "check", "grade"])
def test_what_was_done_before_the_limit_is_printed(command: str, nlc_command, tmp_path: Path):
    path = tmp_path / "both.nl"
    path.write_text(GENRE + SMALL + LARGE)
    told = nlc_command(command, "--timeout", "1/puzzle", path)
    assert told.status == 3
    assert "the limit of 1 s was reached" in told.out + told.err
    assert ("2 puzzle(s), 0 error(s)" if command == "check" else "small") in told.out


NAMES = {"--timeout": ("seconds", "wall-time"), "--cpu-time": ("cpu_seconds", "cpu-time")}


@pytest.mark.processes
@pytest.mark.parametrize("option", NAMES)
def test_a_limit_is_for_the_command_or_for_each_puzzle(option: str) -> None:
    whole, each = (parse(["run", option, text, "x.nl"]) for text in ("100", "100/puzzle"))
    assert (command_limits(each), limits_of(each)) == (Limits(), command_limits(whole))
    with within(command_limits(whole)):
        sum(range(10**6))
        left = limits_of(whole)
    name, reason = NAMES[option]
    assert 0 < getattr(left, name) < getattr(limits_of(each), name)
    assert left.words(reason).startswith("the limit of 100 s")


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--cpu-time=1", "--memory=100"])
def test_all_processes_of_a_command_share_its_limits(option: str, nlc_command, tmp_path: Path):
    path = tmp_path / "two.nl"
    path.write_text(GENRE + LARGE + LARGE.replace("large", "other"))
    told = nlc_command("grade", option, path)
    assert told.status == 3
    assert "was reached" in told.out + told.err


@pytest.mark.parametrize("text", ["0/puzzle", "1/board", "/puzzle", "1/puzzle/puzzle"])
def test_a_limit_that_is_none_is_refused(text: str, nlc_command) -> None:
    told = nlc_command("run", "--timeout", text, "-")
    assert told.status == 2
    assert "is not a number above 0" in told.err
