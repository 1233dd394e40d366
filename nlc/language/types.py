"""The type checker: every expression of every rule, without any board, and a puzzle's clues.

It distinguishes known values (givens, options, elements) from values that the solver decides
(variables), and reports one in the place of the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from nlc.errors import Diagnostics, Span, suggest
from nlc.language import builtins
from nlc.language import syntax as s
from nlc.language.clues import check_clues
from nlc.language.infer import Inference
from nlc.language.resolve import Puzzle, Rules
from nlc.language.scope import ANY, Bound, Macro, Names
from nlc.language.whole_board import whole_board
from nlc.language.wishes import check_wishes

PIECE = re.compile(r"[x.]+(/[x.]+)*")
"""A piece that is to be placed: its rows."""


def check(rules: Rules, puzzle: Puzzle | None, diagnostics: Diagnostics) -> None:
    """Report every mistake of type in a genre, or in a puzzle: its rules, legends and marks.

    Args:
        puzzle: whose graph's cells the rules may name; None for a genre alone.
        diagnostics: receives errors, and warnings for names that are bound and not used.
    """
    checker = _checker(rules, puzzle, diagnostics)
    parts: list[tuple[Callable[[], None], Span]] = [(checker.declarations, rules.span)]
    check_wishes(rules, diagnostics)
    parts += [(partial(checker.rule, rule), rule.name.span) for rule in rules.rules.values()]
    parts += [(partial(checker.check, item), item.name.span) for item in rules.checks.values()]
    parts += [(partial(checker.text, item), item.span) for item in rules.text]
    if rules.objective is not None:
        parts.append((partial(checker.objective, rules.objective), rules.objective.span))
    for part, span in parts:
        try:
            part()
        except RecursionError:
            diagnostics.error("an expression is nested too deeply here", span)
    if puzzle is not None:
        _check_puzzle(puzzle, diagnostics)


def check_objective(puzzle: Puzzle, diagnostics: Diagnostics) -> None:
    """Check the objective of a puzzle whose other rules have been checked."""
    if puzzle.rules.objective is not None:
        _checker(puzzle.rules, puzzle, diagnostics).objective(puzzle.rules.objective)


def _checker(rules: Rules, puzzle: Puzzle | None, diagnostics: Diagnostics) -> _Checker:
    cells = frozenset(ref.name for ref in puzzle.topology.cells) if puzzle else frozenset()
    return _Checker(Names(rules, cells, diagnostics))


def check_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[Diagnostics]:
    """Yield the mistakes of type of each puzzle; rules that several share are checked once."""
    sound: set[int] = set()
    for puzzle in puzzles:
        found = Diagnostics()
        if id(puzzle.rules) in sound:
            _check_puzzle(puzzle, found)
        else:
            check(puzzle.rules, puzzle, found)
            if not found.errors:
                sound.add(id(puzzle.rules))
        yield found


def _check_puzzle(puzzle: Puzzle, diagnostics: Diagnostics) -> None:
    """Check a puzzle without its rules."""
    rules = puzzle.rules
    if not rules.shows:
        hint = "write 'show v;' with the variables that make two solutions different"
        diagnostics.error(f"genre '{rules.name}' shows no variable", puzzle.tree.genre.span, hint)
    named = puzzle.literal is not None and puzzle.literal.name is not None
    if puzzle.legends or puzzle.drawings or puzzle.marks or named:
        check_clues(puzzle, diagnostics)


class _Checker(Inference):
    """Checks declarations and statements."""

    def declarations(self) -> None:
        """Check names, types, lets and lists of variables."""
        rules, names = self.rules, self.names
        maps: list[s.Given | s.Var] = [*rules.givens.values(), *rules.vars.values()]
        for item in maps:
            self._map(item)
        for table in rules.tables.values():
            self.entries_of(table)
            if table.type.kind == "range":
                self._range(table)
            elif table.type.kind not in ("bool", "name", "enum"):
                message = "a given over sets holds conditions, numbers, names or listed values"
                self.error(message, table.type.span)
        for given in rules.givens.values():
            self._otherwise(given)
        others: list[s.Option | s.Let] = [*rules.options.values(), *rules.lets.values()]
        for definition in (*maps, *rules.tables.values(), *others):
            variable = isinstance(definition, s.Var)
            names.check_new(definition.name, local=False, bound=variable)
        for let in rules.lets.values():
            self.expand(let.name, Macro(let, []), tuple(ANY for _ in let.params))
        for shown in rules.listed:
            ref = shown.name
            if ref.name not in rules.vars:
                what = "is a given" if ref.name in rules.givens else "is not a variable"
                hint = suggest(ref.name, rules.vars) or "only variables are shown"
                self.error(f"'{ref.name}' {what}", ref.span, hint)
            elif shown.mark is not None:
                self._mark(rules.vars[ref.name], shown.mark)
        for shown in rules.drawn:
            self._known(shown)
        for given in rules.givens.values():
            if given.marks:
                self._given_marks(given)

    def _given_marks(self, item: s.Given) -> None:
        """Check the words for the drawing of a clue."""
        kind, marks = item.type.kind, item.marks
        names = [mark.name for mark in marks]
        name, span = item.name.name, marks[0].span
        rooms = {"cell": ("name", "enum", "range"), "border": ("bool",)}.get(item.sort, ())
        question = kind == "bool" and names == ["question"]  # it may stand outside of the board
        plain: tuple[str, ...] = ("circle", "disc") if item.sort in builtins.NODES else ()
        plain = (*builtins.STRINGS, *builtins.HALVES) if item.sort == "cell" else plain
        plain = builtins.SLANTS if item.sort == "vertex" else plain
        dotted = kind == "side" and names == ["dot"]
        if kind in ("range", "list") and len(names) == 1 and names[0] in plain:
            return
        if question or dotted or (names == [builtins.ROOMS] and kind in rooms):
            return
        if names == [builtins.ROOMS] and item.sort == "vertex":
            self.error("only cells make rooms", span)
        elif item.sort == "line" or (item.sort in builtins.NODES and kind not in ("bool", "enum")):
            self.error(f"a clue over {item.sort} is drawn by itself", span)
        elif kind == "side":
            self.error("a side is drawn as an arrow, or as dot", span)
        elif len(marks) != (wanted := len(item.type.names) if kind == "enum" else 1):
            words = "a word" if wanted == 1 else f"{wanted} words, one for each value"
            self.error(f"'{name}' is drawn by {words}", span)
        else:
            clue = kind in ("bool", "enum")
            known = builtins.CLUE_SHAPES if clue else (*builtins.FRAMES, builtins.ROOMS)
            for mark in marks:
                self._known_mark(mark, known, f"'{name}'")

    def _known(self, shown: s.ShownVariable) -> None:
        """Check what is drawn of the puzzle alone: a set of cells, or a number of pieces."""
        name, mark, kind = shown.name.name, shown.mark, self.kind(shown.name)
        inside = kind.item.base if kind.item is not None else ""
        if kind.base == "any":
            return
        if kind.decided or (kind.base, inside) not in (("set", "cell"), ("int", "")):
            hint = "only variables, known sets of cells and known numbers are shown"
            self.error(f"'{name}' is not a variable", shown.name.span, hint)
        elif kind.base == "set" and not (isinstance(mark, s.Ref) and mark.name in builtins.GREYS):
            hint = f"write 'show {name} as {builtins.GREYS[0]};'"
            self.error(f"cells are drawn as {', '.join(builtins.GREYS)}", shown.span, hint)
        elif kind.base == "int" and not (isinstance(mark, s.Str) and PIECE.fullmatch(mark.value)):
            hint = f"""such as 'show {name} as "xx/.x";'"""
            self.error(
                "a number is shown as the piece of which so many are placed", shown.span, hint
            )

    def _mark(self, item: s.Var, mark: s.Ref | s.Str) -> None:
        if isinstance(mark, s.Str):
            self.error(f"'{item.name.name}' is a variable, and no number of pieces", mark.span)
            return
        if mark.name == builtins.ROOMS and item.sort == "cell" and item.type.kind != "bool":
            return
        if item.sort not in builtins.DECLARED[:4]:
            whole = item.sort == builtins.PUZZLE
            one = "one value for the whole puzzle" if whole else f"a value for each {item.sort}"
            message = f"'{item.name.name}' has {one}, printed below the board"
            self.error(message, mark.span, f"write 'show {item.name.name};'")
            return
        if item.type.kind != "bool":
            hint = "only a bool is drawn by a mark, and values over cells as rooms"
            self.error(f"'{item.name.name}' is drawn by its values", mark.span, hint)
        elif item.sort in builtins.MARKS:
            self._known_mark(mark, builtins.MARKS[item.sort], f"a bool over {item.sort}")

    def _known_mark(self, mark: s.Ref, known: Sequence[str], what: str) -> None:
        if mark.name not in known:
            hint = suggest(mark.name, known) or f"{what} is drawn as {', '.join(known)}"
            self.error(f"there is no mark '{mark.name}'", mark.span, hint)

    def _otherwise(self, item: s.Given) -> None:
        """Check that the condition that replaces a clue is a given over the same sort."""
        ref = item.otherwise
        if ref is None:
            return
        left = self.rules.givens.get(ref.name)
        suited = [
            name
            for name, each in self.rules.givens.items()
            if each.type.kind == "bool" and each.sort == item.sort and each is not item
        ]
        if left is None or ref.name not in suited:
            hint = suggest(ref.name, suited) or f"known: {', '.join(suited) or 'none'}"
            self.error(f"'{ref.name}' is not a bool that is given of a {item.sort}", ref.span, hint)
        elif not item.optional and item.type.kind != "bool":
            hint = "a clue that may be missing has a '?'"
            self.error(f"every {item.sort} needs '{item.name.name}'", ref.span, hint)

    def _map(self, item: s.Given | s.Var) -> None:
        kind = item.type
        if kind.kind == "bool" and item.optional:
            self.error("a condition is true or false, never missing", kind.span, "leave out '?'")
        elif kind.kind == "list" and isinstance(item, s.Var):
            hint = "give a list, and let the solver choose conditions: 'runs(dark[S], clue(l))'"
            self.error("a variable cannot be a list", kind.span, hint)
        elif kind.kind in ("range", "list"):
            self._range(item)
        elif kind.kind == "enum" and len(set(kind.names)) < len(kind.names):
            self.error("a value is listed twice", kind.span)
        elif kind.kind == "side" and isinstance(item, s.Var):
            hint = "write 'var v : border -> bool;' for sides that the solver chooses"
            self.error("a variable cannot be a side", kind.span, hint)
        elif kind.kind == "side" and item.sort != "cell":
            self.error(f"a cell has sides, a {item.sort} has none", kind.span)
        elif kind.kind == "name" and isinstance(item, s.Var):
            hint = "name the set that it is chosen from, such as 'let labels = values(label);'"
            self.error("a variable cannot be just any name", kind.span, hint)
        elif kind.kind == "members" and isinstance(item, s.Var):
            self.values_of(item)
        elif kind.kind == "members":
            hint = "a clue is bool, name, side, 0..3, {one, other} or list of 1..9"
            self.error("only a variable has its values from a set", kind.span, hint)
        elif kind.kind == "set":
            let = self.rules.lets.get(kind.names[0])
            if let is None or isinstance(item, s.Given):
                words = ["bool"] if isinstance(item, s.Var) else ["bool", "name", "side"]
                known = [*words, *(self.rules.lets if isinstance(item, s.Var) else ())]
                hint = suggest(kind.names[0], known) or "a type is bool, 0..3 or {one, other}"
                if kind.names[0] in builtins.DECLARED:
                    hint = f"write, say, 'var {item.name.name} : {kind.names[0]} -> bool;'"
                self.error(f"unknown type '{kind.names[0]}'", kind.span, hint)
                return
            values = self.expand(let.name, Macro(let, []), ()).item if not let.params else None
            if values is None or values.base in ("bool", "set"):
                message = f"'{kind.names[0]}' is not a set of values"
                self.error(message, kind.span)

    def _range(self, item: s.Given | s.Var) -> None:
        bounds = item.type.bounds
        if item.type.numbers is not None:
            low, high = item.type.numbers
            if low > high:
                self.error(f"there is no number from {low} to {high}", item.type.span)
            return
        if isinstance(item, s.Var):
            with self.names.frame([]):
                self.bind_element(item)
                for bound in bounds:
                    self.number(bound, "the end of a range")
            return
        for bound in bounds:
            if not self._of_options(bound):
                hint = "only the values of variables may be bounded by more"
                self.error("a clue is bounded by numbers and options", bound.span, hint)
            else:
                self.number(bound, "the end of a range")

    def _of_options(self, bound: s.Expr) -> bool:
        """Return whether an expression consists of numbers and options."""
        match bound:
            case s.Ref(name=name):
                return name in self.rules.options
            case s.Arith(left=left, right=right):
                return self._of_options(left) and self._of_options(right)
        return isinstance(bound, s.Int)

    def rule(self, rule: s.Rule) -> None:
        """Check a rule."""
        if rule.when is not None:
            self.static(rule.when, self.condition(rule.when), "the condition after 'when'")
        self._block(rule.body)
        if not s.of_kind(s.walk(rule), s.Post):
            hint = "a condition that must hold has ';' at its end"
            text = f"rule '{rule.name.name}' demands nothing"
            self.names.diagnostics.warn(text, rule.name.span, hint)

    def check(self, item: s.Check) -> None:
        """Check a check of the clues, and the names in its message."""
        with self.names.frame() as frame:
            if item.binders is not None:
                self.binders(item.binders)
            self.static(item.condition, self.condition(item.condition), "the condition of a check")
            for name in re.findall(r"\{(\w+)\}", item.message.value):
                bound = frame.get(name)
                if isinstance(bound, Bound):
                    bound.used = True
                else:
                    hint = suggest(name, frame) or "names that 'for' binds can stand there"
                    self.error(f"unknown name '{name}' in the message", item.message.span, hint)

    def text(self, item: s.Text) -> None:
        """Check the condition of sentences, and the options that they name."""
        if item.when is not None:
            self.static(item.when, self.condition(item.when), "the condition after 'when'")
        options = self.rules.options
        for sentence in item.sentences:
            for name in re.findall(r"\{(\w+)\}", sentence.value):
                if name not in options:
                    hint = suggest(name, options) or "the value of an option can stand there"
                    self.error(f"unknown option '{name}' in the text", sentence.span, hint)

    def objective(self, item: s.Objective) -> None:
        """Check that an objective is a number that the solver decides."""
        number, known = item.number, len(self.names.diagnostics.errors)
        if isinstance(number, s.Ref) and self.names.local(number.name) is None:
            variable = self.rules.vars.get(number.name)
            if variable is not None and variable.sort != builtins.PUZZLE:
                word = "count" if variable.type.kind == "bool" else "sum"
                message = f"'{item.sense}' needs a number, and '{number.name}' has many values"
                self.error(message, number.span, f"write '{word} {number.name}'")
                return
        kind = self.kind(number)
        if len(self.names.diagnostics.errors) > known:
            return
        if kind.base not in ("int", "any"):
            hint = "'count S' is how many of a set, 'sum num[S]' adds up values"
            message = f"'{item.sense}' needs a number, not {kind.describe()}"
            self.error(message, item.number.span, hint)
        elif kind.base == "int" and not kind.decided:
            hint = "count or add up values of a variable, such as 'count line[links]'"
            self.error("this number is the same for all solutions", item.number.span, hint)

    def _block(self, body: Sequence[s.Stmt]) -> None:
        with self.names.frame():
            for statement in body:
                self._statement(statement)

    def _statement(self, statement: s.Stmt) -> None:
        match statement:
            case s.For():
                with self.names.frame():
                    self.binders(statement.binders)
                    self._block(statement.body)
            case s.If():
                kind = self.condition(statement.condition)
                hint = "use 'implies': 'condition implies consequence;'"
                self.static(statement.condition, kind, "the condition after 'if'", hint)
                self._block(statement.then)
                self._block(statement.otherwise)
            case s.Let():
                macro = Macro(statement, list(self.names.frames))
                self.names.bind(statement.name, macro)
                self.expand(statement.name, macro, tuple(ANY for _ in statement.params))
            case s.Post():
                call = statement.condition
                if isinstance(call, s.Call) and call.function.name in builtins.GLOBALS:
                    whole_board(self, call)
                else:
                    self.condition(call)
