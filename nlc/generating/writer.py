"""Generated puzzles as text, in the puzzle language or another format, and their cost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median

from msgspec import Struct

from nlc.errors import fail
from nlc.formats import FORMATS
from nlc.formats.genres import scope_of
from nlc.generating.batch import Batch, Item
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program


class Writer(Struct, frozen=True):
    """Writes the puzzles of a batch.

    Attributes:
        solutions: write each solution, too; where the format has no place for one, as a comment
            before its puzzle: the JSON object that ``nlc verify`` reads.

    Raises:
        UserError: the format cannot express such puzzles, or has no place for the solutions.
    """

    batch: Batch
    form: str = "nl"
    solutions: bool = False

    def __post_init__(self) -> None:
        form = FORMATS.get(self.form)
        if self.solutions and form.comment is None and form.write_solved is None:
            raise fail(f"the format {self.form} has no comments, so no place for a solution")
        if self.form == "nl":
            return
        if form.write is None and form.write_solved is None:
            raise fail(f"the format {self.form} can be read, but not written")
        if form.write is None and not self.solutions:
            raise fail(f"the format {self.form} needs a solution, too", hint="add --solution")
        if form.write is not None:
            generator = self.batch.generator
            puzzle = generator.rules.puzzle(generator.empty())
            with scope_of(puzzle.rules):
                form.write(elaborate(puzzle))  # may raise

    def board(self, item: Item) -> tuple[Program, Assignment]:
        """Return a puzzle, elaborated, and its solution."""
        assert item.puzzle is not None
        rules, title = self.batch.generator.rules, self.batch.title(item.number)
        return elaborate(rules.puzzle(item.puzzle.body, title)), item.puzzle.solution

    def text(self, item: Item) -> str:
        """Return the text of a puzzle, with its note, grade and solution in comments before it.

        Raises:
            UserError: the format cannot express it.
        """
        puzzle, form, head = item.puzzle, FORMATS.get(self.form), ""
        assert puzzle is not None
        comment, rules = form.comment, self.batch.generator.rules
        if comment is not None:
            head += "".join(f"{comment}{text}\n" for text in (puzzle.note, puzzle.grade) if text)
        with scope_of(rules.rules):
            if self.solutions and form.write_solved is not None:
                return head + form.write_solved(*self.board(item))
            if self.solutions:
                program, solution = self.board(item)
                shown = {each.name for each in program.declared if each.shown}
                values = program.solution_json(solution).items()
                written = {name: value for name, value in values if name in shown}
                record = {"puzzle": program.title, "solutions": [written]}
                head += f"{comment}{json.dumps(record)}\n"
            if form.write is not None:
                return head + form.write(self.board(item)[0])
            return head + rules.text(puzzle.body, self.batch.title(item.number)) + "\n"


def report(items: Sequence[Item]) -> str:
    """Return a table with a row for each puzzle and one for their medians.

    A puzzle that was given up has only its cost, and does not count in the other medians. Levels of
    difficulty are numbers, from 1.
    """
    from tabulate import tabulate

    rows: list[dict[str, float]] = []
    for item in items:
        made, grade = item.puzzle, item.puzzle and item.puzzle.grade
        rows.append({**(made.figures if made else {}), **(grade.figures if grade else {})})
    names = list(dict.fromkeys(name for row in rows for name in row))
    heads = [*names, *dict.fromkeys(name for item in items for name in item.counts), "s"]
    for row, item in zip(rows, items, strict=True):
        row |= {name: item.counts.get(name, 0) for name in heads[len(names) : -1]}
        row["s"] = round(item.seconds, 3)
    body: list[list[object]] = [
        [item.number, *map(row.get, heads)] for item, row in zip(items, rows, strict=True)
    ]
    middle = [median(row[name] for row in rows if name in row) for name in heads]
    return tabulate([*body, ["median", *middle]], headers=["puzzle", *heads], floatfmt="g")
