"""Evaluates expressions of the language for all instances of a frame at once."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from nlc.board.board import Sort
from nlc.errors import fail
from nlc.ir.elaborate.bounds import spend_step
from nlc.ir.elaborate.conditions import condition
from nlc.ir.elaborate.evaluator import Evaluated, Evaluator
from nlc.ir.elaborate.formula import Lit
from nlc.ir.elaborate.frame import Abbreviation, Frame
from nlc.ir.elaborate.sets import quantified, set_of
from nlc.ir.elaborate.values import ArrayRef, DecidedSet, FdValue, Static, StaticSet
from nlc.language import syntax as s
from nlc.language.builtins import SETS

MAX_NUMBER = 2**31 - 2
"""No number of a puzzle is further from 0."""


class Expressions(Evaluator):
    """Evaluates each kind of expression."""

    def value(self, node: s.Expr, frame: Frame) -> Evaluated:
        """Evaluate any expression."""
        spend_step()
        match node:
            case s.Int(value=number):
                return Static("int", np.asarray(number, np.int32))
            case s.Str(value=text):
                return Static("symbol", np.asarray(self.ground.symbols.number(text), np.int32))
            case s.Bool(value=truth):
                return Static("bool", np.asarray(truth))
            case s.Ref():
                return self._ref(node, frame)
            case s.Loc(text=text):
                sort, index = self.ground.locate(text, node.span)
                return Static(sort, np.asarray(index, np.int32))
            case s.Call():
                return self._call(node, frame)
            case s.Index():
                return self._index(node, frame)
            case s.SetOf():
                return set_of(self, node, frame)
            case s.Quantified():
                return quantified(self, node, frame)
            case s.Count(of=of):
                value = self.value(of, frame)
                assert isinstance(value, StaticSet)
                return Static("int", value.sizes())
            case s.Arith(op=op, left=left, right=right):
                one, two = self.number(left, frame), self.number(right, frame)
                total = np.asarray(one.astype(np.int64) + (two if op == "+" else -two))
                if total.size and int(np.abs(total).max()) > MAX_NUMBER:
                    raise fail(f"a number grows beyond {MAX_NUMBER} here", node.span)
                return Static("int", total.astype(np.int32))
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
            return ArrayRef(name)
        if name in ground.enum_values:
            return Static("symbol", np.asarray(ground.symbols.number(name), np.int32))
        if name in SETS:
            sort = Sort(SETS[name])
            return StaticSet(sort, None, np.arange(ground.board.count(sort), dtype=np.int32))
        sort, index = ground.locate(name, node.span)
        return Static(sort, np.asarray(index, np.int32))

    def _let(self, name: str, frame: Frame) -> Evaluated:
        """Evaluate a let without parameters; one that is the same everywhere only once."""
        if name in self._lets:
            return self._lets[name]
        node = self.ground.rules.lets[name].value
        value = self.once((node, frame.rows), lambda: self.value(node, Frame(frame.rows)))
        constant_set = isinstance(value, StaticSet) and value.indptr is None
        if constant_set or (isinstance(value, Static) and value.data.ndim == 0):
            self._lets[name] = value
        return value

    def _call(self, node: s.Call, frame: Frame) -> Evaluated:
        name = node.function.name
        rules = self.ground.rules
        local = frame.names.get(name)
        if isinstance(local, Abbreviation):
            return self._abbreviated(local, node, frame, frame)
        if name in rules.lets:
            let = rules.lets[name]
            params = tuple(param.name for param in let.params)
            return self._abbreviated(
                Abbreviation(params, let.value), node, frame, Frame(frame.rows)
            )
        if name in self.ground.givens:
            element = self._elements(node.args[0], frame)
            given = self.ground.givens[name]
            return Static(given.kind, given.data[element.data])
        if name == "values":
            (ref,) = node.args
            assert isinstance(ref, s.Ref)
            given = self.ground.givens[ref.name]
            return StaticSet(given.kind, None, self.ground.values(ref.name))
        args: list[Static | StaticSet] = []
        for arg in node.args:
            value = self.value(arg, frame)
            if isinstance(value, Static):
                args.append(self.present(value, arg))
            else:
                assert isinstance(value, StaticSet)
                args.append(value)
        return self.functions.call(name, args, frame.rows)

    def _abbreviated(
        self, let: Abbreviation, node: s.Call, frame: Frame, inner: Frame
    ) -> Evaluated:
        """Evaluate a call of a let with parameters; `inner` has the names that its value sees."""
        key: list[Hashable] = [let.value, inner.rows, id(inner) if inner is frame else None]
        kept: list[object] = [inner]
        for param, arg in zip(let.params, node.args, strict=True):
            value = self.value(arg, frame)
            assert not isinstance(value, ArrayRef)
            inner = inner.bind(param, value)
            if isinstance(value, Static) and value.data.ndim == 0:
                key.append((value.kind, value.data.item()))
            else:
                key.append(id(value))
                kept.append(value)
        return self.once(tuple(key), lambda: self.value(let.value, inner), kept)

    def _elements(self, node: s.Expr, frame: Frame) -> Static:
        return self.present(self.static(node, frame), node)

    def _index(self, node: s.Index, frame: Frame) -> Evaluated:
        name = node.variable.name
        value = self.value(node.args[0], frame)
        if name in self.builder.program.domains:
            assert isinstance(value, Static)
            elements = self.present(value, node.args[0]).over(frame.rows)
            return FdValue(name, elements.astype(np.int32))
        base = np.int32(self.builder.bool_var(name).base)
        if isinstance(value, StaticSet):
            indptr, data = value.over(frame.rows)
            return DecidedSet("bool", indptr, np.zeros(0, np.int32), data + base)
        assert isinstance(value, Static)
        elements = self.present(value, node.args[0]).over(frame.rows)
        return Lit((elements + base).astype(np.int32))
