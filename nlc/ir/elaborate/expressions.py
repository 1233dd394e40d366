"""Evaluates expressions of the language for all instances of a frame at once."""

from __future__ import annotations

import re
from collections.abc import Hashable

import numpy as np

from nlc.arrays import Ints, offsets, unique_rows
from nlc.board import GRAPH, Sort
from nlc.errors import fail
from nlc.ir.elaborate import functions, sums
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.binders import literals, places, places_over
from nlc.ir.elaborate.bounds import spend_step
from nlc.ir.elaborate.conditions import condition, quantified, runs_are
from nlc.ir.elaborate.evaluator import (
    Abbreviation,
    Evaluated,
    Evaluator,
    Frame,
    Value,
    ValueNeededError,
    repeated,
    taken,
)
from nlc.ir.elaborate.formula import Different, Formula, Junction, Lit
from nlc.ir.elaborate.place_functions import placed
from nlc.ir.elaborate.sets import between, listed, members_of, set_of, values_of
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s
from nlc.language.builtins import ALL_DIFFERENT, DRAWN_BOARDS, PUZZLE, RUNS, SETS, SQUARES


class Expressions(Evaluator):
    """Evaluates each kind of expression."""

    def value(self, node: s.Expr, frame: Frame) -> Evaluated:
        """Evaluate any expression."""
        spend_step()
        match node:
            case s.Int(value=number):
                return vs.Static("int", np.asarray(number, np.int32))
            case s.Str(value=text):
                return vs.Static("symbol", np.asarray(self.ground.symbols.number(text), np.int32))
            case s.Bool(value=truth):
                return vs.Static("bool", np.asarray(truth))
            case s.Ref():
                return self._ref(node, frame)
            case s.Loc(text=text):
                sort, index = self.ground.locate(text, node.span)
                return vs.Static(sort, np.asarray(index, np.int32))
            case s.Edge(first=first, second=second):
                ends = [self.static(side, frame) for side in (first, second)]
                pairs = self.ground.pairs_of(ends[0].kind)
                return vs.Static(pairs, pairs.numbers(*(end.over(frame.rows) for end in ends)))
            case s.Call():
                return self._call(node, frame)
            case s.Index():
                return self._index(node, frame)
            case s.Column():
                return self._column(node, frame)
            case s.SetOf():
                return set_of(self, node, frame)
            case s.Listed():
                return listed(self, node, frame)
            case s.Between():
                return between(self, node, frame)
            case s.Quantifier():
                return quantified(self, node, frame)
            case s.Count(of=of):
                value = self.as_set(of, frame)
                if not isinstance(value, vs.StaticSet):
                    raise ValueNeededError(of, value, frame)
                return vs.Static("int", value.sizes())
            case s.Sum():
                return sums.narrowed(sums.sum_of(self, node, frame).known, node)
            case s.Arith(left=left, right=right):
                one, two = (self.number(side, frame).astype(np.int64) for side in (left, right))
                found = sums.calculated(self, node, vs.Sum(known=one), vs.Sum(known=two), frame)
                return sums.narrowed(found.known, node)
            case _:
                return condition(self, node, frame)

    def _ref(self, node: s.Ref, frame: Frame) -> Evaluated:
        name, ground = node.name, self.ground
        if name in frame.names:
            return frame.names[name]
        if name in ground.rules.lets:
            return self._let(name, frame)
        if name in ground.options:
            return ground.options[name]
        if name in ground.rules.vars:
            whole = ground.rules.vars[name].sort == PUZZLE
            return self._at(name, np.zeros(frame.rows, np.int32)) if whole else vs.ArrayRef(name)
        if name in ground.enum_values:
            return vs.Static("symbol", np.asarray(ground.symbols.number(name), np.int32))
        if name in SETS:
            sort = Sort(SETS[name])
            return vs.StaticSet(sort, None, np.arange(ground.board.count(sort), dtype=np.int32))
        sort, index = ground.locate(name, node.span)
        return vs.Static(sort, np.asarray(index, np.int32))

    def _let(self, name: str, frame: Frame) -> Evaluated:
        """Evaluate a let without parameters; once if it is the same in all instances."""
        if name in self._lets:
            return self._lets[name]
        node = self.ground.rules.lets[name].value
        inner = Frame(frame.rows, cases=frame.cases)
        key = (node, frame.rows, *map(id, frame.cases))
        value = self.once(key, lambda: sums.evaluated(self, node, inner), frame.cases)
        constant_set = isinstance(value, vs.StaticSet) and value.indptr is None
        known = constant_set or (isinstance(value, vs.Static) and value.data.ndim == 0)
        if known and not frame.cases:
            self._lets[name] = value
        return value

    def _call(self, node: s.Call, frame: Frame) -> Evaluated:
        name = node.function.name
        rules = self.ground.rules
        local = frame.names.get(name)
        if isinstance(local, Abbreviation):
            return self._call_abbreviation(local, node, frame, frame)
        if name in rules.lets:
            let = rules.lets[name]
            params = tuple(param.name for param in let.params)
            return self._call_abbreviation(
                Abbreviation(params, let.value), node, frame, Frame(frame.rows, cases=frame.cases)
            )
        if sums.is_calculated(self, node):
            found = sums.sum_of(self, node, frame)
            if found.decided:
                raise ValueNeededError(node, None, frame)
            return sums.narrowed(found.known, node)
        if name == ALL_DIFFERENT:
            return self._all_different(node, frame)
        if name == RUNS and len(node.args) == 2:
            return runs_are(self, node, frame)
        if name in self.ground.tables:
            table = self.ground.tables[name]
            at = [self.present(self.static(arg, frame), arg).over(frame.rows) for arg in node.args]
            return vs.Static(table.kind, table.data[table.entries.find(at)])
        if name in self.ground.givens:
            (of,) = node.args
            return self.given(name, self.present(self.static(of, frame), of), frame)
        if name == "values":
            (ref,) = node.args
            assert isinstance(ref, s.Ref)
            if ref.name in self.ground.opened:
                return values_of(self, ref.name, node, frame)
            given = self.ground.givens[ref.name]
            return vs.StaticSet(given.kind, None, self.ground.values(ref.name))
        args: list[vs.Static | vs.StaticSet] = []
        for arg in node.args:
            value = self.as_set(arg, frame) if name == "first" else self.value(arg, frame)
            if isinstance(value, vs.Static):
                args.append(self.present(value, arg))
            elif isinstance(value, vs.StaticSet):
                args.append(value)
            else:
                raise ValueNeededError(arg, value, frame)
        self._require_board(node, args)
        if name == "placed":
            return self._placed(node, args, frame)
        if name == "moved":
            turns = 4 if self.ground.board.topology == "square" else 6
            if ((args[3].data < 0) | (args[3].data >= 2 * turns)).any():
                hint = (
                    f"0..{turns - 1} are turns, {turns}..{2 * turns - 1} those of the mirror image"
                )
                raise fail(f"moves are numbered 0 to {2 * turns - 1}", node.args[3].span, hint)
        return functions.call(self.ground.board, name, args)

    def _placed(
        self, node: s.Call, args: list[vs.Static | vs.StaticSet], frame: Frame
    ) -> vs.StaticSet:
        """Evaluate ``placed(shape, c, k)``."""
        shape, cell, turns = (arg for arg in args if isinstance(arg, vs.Static))
        shapes, cells, ways = (arg.over(frame.rows) for arg in (shape, cell, turns))
        texts = {int(x): self.ground.text(shape.kind, int(x)) for x in np.unique(shapes)}
        for text in texts.values():
            if not re.fullmatch(r"[x.]+(/[x.]+)*", text) or "x" not in text:
                hint = "write its rows with a '/' between them: \"xx./.xx\""
                raise fail(f"'{text}' is no shape of 'x' and '.'", node.args[0].span, hint)
        if ((ways < 0) | (ways > 7)).any():
            hint = "0..3 are the turns of a shape, 4..7 those of its mirror image"
            raise fail("a shape has turns from 0 to 7", node.args[2].span, hint)
        return placed(self.ground.board, texts, shapes, cells, ways)

    def _require_board(self, node: s.Call, args: list[vs.Static | vs.StaticSet]) -> None:
        """Check that a function applies to the board.

        Raises:
            UserError: it does not.
        """
        name, topology = node.function.name, self.ground.board.topology
        what = "a board of squares" if name in SQUARES else "a drawn board"
        hint: str | None = "'lines(c)' has the straight lines through a cell, on every board"
        if name == "ray" and args[1].kind not in (Sort.LINK, Sort.BORDER):
            what, hint = "a board of squares to go on through a corner", None
        elif name not in SQUARES and name not in DRAWN_BOARDS:
            return
        if topology == GRAPH or (what.startswith("a board") and topology != "square"):
            hint = hint if name in ("row", "column", "across", "down") else None
            message = f"'{name}' needs {what}, and this one is of topology {topology}"
            raise fail(message, node.span, hint)

    def _all_different(self, node: s.Call, frame: Frame) -> vs.Static | Formula:
        """Evaluate ``all_different(num[S])``; as a part of a condition, by counts of values."""
        (index,) = node.args
        of = index.element if isinstance(index, s.SetOf) else None
        if isinstance(index, s.SetOf) and isinstance(of, s.Column) and node in self.asserted:
            inner, parents, _ = members_of(self, index, frame)
            found = self.value(of, inner)
            if isinstance(found, vs.FdValue):
                keys = np.stack([parents, found.elements], axis=1)
                if len(unique_rows(keys)[0]) == len(keys):
                    lengths = np.bincount(parents, minlength=frame.rows)
                    return Different(found.name, offsets(lengths), found.elements)
        if not isinstance(index, s.Index) or node not in self.asserted:
            return sums.different(self, node, frame)
        return Different(index.variable.name, *places_over(self, index, frame).over(frame.rows))

    def _call_abbreviation(
        self, let: Abbreviation, node: s.Call, frame: Frame, inner: Frame
    ) -> Evaluated:
        """Evaluate a call of a let with parameters; `inner` has the names in its scope."""
        key: list[Hashable] = [let.value, inner.rows, id(inner) if inner is frame else None]
        key += map(id, inner.cases)
        kept: list[object] = [inner]
        arguments: list[Value] = []
        for param, arg in zip(let.params, node.args, strict=True):
            value = sums.evaluated(self, arg, frame)
            assert not isinstance(value, vs.ArrayRef)
            inner = inner.bind(param, value)
            arguments.append(value)
            if isinstance(value, vs.Static) and value.data.ndim == 0:
                key.append((value.kind, value.data.item()))
            else:
                key.append(id(value))
                kept.append(value)
        alone = inner.names.keys() == set(let.params) and not inner.cases
        if alone and (found := repeated(arguments, inner.rows)):
            few, which = inner.take(found[0]), found[1]
            return self.once(
                tuple(key), lambda: self._evaluate_distinct(let.value, few, which), kept
            )
        return self.once(tuple(key), lambda: sums.evaluated(self, let.value, inner), kept)

    def _evaluate_distinct(self, node: s.Expr, few: Frame, which: Ints) -> Evaluated:
        """Evaluate distinct instances once; a condition becomes literals before."""
        value = sums.evaluated(self, node, few)
        if isinstance(value, Formula) and not isinstance(value, Lit):
            value = Lit(literals(self, value, node, few))
        return value if isinstance(value, vs.ArrayRef) else taken(value, which, {})

    def _index(self, node: s.Index, frame: Frame) -> Evaluated:
        name = node.variable.name
        value = self._places(node, frame)
        if isinstance(value, vs.StaticSet):
            indptr, data = value.over(frame.rows)
            return vs.DecidedSet("bool", indptr, np.zeros(0, np.int32), self._bools(name, data))
        if isinstance(value, vs.DecidedSet):
            held = Junction(True, (Lit(value.lits), Lit(self._bools(name, value.data))))
            both = literals(self, held, node, Frame(len(value.lits)))
            return vs.DecidedSet("bool", value.indptr, np.zeros(0, np.int32), both, value.lits)
        assert isinstance(value, vs.Static)
        return self._at(name, self.present(value, node.args[0]).over(frame.rows))

    def _places(self, node: s.Index, frame: Frame) -> Evaluated:
        """Return the elements, entries or sets of them of a variable in an expression."""
        if node.variable.name in self.ground.entries:
            return places(self, node, frame)
        return self.value(node.args[0], frame)

    def _column(self, node: s.Column, frame: Frame) -> Evaluated:
        """Return known values, or a decided variable at known entries, row by row."""
        rows = np.zeros(frame.rows, np.int32)
        if node.row is not None:
            rows = self.static(node.row, frame).over(frame.rows)
        if isinstance(node.data, list):
            numbers = np.array([self.ground.symbols.number(each) for each in node.data], np.int32)
            return vs.Static("symbol", numbers[rows])
        if node.variable is not None:
            return self._at(node.variable.name, node.data[rows])
        return vs.Static("bool" if node.data.dtype == bool else "int", node.data[rows])

    def _at(self, name: str, elements: Ints) -> vs.FdValue | Lit:
        """Return a decided variable at an element of each row."""
        if name in self.builder.program.domains:
            return vs.FdValue(name, elements.astype(np.int32))
        return Lit(self._bools(name, elements))

    def _bools(self, name: str, elements: Ints) -> Ints:
        """Return the literals of a boolean at elements; false for missing entries."""
        lits = (elements + np.int32(self.builder.bool_var(name).base)).astype(np.int32)
        return np.where(elements < 0, np.int32(-TRUE), lits)
