"""Plans: how a puzzle is solved, as data and as text.

A plan is a list of attempts, such as::

    {solver=pysat:minisat22 reading=strictest goal=first conflicts=20/cell}
    {solver=pysat:cadical195} +0.2s {solver=kissat}

Each attempt is one call of one solver, or several calls if several boards are wanted. Attempts run
in order until the question is answered. ``+0.2s`` before an attempt starts it so many seconds after
the one before it, in a process of its own, concurrently with that and those that follow. Blanks and
line ends separate words, ``#`` begins a comment, and quotes protect blanks in a value. Of several
puzzles, ``puzzle 2:`` begins the plan of the second.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from numbers import Real

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace

from nlc.drivers.optimum import METHODS
from nlc.drivers.search import ANOTHER, FIRST, NEAR
from nlc.encode.spec import NONE, PREFERRED, STRICTEST, Encoding, parse_readings
from nlc.errors import Source, Span, UserError, fail, require_type, suggest

CONFIRM = "confirm"
"""The goal of an attempt that repeats the refutation of another solver."""

CHECK = "check"
"""The solver name of the check whether the rules alone show a contradiction (`nlc.ir.lint`)."""

OTHER = "other"
"""The solver name for any solver that shares no code with the one to be confirmed."""

GOALS = (FIRST, NEAR, ANOTHER, CONFIRM)

_CHOICES = {"goal": GOALS, "paths": ("shortest",), "best": METHODS}
"""The values of words that have few."""

_UNITS = {"": 0, "/cell": 1, "/cell2": 2}
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)(/cell2?)?")
_WORD = re.compile(r"""(?:[^\s{}"'#]|"[^"\n]*"|'[^'\n]*')+""")
_QUOTES = re.compile(r"""\"[^\"\n]*\"|'[^'\n]*'""")
_GAP = re.compile(r"(?:\s|#[^\n]*)*")
_LATER = re.compile(r"\+(\d+(?:\.\d+)?)s")
_PUZZLE = re.compile(r"puzzle\s+([1-9]\d{0,8}):")


class Budget(Struct, frozen=True):
    """A number of conflicts, also relative to the board: ``2000``, ``20/cell``, ``1/cell2``.

    Attributes:
        amount: the number.
        unit: empty, ``/cell``, or ``/cell2`` for the square of the number of cells.
    """

    amount: float
    unit: str = ""

    def __post_init__(self) -> None:
        require_type("amount", self.amount, Real, takes="a number")
        if self.unit not in _UNITS:
            raise fail(f"conflicts={self} is not a budget", hint="such as 2000 or 20/cell")
        if not 0 < self.amount < math.inf or (not self.unit and self.amount % 1):
            raise fail(f"conflicts={self} is not a whole number from 1 on")

    def __str__(self) -> str:
        return f"{_number(self.amount)}{self.unit}"

    def of(self, cells: int) -> int:
        """Return the conflicts for a board of so many cells, at least 1."""
        return min(max(1, int(self.amount * cells ** _UNITS[self.unit])), 2**31 - 1)


class Words(Struct, frozen=True, eq=False):
    """The places of the words of an attempt in a text, by their keys.

    All are equal, as an attempt is the same wherever it is written.
    """

    spans: Mapping[str, Span] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "Words()"


class Attempt(Struct, frozen=True):
    """One step of a plan; ``str`` is its text.

    >>> print(Attempt("kissat", goal="first", seconds=2.5))
    {solver=kissat goal=first seconds=2.5}

    Attributes:
        solver: a name as ``nlc list solvers`` shows it, `CHECK` or, to confirm, `OTHER`.
        encoding: of the formula; an engine takes none.
        reading: the assumptions on the rules: `NONE`, `STRICTEST`, `PREFERRED` for each reading
            that the genre prefers, in turn, or readings such as ``touch:false/no2x2:true``.
        goal: `FIRST` searches the first board, `NEAR` one near the last board, `ANOTHER` any
            further board; empty: every board. `CONFIRM` repeats a refutation.
        paths: ``shortest`` searches only boards whose paths are as short as the empty cells allow
            (`nlc.encode.numberlink.shortest`): without one there is no board at all. The attempt is
            skipped for puzzles without such paths.
        conflicts: the budget of a query; with `NEAR`, of all parts together.
        seconds: the budget of the attempt, with all its queries.
        cheap: with `CONFIRM`: only for small formulas and short searches, and for at most the
            time of the search, or 1 s.
        beside: seconds after which it starts concurrently with the attempt before it; None: it
            starts after that has ended.
        best: the method of optimization of a puzzle with an objective: ``core`` or ``counter``
            (`nlc.drivers.optimum`); empty: ``counter``.
        words: where it is written.

    Raises:
        InputError: a word is unknown, or has no effect with the others.
        TypeError: an argument is of another type.
    """

    solver: str
    encoding: Encoding = Encoding()
    reading: str = NONE
    goal: str = ""
    paths: str = ""
    conflicts: Budget | None = None
    seconds: float | None = None
    cheap: bool = False
    beside: float | None = None
    best: str = ""
    words: Words = Words()

    def __post_init__(self) -> None:
        for key in ("solver", "reading", "goal", "paths", "best"):
            require_type(key, getattr(self, key), str)
        require_type("encoding", self.encoding, Encoding, "such as nlc.Encoding.parse('log')")
        require_type("conflicts", self.conflicts, (Budget, type(None)))
        require_type("cheap", self.cheap, bool)
        for key, least in (("seconds", 1e-9), ("beside", 0.0)):
            value = getattr(self, key)
            require_type(key, value, (Real, type(None)), takes="a number, or None")
            if value is not None and not least <= value < math.inf:
                raise fail(f"{key}={value:g} is not a number above 0", hint="such as seconds=0.5")
        if self.reading not in (NONE, STRICTEST, PREFERRED):
            try:
                parse_readings(self.reading)
            except UserError as error:
                hint = "strictest, preferred, or option:value, as in reading=touch:false"
                raise fail(f"reading={error.diagnostics[0].message}", hint=hint) from None
        for key, known in _CHOICES.items():
            if (word := getattr(self, key)) and word not in known:
                raise fail(f"{key}={word} is unknown", hint=f"it may be {', '.join(known)}")
        confirms = self.goal == CONFIRM
        if self.cheap and not confirms:
            raise fail("if=cheap is for goal=confirm")
        if self.solver == CHECK and len(self._said()) > 1:
            raise fail("solver=check takes no other word")
        if self.solver == OTHER and not confirms:
            raise fail("solver=other is for goal=confirm")
        for key in ("paths", "best"):
            if confirms and getattr(self, key):
                raise fail(f"{key}={getattr(self, key)} has no effect with goal=confirm")

    def error(self, message: str, word: str = "solver", hint: str | None = None) -> UserError:
        """Return the refusal of the attempt for a word of it, at its place."""
        span = self.words.spans.get(word)
        return fail(message if span else f"{message}: {self}", span, hint)

    def _said(self) -> dict[str, str]:
        """Return the words that are not the default, by their keys."""
        usual = asdict(Encoding())
        parts = (f"{n}={word}" for n, word in asdict(self.encoding).items() if word != usual[n])
        words = {
            "solver": self.solver,
            "reading": "" if self.reading == NONE else self.reading,
            "goal": self.goal,
            "encoding": ",".join(parts),
            "paths": self.paths,
            "best": self.best,
            "conflicts": "" if self.conflicts is None else str(self.conflicts),
            "seconds": "" if self.seconds is None else _number(self.seconds),
            "if": "cheap" if self.cheap else "",
        }
        return {key: word for key, word in words.items() if word}

    def __str__(self) -> str:
        inside = " ".join(f"{key}={_quote(word)}" for key, word in self._said().items())
        later = "" if self.beside is None else f"+{_number(self.beside)}s "
        return f"{later}{{{inside}}}"

    def shares_session(self, other: Attempt) -> bool:
        """Return whether this attempt can go on in the session of an earlier one."""
        same = (self.solver, self.encoding) == (other.solver, other.encoding)
        ordinary = CONFIRM not in (self.goal, other.goal) and self.solver != CHECK
        ordinary = ordinary and not (self.paths or other.paths)
        return same and ordinary and self.reading in (NONE, other.reading)


class Plan(Struct, frozen=True):
    """Attempts in order; ``str`` is its text, concurrent attempts on one line.

    >>> plan = Plan.parse("{solver=minisat seconds=2} {solver=cadical} +1s {solver=kissat}")
    >>> print(plan)
    {solver=minisat seconds=2}
    {solver=cadical} +1s {solver=kissat}
    >>> Plan.parse(str(plan)) == plan
    True
    """

    attempts: tuple[Attempt, ...]

    def __post_init__(self) -> None:
        require_type("attempts", self.attempts, (tuple, list), "such as [nlc.Attempt('minisat')]")
        force_setattr(self, "attempts", tuple(self.attempts))
        for each in self.attempts:
            require_type("each of attempts", each, Attempt, "such as nlc.Attempt('minisat')")
        if not self.attempts:
            raise fail("the plan has no attempt", hint="such as {solver=cadical}")
        if self.attempts[0].beside is not None:
            raise fail("the first attempt has none that it could run beside")

    def __str__(self) -> str:
        lines: list[str] = []
        for each in self.attempts:
            if each.beside is None:
                lines.append(str(each))
            else:
                lines[-1] += f" {each}"
        return "\n".join(lines)

    @staticmethod
    def parse(text: str, path: str = "<plan>") -> Plan:
        """Return the plan of a text.

        Args:
            text: see `nlc.solving.plan`.
            path: the file, for messages.

        Raises:
            UserError: the text is not a plan, or it has one for each of several puzzles.
        """
        require_type("text", text, str)
        plans = parse_plans(text, path)
        if list(plans) != [0]:
            raise fail("the text has a plan for each of several puzzles, and one is wanted")
        return plans[0]

    def groups(self) -> list[list[int]]:
        """Return groups of attempts that run concurrently, by their numbers from 0."""
        groups: list[list[int]] = []
        for number, each in enumerate(self.attempts):
            if each.beside is None:
                groups.append([number])
            else:
                groups[-1].append(number)
        return groups

    def filter(self, keeps: Callable[[Attempt], bool]) -> Plan:
        """Return the plan with those attempts for which a predicate holds.

        If the first of several concurrent attempts is left out, the next one takes its place.
        """
        kept: list[Attempt] = []
        for group in self.groups():
            some = [self.attempts[number] for number in group if keeps(self.attempts[number])]
            kept += [replace(each, beside=None) for each in some[:1]] + some[1:]
        return Plan(tuple(kept))

    def alone(self) -> Plan:
        """Return the plan with only the first of each group of concurrent attempts."""
        return self.filter(lambda each: each.beside is None)

    def without(self, *goals: str) -> Plan:
        """Return the plan without the attempts that have one of some goals."""
        return self.filter(lambda each: each.goal not in goals)

    def solvers(self) -> dict[str, Attempt]:
        """Return the names of its solvers, each with its first attempt."""
        found: dict[str, Attempt] = {}
        for each in self.attempts:
            if each.solver not in (CHECK, OTHER):
                found.setdefault(each.solver, each)
        return found


def parse_plans(text: str, path: str = "<plan>") -> dict[int, Plan]:
    """Return the plans of a text by the numbers of their puzzles, or one for all of them, as 0.

    Raises:
        UserError: the text is not one of plans.
    """
    return _Parser(Source(path, text)).plans()


def _number(value: float) -> str:
    return f"{value:.15f}".rstrip("0").rstrip(".")


def _quote(word: str) -> str:
    if _WORD.fullmatch(word) and not set(word) & set("\"'"):
        return word
    if '"' in word and "'" not in word:
        return f"'{word}'"
    return "'\"'".join(f'"{part}"' for part in word.split('"'))


class _Parser:
    """A parser of the text of a plan."""

    def __init__(self, source: Source) -> None:
        self._source, self._text, self._place = source, source.text, 0

    def plans(self) -> dict[int, Plan]:
        found: dict[int, list[Attempt]] = {}
        number = 0
        while self._skip() < len(self._text):
            if (head := _PUZZLE.match(self._text, self._place)) is not None:
                number = int(head[1])
                if 0 in found:
                    raise self._error("attempts stand before the first 'puzzle'", head)
                if number in found:
                    raise self._error(f"puzzle {number} is there twice", head)
                found[number] = []
                self._place = head.end()
                continue
            found.setdefault(number, []).append(self._next(first=not found.get(number)))
        if empty := next((n for n, some in found.items() if not some), None):
            raise self._error(f"the plan of puzzle {empty} has no attempt")
        if not found:
            raise self._error("the plan has no attempt", None, "such as {solver=cadical}")
        return {number: Plan(tuple(some)) for number, some in found.items()}

    def _next(self, first: bool) -> Attempt:
        beside: float | None = None
        if (later := _LATER.match(self._text, self._place)) is not None:
            beside, self._place = float(later[1]), later.end()
            if first:
                raise self._error("the first attempt has none that it could run beside", later)
            self._skip()
        if not self._text.startswith("{", self._place):
            hint = "such as {solver=minisat seconds=2} +0.2s {solver=kissat}"
            raise self._error("an attempt in braces is missing", None, hint)
        self._place += 1
        return replace(self._attempt(), beside=beside)

    def _skip(self) -> int:
        gap = _GAP.match(self._text, self._place)
        assert gap is not None
        self._place = gap.end()
        return self._place

    def _attempt(self) -> Attempt:
        words: dict[str, re.Match[str]] = {}
        opened = self._place - 1
        while not self._text.startswith("}", self._skip()):
            word = _WORD.match(self._text, self._place)
            if word is None:
                if self._text[self._place : self._place + 1] in ('"', "'"):
                    raise self._error("the quote is not closed")
                if self._text.startswith("{", self._place):
                    raise self._error("a brace within braces", hint='quote it, as in "cmd:x {cnf}"')
                self._place = opened
                raise self._error("the brace is not closed")
            key, equals, value = word[0].partition("=")
            if not value and self._text[word.end() : word.end() + 1] in ('"', "'"):
                self._place = word.end()
                raise self._error("the quote is not closed")
            if key in _KEYS and not value:
                hint = f"write '=' without blanks, as in {key}=…"
                raise self._error(f"'{key}' has no value", word, hint)
            if not equals or key not in _KEYS:
                words_ = f"the words are {', '.join(_KEYS)}; quotes keep blanks in a value"
                hint = suggest(key, _KEYS) or words_
                raise self._error(f"'{word[0]}' is not a word of an attempt", word, hint)
            if key in words:
                raise self._error(f"'{key}' is there twice", word)
            words[key] = word
            self._place = word.end()
        self._place += 1
        if "solver" not in words:
            self._place = opened
            raise self._error("the attempt names no solver", None, "such as {solver=cadical}")
        named = {
            key: _QUOTES.sub(lambda quoted: quoted[0][1:-1], match[0].partition("=")[2])
            for key, match in words.items()
        }
        try:
            attempt = _make_attempt(named)
        except UserError as error:
            item = error.diagnostics[0]
            key = next((key for key in words if item.message.startswith(f"{key}=")), "encoding")
            raise self._error(item.message, words.get(key), item.hint) from None
        spans = {key: self._source.span(m.start(), len(m[0])) for key, m in words.items()}
        return replace(attempt, words=Words(spans))

    def _error(
        self, message: str, match: re.Match[str] | None = None, hint: str | None = None
    ) -> UserError:
        start = self._place if match is None else match.start()
        length = 1 if match is None else match.end() - start
        return fail(message, self._source.span(start, length), hint)


_KEYS = ("solver", "reading", "goal", "encoding", "paths", "best", "conflicts", "seconds", "if")


def _make_attempt(words: dict[str, str]) -> Attempt:
    """Return the attempt with some words; a message on a mistake begins with its word."""
    budget = _AMOUNT.fullmatch(words["conflicts"]) if "conflicts" in words else None
    if "conflicts" in words and budget is None:
        raise fail(
            f"conflicts={words['conflicts']} is not a budget", hint="such as 2000 or 20/cell"
        )
    seconds = words.get("seconds")
    if seconds is not None and not re.fullmatch(r"\d+(\.\d+)?", seconds):
        raise fail(f"seconds={seconds} is not a number above 0", hint="such as seconds=0.5")
    if (word := words.get("if", "cheap")) != "cheap":
        raise fail(f"if={word} is unknown", hint="it may be cheap")
    return Attempt(
        words["solver"],
        Encoding.of(words.get("encoding", "default")),
        words.get("reading", NONE),
        words.get("goal", ""),
        words.get("paths", ""),
        None if budget is None else Budget(float(budget[1]), budget[2] or ""),
        None if seconds is None else float(seconds),
        "if" in words,
        best=words.get("best", ""),
    )
