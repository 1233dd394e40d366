"""States what the statements of a rule say of the instances of a frame, batch by batch."""

from __future__ import annotations

import numpy as np

from nlc.ir.builder import Builder
from nlc.ir.elaborate.binders import expand
from nlc.ir.elaborate.bounds import located
from nlc.ir.elaborate.evaluator import Abbreviation, Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import ArrayRef
from nlc.ir.elaborate.whole_board import WholeBoard
from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS


class Statements:
    """States the statements of one puzzle."""

    def __init__(self, evaluator: Expressions, builder: Builder) -> None:
        self._evaluator, self._builder = evaluator, builder

    def state(self, body: tuple[s.Stmt, ...], frame: Frame) -> None:
        """State what statements say of the instances of a frame."""
        for statement in body:
            if not frame.rows:
                return
            span = statement.binders.span if isinstance(statement, s.For) else statement.span
            with located(f"rule '{self._evaluator.rule}'", span):
                self._evaluator.begin()
                frame = self._statement(statement, frame)

    def _statement(self, statement: s.Stmt, frame: Frame) -> Frame:
        """State a statement; return the frame with the name that it binds, if any."""
        match statement:
            case s.For(binders=binders, body=inner):
                self.state(inner, expand(self._evaluator, binders, frame).frame)
            case s.If(condition=condition, then=then, otherwise=otherwise):
                held = self._evaluator.static(condition, frame).data
                self.state(then, frame.select(held))
                self.state(otherwise, frame.select(~held))
            case s.Let(name=name, params=params, value=expression) if params:
                let = Abbreviation(tuple(param.name for param in params), expression)
                frame = frame.bind(name.name, let)
            case s.Let(name=name, value=expression):
                value = self._evaluator.value(expression, frame)
                assert not isinstance(value, ArrayRef)
                frame = frame.bind(name.name, value)
            case s.Post(condition=condition):
                self._post(condition, frame)
        return frame

    def _post(self, condition: s.Expr, frame: Frame) -> None:
        if isinstance(condition, s.Call) and condition.function.name in GLOBALS:
            for row in range(frame.rows):
                WholeBoard(
                    self._evaluator, condition, frame.take(np.array([row], np.int32))
                ).state()
            return
        rows = np.arange(frame.rows, dtype=np.int32)
        operands = condition.operands if isinstance(condition, s.And) else (condition,)
        self._evaluator.begin(operands)
        reifier = Reifier(self._builder, self._evaluator.origin(condition, frame))
        reifier.post(self._evaluator.formula(condition, frame), rows)
