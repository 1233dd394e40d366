"""The doors of nlc: each takes the puzzles of a kind, and yields what it does wrong with them.

What is right is known by brute force (`matrix.tiny`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from pysat.solvers import Solver

import nlc
from matrix.board import Board
from matrix.cases import Case, Cases, determined, made
from matrix.tiny import RANGE, Solution, Tiny, Value
from nlc.cli import main
from nlc.reasons.why.clues import Clues
from nlc.serve.editing import edit
from nlc.serve.puzzles import check as checked
from nlc.serve.puzzles import parse_text
from nlc.serve.requests import Drawn, DrawnRequest, Edit, EditRequest, ParseRequest

Door = Callable[[Cases], Iterator[str]]

DOORS: dict[str, Door] = {}
"""What is tried, by the name of the door."""

GENERATED = {
    "squares": ("2x2", Board("square", (". .", ". ."))),
    "hexagons": ("2x1", Board("hex", (". .",))),
    "graph": ("2x2", Board("graph", ("a-b",))),
}
SURE = 0.5
"""The share of boards whose clues leave one solution, from which on a puzzle has to be made."""


def door(function: Door) -> Door:
    """Add a door to the table."""
    DOORS[function.__name__.replace("_", " ")] = function
    return function


@door
def check(each: Cases) -> Iterator[str]:
    """``nlc check`` has nothing against the puzzle."""
    with tempfile.NamedTemporaryFile("w", suffix=".nl") as file:
        file.write(each.several.text)
        file.flush()
        status, out, errors = command("check", file.name)
    if status or "1 puzzle(s), 0 error(s)" not in out + errors:
        yield f"exit {status}: {out}{errors}"


@door
def run(each: Cases) -> Iterator[str]:
    """A solution is one; where there is none, that is said."""
    for case in (each.unique, each.several):
        answer = nlc.solve(case.puzzle)
        if answer.status != "SATISFIABLE":
            yield f"{answer.status} {answer.reason}: {answer.message}"
        else:
            yield from _not_among(case, answer.board)
    if each.none is not None:
        try:
            answer = nlc.solve(each.none.puzzle)
        except nlc.InputError as error:
            yield f"refused: {error}"
        else:
            if answer.status != "UNSATISFIABLE":
                yield f"of no solution: {answer.status}"


@door
def unique(each: Cases) -> Iterator[str]:
    """Whether there is one solution."""
    for case in (each.unique, each.several):
        answer = nlc.solve(case.puzzle, nlc.UNIQUE)
        if answer.unique != (len(case.solutions) == 1):
            yield f"unique: {answer.unique} of {len(case.solutions)}"
        for board in answer.boards:
            yield from _not_among(case, board)


@door
def every_solution(each: Cases) -> Iterator[str]:
    """All solutions, each once."""
    found = [
        read(each.several.tiny, board.to_json()) for board in nlc.enumerate(each.several.puzzle)
    ]
    if sorted(found, key=str) != sorted(each.several.solutions, key=str):
        others = set(found) ^ each.several.solutions
        yield f"{len(found)} of {len(each.several.solutions)}: {others}"


@door
def count(each: Cases) -> Iterator[str]:
    """The number of solutions."""
    for case in (each.several, each.none):
        if case is not None and (number := nlc.count(case.puzzle)) != len(case.solutions):
            yield f"{number} solutions of {len(case.solutions)}"


@door
def backbone(each: Cases) -> Iterator[str]:
    """What all solutions share."""
    case = each.several
    found = nlc.backbone(case.puzzle)
    if found is None:
        yield "there is no solution"
        return
    columns = [set(values) for values in zip(*case.solutions, strict=True)]
    if not found.complete or found.open != sum(len(values) > 1 for values in columns):
        yield f"{found.open} open of {columns}"
    told = found.to_json()["variables"][shown_name(case.tiny)]
    for entry, values in zip(entries(case.tiny), columns, strict=True):
        name = entry or "puzzle"
        if is_condition(case.tiny):
            key = "open" if len(values) > 1 else "true" if True in values else "false"
            if name not in told[key]:
                yield f"{name} is not {key}: {told}"
        elif len(values) > 1:
            if name not in told["open"]:
                yield f"{name} is not open: {told}"
        elif as_text(told["certain"].get(name, "missing")) != min(values, key=str):
            yield f"{name} is not {values}: {told}"


@door
def why(each: Cases) -> Iterator[str]:
    """A contradiction needs each of its clues; repairs leave a solution."""
    case = each.none
    if case is None:
        return
    found = nlc.why(case.puzzle, details=True, repair=True)
    if found.status != "contradiction" or not found.complete:
        yield f"{found.status}: {found.message}"
        return
    str(found), found.to_json(), found.to_svg()
    tiny = case.tiny
    program = nlc.elaborate(case.puzzle)
    names = program.board.names(program.given_sorts["g"])
    groups = Clues(case.puzzle).groups
    for repair in found.repairs:
        put_aside = {names[clue.element] for i in repair.members for clue in groups[i].clues}
        changes = {names[change.clue.element]: change.after for change in repair.changes}
        rest = {name: clue for name, clue in case.clues.items() if name not in put_aside}
        if tiny.kind.given_type == "condition":
            rest |= dict.fromkeys(put_aside, "false")
        if tiny.may_miss and repair.members and not tiny.solutions(rest, case.pins):
            yield f"without {put_aside} there is no solution"
        if len(repair.members) < 2:
            for name, after in changes.items():
                value = {"there": "true", "not there": "false"}.get(after, after)
                if not fits_type(tiny, name, value):
                    yield f"{name} = {after} is not of the type"
                elif not tiny.solutions({**case.clues, name: value}, case.pins):
                    yield f"with {name} = {after} there is no solution"
    if not found.rules:
        yield "no rule is named"
    for fault in found.faults:
        blamed = {names[clue.element] for group in fault.clues for clue in group.clues}
        if tiny.may_miss:
            stays = "g" in fault.staying
            alone = {name: clue for name, clue in case.clues.items() if name in blamed or stays}
            if tiny.solutions(alone, case.pins):
                yield f"{fault} is none"
            for name in blamed:
                if not tiny.solutions({n: c for n, c in alone.items() if n != name}, case.pins):
                    yield f"{fault}: {name} can go"


@door
def hint(each: Cases) -> Iterator[str]:
    """The next step from nothing is right."""
    found = nlc.hint(each.unique.puzzle)
    if found.status not in _with_steps(each.unique):
        yield f"{found.status}: {found}"
    str(found), found.to_svg()
    yield from _wrong_facts(each.unique, found)


@door
def steps(each: Cases) -> Iterator[str]:
    """All steps are right and tell all values."""
    found = nlc.steps(each.unique.puzzle)
    if found.status not in _with_steps(each.unique) or (found.complete, found.open) != (True, 0):
        yield f"{found.status}, {found.open} open"
    str(found), found.to_svg()
    yield from _wrong_facts(each.unique, found)
    (solution,) = each.unique.solutions
    told = {fact["element"] for fact in _facts(each.unique, found) if fact["is"]}
    for entry, value in zip(entries(each.unique.tiny), solution, strict=True):
        if value not in (None, False) and (entry or "puzzle") not in told:
            yield f"{entry or 'the value'} = {value} is never told"


@door
def grade(each: Cases) -> Iterator[str]:
    """A puzzle with one solution has a level."""
    found = nlc.grade(each.unique.puzzle)
    if found.status != "graded":
        yield f"{found.status}"
    found = nlc.grade(each.several.puzzle)
    if (found.status == "graded") != (len(each.several.solutions) == 1):
        yield f"of several: {found.status}"


@door
def generate(each: Cases) -> Iterator[str]:
    """What is made is read back as the same puzzle, with the one solution."""
    kind = each.kind
    size, board = GENERATED[kind.board]
    tiling = {"squares": "square", "hexagons": "hex", "graph": "graph"}[kind.board]
    chosen = kind.given == "may be missing" and kind.given_type != "side"
    sure = chosen and determined(Tiny(kind, board)) >= SURE
    limits = nlc.Limits(seconds=60 if sure else 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.nl"
        path.write_text(each.unique.tiny.genre)
        try:
            puzzles = list(nlc.generate(str(path), size, tiling=tiling, limits=limits))
        except nlc.InputError as error:
            bare = dict.fromkeys(board.elements(kind.given_over), "false")
            if "without 'g' has a solution" in str(error) and kind.given_type == "condition":
                if Tiny(kind, board).solutions(bare):
                    yield f"{error}"
                return  # conditions stay false where no block draws them
            raise
    if sure and not puzzles:
        yield "no puzzle is made"
    for generated in puzzles:
        (again,) = nlc.loads(str(generated))
        tiny, clues = made(kind, again, board)
        _, same = made(kind, generated.puzzle, board)
        if clues != same:
            yield f"{same} is read back as {clues}"
        solutions = tiny.solutions(clues)
        if solutions != {read(tiny, generated.solution.to_json())}:
            yield f"{len(solutions)} solutions of {clues}: {solutions}"


@door
def verify(each: Cases) -> Iterator[str]:
    """Solutions are right, and nothing else is."""
    case = each.several
    for solution in sorted(case.solutions, key=str)[:2]:
        if found := nlc.check(case.puzzle, drawn(case.tiny, solution)):
            yield f"{solution} is wrong: {found[0].message}"
            break
    for other in islice(_others(case), 5):
        if not nlc.check(case.puzzle, drawn(case.tiny, other)):
            yield f"{other} is right"
            break


@door
def nl(each: Cases) -> Iterator[str]:
    """What is written in the language is the same puzzle, and has the solution."""
    for case in (each.unique, each.several):
        text = case.puzzle.to("nl")
        (again,) = nlc.loads(text)
        before, after = nlc.elaborate(case.puzzle), nlc.elaborate(again)
        if before.givens != after.givens:
            yield f"{before.givens['g']} becomes {after.givens['g']}"
    if (number := nlc.count(again)) != len(each.several.solutions):
        yield f"{number} solutions of {len(each.several.solutions)}"
    with tempfile.NamedTemporaryFile("w", suffix=".nl") as file:
        file.write(each.unique.puzzle.to("nl", solution=True))
        file.flush()
        status, out, errors = command("verify", file.name)
    if status or "right, by every rule" not in out:
        yield f"verify of the written solution: exit {status}: {out}{errors}"


@door
def text(each: Cases) -> Iterator[str]:
    """Two solutions are not drawn alike, nor two puzzles."""
    yield from _drawn_alike(each, lambda board: board.text("ascii"))
    yield from _drawn_alike(each, str)
    with tempfile.NamedTemporaryFile("w", suffix=".nl") as file:
        file.write(each.unique.text)
        file.flush()
        status, _, errors = command("draw", file.name)
    if status:
        yield f"exit {status}: {errors}"


@door
def svg(each: Cases) -> Iterator[str]:
    """Two solutions are not drawn alike, nor two puzzles; pictures are XML."""
    yield from _drawn_alike(each, lambda board: board.to_svg())
    cases = [case for case in (each.unique, each.several, each.none) if case is not None]
    pictures = {case.puzzle.to_svg() for case in cases}
    for picture in pictures:
        ElementTree.fromstring(picture)
    if len(pictures) < len({frozenset(case.clues.items()) for case in cases}):
        yield "two puzzles are drawn alike"


@door
def compiled(each: Cases) -> Iterator[str]:
    """A model of another solver is decoded to a solution."""
    for case in (each.unique, each.several, each.none):
        if case is None:
            continue
        formula = nlc.compile(case.puzzle)
        with Solver("cadical153") as solver:
            for block in formula.lowered.cnf.blocks:
                solver.append_formula(block.clauses.tolist())
            satisfiable, model = solver.solve(), solver.get_model()
        if satisfiable != bool(case.solutions):
            yield f"satisfiable: {satisfiable} of {len(case.solutions)}"
        elif model is not None:
            answer = nlc.decode(formula, model)
            if answer.board is None:
                yield f"{answer.status} {answer.reason}: {answer.message}"
            else:
                yield from _not_among(case, answer.board)


@door
def editing(each: Cases) -> Iterator[str]:
    """A clue that the page sets is in the text, and one that it takes away is not."""
    case = each.unique
    tiny = case.tiny
    clues = dict(case.clues)
    for element in sorted(clues)[:2]:
        other = tiny.other_clues(element, clues)[0]
        (found,) = edit(
            EditRequest(text=case.text, edits=[Edit(element=element, given="g", value=other)])
        )
        yield from _other_clues(tiny, found.text, {**clues, element: other})
        if tiny.may_miss:
            (found,) = edit(EditRequest(text=case.text, edits=[Edit(element=element, given="g")]))
            left = {name: clue for name, clue in clues.items() if name != element}
            yield from _other_clues(tiny, found.text, left)
            (found,) = edit(
                EditRequest(
                    text=found.text, edits=[Edit(element=element, given="g", value=clues[element])]
                )
            )
            yield from _other_clues(tiny, found.text, clues)


@door
def answering(each: Cases) -> Iterator[str]:
    """What is shown can be drawn on the page, and *Check* is right about it."""
    case = each.several
    tiny = case.tiny
    parsed = parse_text(ParseRequest(text=case.text))
    assert parsed.puzzle is not None
    tools = {variable.name for variable in parsed.puzzle.variables}
    if (status := _check(case, Drawn())) == "broken":
        yield "the empty board is wrong"
    if shown_name(tiny) not in tools:
        yield f"{shown_name(tiny)} has no tool"
        return
    for solution in sorted(case.solutions, key=str)[:1]:
        found = _check(case, drawn_by_hand(tiny, solution))
        if found != "complete":
            yield f"a solution is {found}"
            break
    for other in islice((some for some in _others(case) if None not in some), 3):
        if (status := _check(case, drawn_by_hand(tiny, other))) == "complete":
            yield f"what is no solution is {status}"
            break


# ---------- what doors share ----------


def shown_name(tiny: Tiny) -> str:
    """Return the name of the shown variable."""
    return "seen" if tiny.kind.role == "hidden" else "v"


def is_condition(tiny: Tiny) -> bool:
    """Return whether the shown variable is a condition."""
    return tiny.kind.role == "hidden" or tiny.condition


def entries(tiny: Tiny) -> list[str]:
    """Return the names of the entries of the shown variable."""
    return tiny.board.cells if tiny.kind.role == "hidden" else list(tiny.entries)


def read(tiny: Tiny, solution: Mapping[str, Any]) -> Solution:
    """Return what is shown of a solution in JSON."""
    found = solution[shown_name(tiny)]
    names = entries(tiny)
    if names == [""]:
        return (as_text(found),)
    if is_condition(tiny):
        return tuple(name in found for name in names)
    return tuple(as_text(found.get(name)) for name in names)


def as_text(value: Any) -> Any:
    """Return a number as the text that it is written as."""
    return str(value) if type(value) is int else value


def drawn(tiny: Tiny, solution: Solution) -> dict[str, Any]:
    """Return a solution in JSON."""
    names = entries(tiny)
    value: Any = dict(zip(names, solution, strict=True))
    if names == [""]:
        (value,) = solution
    elif is_condition(tiny):
        value = [name for name, held in value.items() if held]
    return {shown_name(tiny): value}


def drawn_by_hand(tiny: Tiny, solution: Solution) -> Drawn:
    """Return a solution as the page sends it."""
    names = [name or "puzzle" for name in entries(tiny)]
    held = {name: v for name, v in zip(names, solution, strict=True) if v not in (None, False)}
    if is_condition(tiny):
        return Drawn(yes={shown_name(tiny): list(held)})
    return Drawn(values={shown_name(tiny): held})  # type: ignore[dict-item]


def fits_type(tiny: Tiny, element: str, value: str) -> bool:
    """Return whether a clue is one that the given can have."""
    kind = tiny.kind.given_type
    if kind in RANGE and kind != "list":
        low, _, high = RANGE[kind].partition("..")
        return int(low) <= int(value) <= int(high)
    if kind == "side":
        return value in tiny.ways(element)
    if kind == "listed":
        return value in ("low", "high")
    return True


def command(*words: str) -> tuple[int, str, str]:
    """Run a command in this process; return its status, its output and its errors."""
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = main(list(words))
    return status, out.getvalue(), errors.getvalue()


def _not_among(case: Case, board: nlc.Solution) -> Iterator[str]:
    found = read(case.tiny, board.to_json())
    if found not in case.solutions:
        yield f"{found} is not one of {len(case.solutions)} solutions"


def _others(case: Case) -> Iterator[Solution]:
    """Yield boards that are no solutions: solutions with one entry changed."""
    tiny = case.tiny
    values: list[Value] = [*tiny.values, *[None] * tiny.optional]
    if is_condition(tiny):
        values = [False, True]
    for solution in sorted(case.solutions, key=str)[:3]:
        for i in range(len(solution)):
            for value in values:
                other = (*solution[:i], value, *solution[i + 1 :])
                if other not in case.solutions:
                    yield other


def _with_steps(case: Case) -> set[str]:
    """Return the right words for steps: where nothing is drawn, the empty board may be solved."""
    (solution,) = case.solutions
    return {"steps", "solved"} if set(solution) <= {None, False} else {"steps"}


def _wrong_facts(case: Case, found: nlc.Steps) -> Iterator[str]:
    (solution,) = case.solutions
    values = dict(zip((name or "puzzle" for name in entries(case.tiny)), solution, strict=True))
    for fact in _facts(case, found):
        if (values[fact["element"]] == fact["value"]) != fact["is"]:
            yield f"{fact} is not so: {values}"


def _facts(case: Case, found: nlc.Steps) -> list[dict[str, Any]]:
    """Return what steps tell of the shown variable."""
    data = found.to_json()
    told = [data["facts"][number] for step in data["steps"] for number in step["facts"]]
    return [fact for fact in told if fact["variable"] == shown_name(case.tiny)]


def _drawn_alike(each: Cases, draw: Callable[[nlc.Solution], str]) -> Iterator[str]:
    boards = list(nlc.solve(each.several.puzzle, nlc.ALL).boards)
    pictures = {draw(board) for board in boards}
    if len(pictures) < len(boards):
        yield f"{len(boards)} solutions make {len(pictures)} pictures"


def _other_clues(tiny: Tiny, text: str, clues: Mapping[str, str]) -> Iterator[str]:
    (puzzle,) = nlc.loads(text)
    _, found = made(tiny.kind, puzzle, tiny.board)
    if found != dict(clues):
        yield f"{found}, and not {clues}"


def _check(case: Case, by_hand: Drawn) -> str:
    (found,) = checked(DrawnRequest(text=case.text, drawn=by_hand))
    return found.status
