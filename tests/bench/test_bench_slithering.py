"""The measurement of Slitherlink boards."""

import re

import pytest

from nlc.bench import commands, slither_commands
from nlc.bench.slithering import Proof, Row, main, make, measure, read, table
from nlc.errors import UserError

SOLVER = "pysat:minisat22"


def test_boards_that_are_made_are_proved_both_ways():
    (sparse, dense) = make(sizes=[5], count=2)
    assert (sparse.name, dense.name) == ("5x5, 40% clues", "5x5, 70% clues")
    for boards in (sparse, dense):
        assert len(boards.programs) == 2
        row = measure(boards, SOLVER)
        assert [p.found for p in row.joined] == [p.found for p in row.plain]
        assert row.unique == (sum(p.found == 1 for p in row.joined), 2)
        assert all(p.found >= 1 for p in row.joined)


def test_both_ways_differ_in_the_clauses_that_they_add():
    (boards, _) = make(sizes=[12], count=1)
    row = measure(boards, SOLVER)
    assert row.joined[0].clauses != row.plain[0].clauses
    assert row.joined[0].clauses > 0


def test_a_folder_gives_the_slitherlink_puzzles_of_its_files(tmp_path):
    (tmp_path / "b.txt").write_text("2:3333\n3x1t0:3a3\n")
    (tmp_path / "a.nl").write_text('puzzle "n" is numberlink { topology square; board\nA A\nend }')
    (boards,) = read(str(tmp_path))
    assert (boards.name, len(boards.programs)) == ("b.txt", 2)
    assert measure(boards, SOLVER).unique[1] == 2


def test_a_folder_without_slitherlink_is_a_mistake(tmp_path):
    with pytest.raises(UserError, match="no file with a Slitherlink puzzle"):
        list(read(str(tmp_path)))


def test_a_folder_that_is_not_there_is_a_mistake(tmp_path):
    with pytest.raises(UserError, match="no folder"):
        list(read(str(tmp_path / "none")))


def test_the_table_shows_medians_and_the_ratio_of_all_boards():
    one, two = Proof(1, 0.010, 0.008, 4), Proof(2, 0.030, 0.016, 8)
    row = Row("some", (1, 2), 0.001, 0.002, [one, two], [two, two])
    cells = re.split(r"  +", table([row]).splitlines()[-1])
    assert cells == ["some", "1 of 2", "1", "2", "20", "30", "12", "16", "0.75", "6", "8", "0 / 0"]


def test_a_board_that_takes_too_long_is_undecided():
    row = Row("some", (0, 1), 0.0, 0.0, [Proof(0, 1.0, 1.0, 0, decided=False)], [Proof(2, 1, 1, 0)])
    assert table([row]).split()[-3:] == ["1", "/", "0"]
    (boards, _) = make(sizes=[40], count=1)
    row = measure(boards, SOLVER, limit=1e-4)
    assert not any(proof.decided for proof in (*row.joined, *row.plain))
    assert row.unique == (0, 1)


def test_a_folder_is_measured_and_printed(tmp_path, capsys):
    (tmp_path / "b.txt").write_text("2:3333\n")
    main(str(tmp_path))
    assert "b.txt" in capsys.readouterr().out


def test_a_command_a_board_is_timed_beside_its_target(tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "_REPEAT", 1)
    (row,) = slither_commands.measure(tmp_path, count=1, targets={"5x5": 0.2})
    assert (row.size, row.boards, row.target) == ("5x5", 1, 0.2)
    assert [path.name for path in tmp_path.iterdir()] == ["5x5-0.nl"]
    cells = re.split(r"  +", slither_commands.table([row]).splitlines()[-1])
    assert cells[:2] + cells[3:4] == ["5x5", "1", "<= 0.2"]
