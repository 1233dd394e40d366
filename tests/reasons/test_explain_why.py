"""``nlc why``: explanations are right, minimal and smallest, by boards elaborated anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace
from oracle import genres
from support import documents
from support.broken import broken, faults, invented
from support.grids import written
from support.sheets import FIRST

import nlc
from nlc.cli import main
from nlc.errors import fail
from nlc.ir.evaluate import violations
from nlc.reasons.minimal import Mus
from nlc.reasons.why.boards import ClueSolver, clue_by_clue, find_solutions
from nlc.reasons.why.changes import superfluous
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.search import Wanted, explain_contradiction
from nlc.reasons.why.why import Why

CROSSED = """
puzzle "crossed" is numberlink { topology square; board
A . B . D . .
. . . C . . .
. B . . . . A
. . . . . . .
. . E . . . .
. . . . . . E
C . . D . . .
end }
"""

FOURS = """
puzzle "fours" is slitherlink { topology square; board
4 . . 4
. . . .
. 0 . .
. . . .
end }
"""


@cache
def detailed(text: str) -> Why:
    """Return the explanation of a puzzle with all that there is to it."""
    (puzzle,) = nlc.loads(text)
    return nlc.why(puzzle, details=True, repair=True)


@pytest.mark.sample(2, every=2)
@pytest.mark.parametrize("genre", FIRST)
def test_boards_of_every_genre_are_explained(genre: str) -> None:
    large = genres.get(genre).most_cells >= 16 and genre != "hitori"  # which takes long
    puzzle = next(broken(genre, "test", (4, 4) if large else (3, 3)))
    why = nlc.why(puzzle, repair=True)
    assert not faults(why), puzzle.tree.span.source.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "clues"),
    [
        (CROSSED, {"r1c3, r3c2 = B", "r1c5, r7c4 = D", "r2c4, r7c1 = C"}),
        (FOURS, {"r1c1 = 4", "r1c4 = 4"}),
    ],
)
def test_a_contradiction_is_told_with_its_rules(text: str, clues: set[str]) -> None:
    why = detailed(text)
    assert {group.text for group in why.clues} == clues
    assert (why.minimal, why.complete, why.faults[0].checked) == ("smallest", True, True)
    assert not faults(why)
    assert all(rule.text and rule.places for rule in why.rules)
    data = json.loads(json.dumps(why.to_json()))
    assert len(data["rules"]) == len(why.rules)
    assert all(clue["given"] in ("label", "clue") for clue in data["faults"][0]["clues"])
    assert 'font-weight="bold"' in why.to_svg()


PIECE = """
genre piece {
  given num : cell -> 0..9?;
  var dark : cell -> bool;
  rule total "as many are dark" {
    for c in cells where has num(c) { exactly num(c) of dark[cells]; }
  }
  rule four "the dark cells are one piece of four" { connected(dark, exactly 4); }
  show dark as shaded;
}
puzzle "p" is piece { topology square; board
. . .
. . 1
end }
"""


@pytest.mark.slow
def test_a_rule_whose_bound_another_could_use_is_blamed(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text(PIECE)
    said = nlc_command("why", "--details", path)
    assert (said.status, said.err) == (0, "")
    told = said.out.splitlines()[4:-2]
    assert told == [
        "by the rules",
        '  total: "as many are dark"',
        '  four: "the dark cells are one piece of four"',
        "where they are needed",
        "  total",
        "    r2c3",
        "  four",
        "    the whole board",
    ]


@pytest.mark.slow
def test_repairs_are_values_that_the_clue_may_have(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text(PIECE.replace("exactly num(c) of", "exactly num(c) - 6 of"))
    told = nlc_command("why", "--repair", path).out
    assert "repair: take away r2c3 = 1\n" in told
    text = 'puzzle "p" is masyu { topology square; board\n. b .\n. . .\n. . .\nend }'
    path.write_text(text, encoding="utf-8")  # its other value is on no cell of the board
    told = nlc_command("why", "--repair", path).out
    assert "or change it: r1c2 = w in place of b\n" in told


@pytest.mark.slow
def test_rules_that_were_not_found_are_told() -> None:
    why = replace(detailed(FOURS), rules=(), rules_smallest=False, places_smallest=None)
    assert "the rules that contradict the clues were not found" in str(why)
    assert "were not found" not in str(replace(why, settled=("clues",)))


@pytest.mark.slow
def test_a_ring_is_named_by_its_segments() -> None:
    why = detailed(FOURS)
    (rule,) = (rule for rule in why.rules if rule.name == "single")
    rings = [place for place in rule.places if ":ring" in place.group.name]
    assert rings
    assert all(name == "line" for place in rings for name, _ in place.elements)
    assert "a ring: " in str(why)


def test_a_clue_outside_is_named_by_its_line() -> None:
    told = str(detailed("towers 3:3//3/////////\n"))
    assert "  views\n    above column 1\n    above column 3" in told


def test_a_label_that_a_check_refuses_is_changed() -> None:
    text = CROSSED.replace(". . E . . . .", ". . A . . . .").replace("C . . D", "E . . .")
    text = text.replace(". . . C", ". . . .").replace("D . .", ". . .")
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle, repair=True)
    assert why.status == "refused"
    assert {group.text[-1] for fault in why.faults for group in fault.clues} == {"A"}
    assert not why.repairs or all(not repair.members for repair in why.repairs)


def test_a_mistyped_number_is_found_where_a_check_refuses_it() -> None:
    text = 'puzzle "p" is numberlink { topology square; board\nA A B\nA C B\nend }'
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle, repair=True)
    assert why.status == "refused"
    changes = [
        (c.clue.element, c.before, c.after) for repair in why.repairs for c in repair.changes
    ]
    assert changes == [(1, "A", "C"), (3, "A", "C")]
    assert "r2c1 = C in place of A" in str(why)


@pytest.mark.slow
def test_the_repairs_that_leave_one_solution_come_first() -> None:
    rows = ["3 . 3 . .", "2 2 0 2 3", ". 3 2 . 2", "2 2 2 . .", ". . 1 1 ."]  # r2c5 was 1

    def text(rows: list[str]) -> str:
        return 'puzzle "p" is slitherlink { topology square; board\n' + "\n".join(rows) + "\nend }"

    why = nlc.why(nlc.loads(text(rows))[0], repair=True)
    told = {}
    for repair in why.repairs:
        (member,) = repair.members
        (name,) = why.all_clues.groups[member].names
        row, col = int(name[1]) - 1, int(name[3]) - 1
        for change in repair.changes:
            changed = [line.split() for line in rows]
            changed[row][col] = change.after
            answer = nlc.solve(
                nlc.loads(text([" ".join(line) for line in changed]))[0],
                nlc.UNIQUE,
                solver="pysat:cadical153",
            )
            told[name, change.after] = (change.unique, answer.unique)
    assert told["r2c5", "1"] == (True, True)
    assert all(one == plain for one, plain in told.values())
    assert [repair.unique for repair in why.repairs] == sorted(
        (repair.unique for repair in why.repairs), reverse=True
    )
    assert "r2c5 = 1 in place of 3, which leaves exactly one solution" in str(why)


def test_independent_faults_are_told_one_after_the_other() -> None:
    rows = "9 . . . . .\n. . . . . .\n. . . . 0 9"
    text = f'puzzle "p" is mosaic {{ topology square; board\n{rows}\nend }}'
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle, every_fault=True)
    found = [{group.text for group in fault.clues} for fault in why.faults]
    assert len(found) == 2
    assert {"r1c1 = 9"} in found
    assert not faults(why)


def test_no_clue_is_needed_where_the_board_is_wrong() -> None:
    text = 'puzzle "p" is simpleloop { topology square; board\n. . .\n. . .\n. . .\nend }'
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle)
    assert (why.clues, why.faults[0].checked) == ((), True)
    assert "no clue is needed" in str(why)


def test_clues_that_contradict_by_their_places_are_named() -> None:
    rows = ". 3 .\n2 . .\n. . ."  # the corner is sea, and cut off
    text = f'puzzle "p" is nurikabe {{ topology square; board\n{rows}\nend }}'
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle)
    (fault,) = why.faults
    assert (fault.clues, fault.left, fault.checked) == ((), ("r1c2", "r2c1"), True)
    head, *picture = str(why).splitlines()[:4]
    assert head == "whatever they say, clues at r1c2, r2c1 contradict the rules"
    assert [row.split() for row in picture] == [list("·?·"), list("?··"), list("···")]


@pytest.mark.slow
def test_the_command_explains_and_draws(tmp_path, nlc_command) -> None:
    path = tmp_path / "p.nl"
    path.write_text(CROSSED)
    told = nlc_command("why", path)
    assert (told.status, told.err) == (0, "")
    assert "these 3 clues contradict each other" in told.out
    assert 'same: "a segment joins cells of one path"' in told.out
    out = tmp_path / "p.svg"
    assert nlc_command("why", path, "--format", "svg", "-o", out).status == 0
    assert 'opacity=".75"' in out.read_text()
    (data,) = map(json.loads, nlc_command("why", path, "--format", "json").out.splitlines())
    assert data["status"] == "contradiction"


def test_what_was_found_in_time_is_told(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text(CROSSED)
    told = nlc_command("why", "--timeout", "0.000001", path)
    assert told.status == 3
    assert "nothing was found in time: the limit of 1e-06 s was reached" in told.out


@pytest.mark.processes
@pytest.mark.sample(2)
@pytest.mark.parametrize("command", ["why", "hint", "steps", "grade"])
def test_a_limit_holds_where_none_is_given_and_is_told(command: str, nlc_command, monkeypatch):
    assert "default: 60/puzzle; none with --cpu-time" in " ".join(
        nlc_command(command, "--help-all").out.split()
    )
    module = import_module(f"nlc.cli.{command}")
    assert "[60/puzzle]" in module.ARGUMENTS
    short = module.ARGUMENTS.replace("[60/puzzle]", "[1e-06/puzzle]")
    monkeypatch.setattr(module, "ARGUMENTS", short)
    told = nlc_command(command, documents.ROOT / "fixtures" / "first.nl")
    assert told.status == 3
    assert "the limit of 1e-06 s was reached" in told.out + told.err
    free = nlc_command(command, "--cpu-time", "60", documents.ROOT / "fixtures" / "first.nl")
    assert free.status == 0


@pytest.mark.slow
def test_what_is_settled_is_printed_before_the_end(monkeypatch, capsys, tmp_path) -> None:
    printed: dict[str, str] = {}

    def explained(
        puzzle: nlc.Puzzle, wanted: Wanted, limits: nlc.Limits, report: Callable[[Why], None]
    ) -> Why:
        def told(why: Why) -> None:
            report(why)
            last = why.settled[-1] if why.settled else ""
            printed[last] = printed.get(last, "") + capsys.readouterr().out

        return explain_contradiction(puzzle, wanted, limits, told)

    monkeypatch.setattr("nlc.cli.why.explain_contradiction", explained)
    path = tmp_path / "p.nl"
    path.write_text(FOURS)
    assert main(["why", "--details", "--repair", str(path)]) == 0
    assert "these 2 clues contradict each other" in printed["clues"]
    assert "by the rules" in printed["rules"]
    assert "repair 1: " in printed["changes"]
    assert "where they are needed" in capsys.readouterr().out


def test_the_clues_of_a_contradiction_are_told_when_a_limit_comes_first() -> None:
    (puzzle,) = nlc.loads(FOURS)
    why = replace(nlc.why(puzzle, repair=True), stopped="the limit of 60 s was reached")
    early = replace(why, repairs=(), settled=("clues", "rules"), complete=False)
    assert str(early).endswith("there was no time for more: the limit of 60 s was reached")
    assert "these 2 clues contradict each other" in str(early)
    assert early.to_json()["stopped"] == "the limit of 60 s was reached"
    assert "changes" not in early.to_json()["settled"]


@pytest.mark.slow
def test_the_fewest_further_clues_leave_one_solution(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    rows = ". 3 . .\n. . . .\n2 . . .\n. . 3 ."
    path.write_text(f'puzzle "p" is slitherlink {{ topology square; board\n{rows}\nend }}')
    (puzzle,) = nlc.load(path)
    why = nlc.why(puzzle, make_unique=True)
    assert why.added is not None
    assert (why.added.smallest, why.added.checked) == (True, True)
    found = why.added.clues
    assert found is not None
    tokens = [row.split() for row in rows.splitlines()]
    for clue, text, _ in found:
        assert tokens[clue.element // 4][clue.element % 4] == "."
        tokens[clue.element // 4][clue.element % 4] = text
    drawn = "\n".join(map(" ".join, tokens))
    (more,) = nlc.loads(f'puzzle "p" is slitherlink {{ topology square; board\n{drawn}\nend }}')
    assert nlc.unique(more)
    assert f"these {len(found)} further clues" in nlc_command("why", "--make-unique", path).out


@pytest.mark.slow
def test_a_genre_without_clues_gets_none(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text(
        "genre g { var dark : cell -> bool; rule r { any of dark[cells]; } show dark; }"
        'puzzle "p" is g { topology square; board\n. .\nend }'
    )
    said = nlc_command("why", "--make-unique", path)
    assert "no further clues of this kind leave exactly one solution" in said.out
    assert "--make-unique" not in nlc_command("run", "--unique", path).out


@pytest.mark.slow
def test_boards_with_solutions_say_so(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text('puzzle "p" is mosaic { topology square; board\n. .\n. .\nend }')
    assert "there are several solutions" in nlc_command("why", path).out
    for command in (["why"], ["run", "--unique"]):
        told = nlc_command(*command, path).out
        assert f"nlc why --make-unique {path} finds the fewest further clues" in told
    path.write_text('puzzle "p" is mosaic { topology square; board\n4 .\n. .\nend }')
    assert "the only one" in nlc_command("why", path).out


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", FIRST)
def test_one_formula_says_of_each_set_of_clues_what_its_own_board_says(genre: str) -> None:
    for puzzle in broken(genre, "sets", (3, 3)):
        clues = Clues(puzzle)
        try:
            clues.program(clues.every)
        except nlc.InputError:  # a check refuses it
            continue
        alone_and_open_agree(clues, Random(5))
        break


def alone_and_open_agree(clues: Clues, rng: Random) -> None:
    """Compare one formula with boards elaborated by themselves, for some sets of clues."""
    alone = clue_by_clue(clues)
    with ClueSolver(clues) as formula:
        for _ in range(10):
            some = {i for i in clues.every if rng.random() < 0.6}
            exact = [x if i in some else -x for i, x in enumerate(formula.selectors)]
            there = formula.find_model(exact) is not None
            assert there == (alone.model(some) is not None)
            if there:
                program = clues.program(some)
                assert not violations(program, formula.board_of(program))


YAJILIN = """puzzle "p" is yajilin { topology square; board
0 . . 0
. . . .
. . . 1
. . 0 .
end
board arrow
W . . E
. . . .
. . . E
. . W .
end }"""


def test_a_clue_that_is_refused_only_beside_others_is_named_and_mended() -> None:
    why = nlc.why(nlc.loads(YAJILIN)[0], repair=True)
    assert why.status == "refused"
    assert [group.text for fault in why.faults for group in fault.clues] == ["r3c4 = 1 E"]
    assert "repair: r3c4 = 0 in place of 1, which leaves exactly one solution" in str(why)


CAGES = """
genre cages "cages" {{
  given cage : cell -> name?{drawn};
  given total : cell -> 1..20?;
  var num : cell -> 1..4;
  rule differ "no number twice" {{ for s in lines {{ all_different(num[cells(s)]); }} }}
  rule totals "a cage has its total" {{ {totals} }}
  show num;
}}
puzzle "p" is cages {{ topology square;
board cage
a a b b
c c . .
d . . .
d . . .
end
board total
7 . 7 .
. . . .
7 . . .
. . . .
end }}
"""
CELL = """for c in cells where has total(c) and has cage(c) {
  sum num[{d for d in cells where has cage(d) and cage(d) = cage(c)}] = total(c); }"""
NAME = """for k in values(cage), c in cells where has total(c) and has cage(c) and cage(c) = k {
  sum num[{d for d in cells where has cage(d) and cage(d) = k}] = total(c); }"""


@pytest.mark.slow
@pytest.mark.parametrize(("drawn", "totals"), [(" as rooms", NAME), ("", CELL), ("", NAME)])
def test_a_cage_is_not_made_smaller_to_find_a_contradiction(drawn: str, totals: str) -> None:
    (puzzle,) = nlc.loads(CAGES.format(drawn=drawn, totals=totals))
    why = nlc.why(puzzle)
    (fault,) = why.faults
    assert fault.checked
    assert len(fault.clues) == 2
    assert {rule.name for rule in why.rules} == {"differ", "totals"}
    alone, members = (
        clue_by_clue(why.all_clues),
        {why.all_clues.groups.index(group) for group in fault.clues},
    )
    assert {group.clues[-1].given for group in fault.clues} == {"total"}
    shaping = {i for i, group in enumerate(why.all_clues.groups) if group.clues[0].given == "cage"}
    for some in subsets(sorted(why.all_clues.every - members - shaping)):
        assert alone.model({*members, *shaping, *some}) is None


def subsets(items: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all subsets."""
    for size in range(len(items) + 1):
        yield from combinations(items, size)


