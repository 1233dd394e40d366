"""The puzzles of a suite, each with its record among the results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from nlc.comparing import puzzles
from nlc.comparing.results import Memory, of
from nlc.comparing.row import Member, PuzzleRecord, digest
from nlc.comparing.suite import Kind, Suite
from nlc.errors import fail
from nlc.language.resolve import Puzzle

_libraries = count()
"""Numbers that tell apart puzzles which were given to several runs of this process."""


class Library:
    """Makes and reads the puzzles of a suite, and notes them."""

    def __init__(self, suite: Suite, results: Memory) -> None:
        """Take a suite, and what holds the records."""
        self._suite, self._results, self._serial = suite, results, next(_libraries)
        self._texts: dict[str, str] = {}
        self._made = {each.key: each for each in of(results.records, PuzzleRecord)}

    def number(self, kind: Kind) -> int:
        """Return how many puzzles there are of a kind."""
        if kind.given:
            return len(kind.given)
        if kind.file is None:
            return kind.count
        found = len(puzzles.read(self._text(kind.file), kind.form, kind.file))
        return min(found, kind.count) if kind.count else found

    def _text(self, path: str) -> str:
        if path not in self._texts:
            try:
                self._texts[path] = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or error
                raise fail(f"cannot read {path}: {reason}") from error
        return self._texts[path]

    def missing(self, kinds: Sequence[Kind], number: int) -> list[puzzles.Order]:
        """Return what a generator is to make: puzzles of a number that have no record."""
        if self._suite.work == "generate":
            return []
        wanted = [kind.order(number) for kind in kinds if kind.file is None]
        return [each for each in wanted if puzzles.order_key(each) not in self._made]

    def puzzle(self, kind: Kind, number: int) -> tuple[PuzzleRecord, Puzzle | None] | None:
        """Return a puzzle with its record; None where it was given up."""
        if kind.file is not None:
            if kind.given:
                puzzle = kind.given[number - 1]
                text: object = [self._serial, id(kind)]
            else:
                text = self._text(kind.file)
                puzzle = puzzles.read(self._text(kind.file), kind.form, kind.file)[number - 1]
            key = digest(["file", text, kind.form, number])
            name = digest([text, kind.form, number])
            if key not in self._made:
                about = puzzles.record(key, name, puzzle, file=kind.file, form=kind.form, text=None)
                about.number = number
                self.note(about)
            return self._grouped(self._made[key], kind), puzzle
        order = kind.order(number)
        if self._suite.work == "generate":
            return self._ordered(kind, order), None
        record = self._made[puzzles.order_key(order)]
        if record.text is None:
            return None
        return self._grouped(record, kind), puzzles.read(record.text, record.form)[0]

    def note(self, record: PuzzleRecord) -> None:
        """Add the record of a puzzle."""
        self._results.add(record)
        self._made[record.key] = record

    def _ordered(self, kind: Kind, order: puzzles.Order) -> PuzzleRecord:
        """Return the record of a puzzle that is to be made, and note it."""
        key = digest(["order", order])
        if key not in self._made:
            facts = {name: order[name] for name in ("tiling", "cols", "rows", "pairs")}
            facts |= {"size": kind.size, "cells": kind.cols * kind.rows, "genre": "numberlink"}
            self.note(PuzzleRecord(key=key, id=key, order=order, text=None, **facts))
        return self._grouped(self._made[key], kind)

    def _grouped(self, record: PuzzleRecord, kind: Kind) -> PuzzleRecord:
        """Note that a puzzle belongs to a group of this suite."""
        name = record.id or ""
        member = digest(["member", self._suite.name, name])
        if member not in self._results:
            self._results.add(
                Member(key=member, suite=self._suite.name, puzzle=name, group=kind.group)
            )
        return record