SPARE = """puzzle "spare" is slitherlink { topology square; board
3 . 3 . .
2 2 0 2 1
. 3 2 . 2
2 2 2 . .
. . 1 1 .
end }"""


def sole(clues: Clues, members: Iterable[int]) -> bool:
    """Return whether a board with some groups of clues has one solution, elaborated by itself."""
    return len(find_solutions(clues.program(set(members)), 2, 100_000)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("anew", [False, True])
def test_clues_that_are_too_much_are_those_without_which_one_solution_is_left(
    anew: bool, monkeypatch
) -> None:
    if anew:
        refuse_open_clues(monkeypatch)
    (puzzle,) = nlc.loads(SPARE)
    clues = Clues(puzzle)
    *_, found = superfluous(clues)
    assert (found.unique, found.undecided) == (True, ())
    assert set(found.alone) == {i for i in clues.every if sole(clues, clues.every - {i})}
    assert found.enough is not None
    assert sole(clues, found.enough)
    assert found.checked
    assert not any(sole(clues, set(found.enough) - {i}) for i in found.enough)


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["akari", "hashi", "mosaic", "nurikabe", "sudoku", "yajilin"])
def test_no_fewer_clues_suffice_where_that_is_said(genre: str) -> None:
    random, found = Random(f"superfluous {genre}"), 0
    while found < 2:
        puzzle = unique_puzzle(genre, random)
        clues = Clues(puzzle)
        if len(clues.groups) > 9:
            continue
        *_, last = superfluous(clues)
        assert (last.unique, last.checked, last.smallest) == (True, True, True)
        sizes = range(len(clues.groups) + 1)
        sets = (some for size in sizes for some in combinations(sorted(clues.every), size))
        least = next(some for some in sets if sole(clues, some))
        assert last.enough is not None
        assert len(last.enough) == len(least)
        assert set(last.alone) == {i for i in clues.every if sole(clues, clues.every - {i})}
        found += 1


def unique_puzzle(genre: str, random: Random) -> nlc.Puzzle:
    """Return a random puzzle with one solution."""
    while True:
        (puzzle,) = nlc.loads(written(genre, invented(genre, random, (3, 4))))
        if nlc.unique(puzzle):
            return puzzle


def refuse_open_clues(monkeypatch) -> None:
    """Let no clue be left open, so that each board is elaborated by itself."""

    def refuse(*_: object) -> None:
        raise fail("refused")

    monkeypatch.setattr(Clues, "program_with_selectors", refuse)


def test_a_board_with_several_solutions_has_no_clue_too_much(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text('puzzle "p" is mosaic { topology square; board\n. .\n. .\nend }')
    assert "there are several solutions" in nlc_command("why", "--superfluous", path).out
    why = nlc.why(nlc.load(path)[0], superfluous=True)
    assert why.superfluous is not None
    assert not why.superfluous.unique
    assert why.to_json()["superfluous"] == {"unique": False}
    assert "so no clue is superfluous" in str(why)


@pytest.mark.slow
def test_the_command_tells_which_clues_are_too_much(nlc_command, tmp_path) -> None:
    path = tmp_path / "p.nl"
    path.write_text(SPARE)
    told = nlc_command("why", "--superfluous", path).out
    assert "each of these 7 clues can be removed by itself: r2c2 = 2; " in told
    assert "11 of the 15 clues suffice: " in told
    assert "(no fewer do; checked)" in told
    (data,) = map(
        json.loads, nlc_command("why", "--superfluous", "--format", "json", path).out.splitlines()
    )
    assert len(data["superfluous"]["enough"]) == 11
    assert data["superfluous"]["alone"][0][0]["element"] == "r2c2"


def test_what_is_not_proved_minimal_is_not_called_so(monkeypatch) -> None:
    def given_up(subsets, every, *args, **keywords):
        yield Mus(tuple(every), False, False)

    monkeypatch.setattr("nlc.reasons.why.search.smallest", given_up)
    (puzzle,) = nlc.loads("""
      genre lines { given num : cell -> 1..2?; var v : cell -> 1..2; show v;
        rule row { for l in lines { all_different(v[cells(l)]); } }
        rule clue { for c in cells where has num(c) { v[c] = num(c); } } }
      puzzle "p" is lines { topology square; board
      1 1
      . .
      end }""")
    why = nlc.why(puzzle, details=True)
    found = why.to_json()
    assert found["rules_minimal"] is found["places_minimal"] is False
    assert "by the rules  (fewer may do)" in str(why) and "  (there may be fewer)" in str(why)
    assert "  row\n    column 1\n    row 1\n" in str(why)
