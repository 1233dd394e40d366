"""Conditions and numbers over arrays of variables, each array one tree.

The leaves of a tree hold, for every place of the array, where a variable is taken or which number
is known: a condition for a million places is made as quickly as one, and elaborated as one batch.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from linecache import getlines
from types import CodeType
from typing import Any, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.errors import Source, Span, fail

Shape: TypeAlias = tuple[int, ...]
Operands: TypeAlias = "Sequence[Expression]"
Value: TypeAlias = Any
"""An expression, a number, a truth value, an array or a (nested) list of them."""

VARIABLE, KNOWN, LISTED, WHOLE = "variable", "known", "listed", "whole"
"""Leaves; the parts of a list of different structures; a constraint over a whole graph."""


class Variable(Struct, eq=False):
    """An array of variables; `bounds` are those of numbers, `ends` the nodes that edges join."""

    name: str
    shape: Shape
    span: Span
    bounds: tuple[int, int] | None = None
    shown: bool = True
    encoding: str = ""
    ends: tuple[tuple[Any, Any], ...] = ()


@lru_cache(maxsize=1024)
def _span(code: CodeType, instruction: int) -> Span:
    where = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    line, end, first, last = where[0] or code.co_firstlineno, where[1] or 1, where[2], where[3]
    text = "".join(getlines(code.co_filename))
    return Span(Source(code.co_filename, text), line, (first or 0) + 1, end, (last or 0) + 1)


def caller() -> Span:
    """Return the place in the user's program that calls this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("nlc.models"):
        frame = frame.f_back
    return _span(frame.f_code, frame.f_lasti)


def refuse(message: str, hint: str | None = None) -> NoReturn:
    """Raise the error of a mistake in the line of the user's program."""
    raise fail(message, caller(), hint)


@lru_cache(maxsize=16)
def _places(shape: Shape) -> npt.NDArray[np.int64]:
    """Return the numbers of the places of an array, which programs that go one by one ask often."""
    return np.arange(math.prod(shape)).reshape(shape)


class Expression(Struct, eq=False):
    """A condition or a number, or an array of them.

    >>> import nlc
    >>> m = nlc.Model()
    >>> x, n = m.bools("x", 8), m.ints("n", (9, 9), 1, 9)
    >>> (x[:-1] | x[1:]).shape, (n[0] + n[1] <= 10).shape, n.sum(axis=1)
    ((7,), (9,), 9 numbers)

    Attributes:
        op: what it is: an operation, or a leaf.
        kind: ``bool``, ``int`` or `WHOLE`.
        shape: of the array; () of a single one.
        args: the operands, of the same shape.
        over: sets of operands, of one more axis.
        data: of a leaf, for each place: the number, or which variable of the array it is.
        more: the `Variable` of a leaf, or what an operation has besides operands.
    """

    op: str
    kind: str
    shape: Shape = ()
    args: tuple[Expression, ...] = ()
    over: tuple[Expression, ...] = ()
    data: Any = None
    more: Any = None

    __array_ufunc__ = None

    def __repr__(self) -> str:
        what = {"bool": "condition", "int": "number"}.get(self.kind, "constraint")
        return f"{self.size} {what}s" if self.shape else f"a {what}"

    # ---------- arrays ----------

    @property
    def size(self) -> int:
        """The number of places."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def T(self) -> Expression:  # noqa: N802
        """The transposed array."""
        return self._take(_places(self.shape).T)

    def _take(self, rows: Any) -> Expression:
        """Return the array of the places with these numbers, in their shape."""
        shape = np.shape(rows)
        if self.shape == shape == ():
            return self
        if self.op in (VARIABLE, KNOWN):
            data = np.asarray(self.data).reshape(-1)[rows]
            return Expression(self.op, self.kind, shape, data=data, more=self.more)
        if self.op == LISTED:
            if not shape:
                return self.args[int(rows)]
            return stack([self.args[i] for i in np.ravel(rows)], self.kind).reshape(shape)
        args = tuple(each._take(rows) for each in self.args)
        over = tuple(_take_over(each, rows) for each in self.over)
        return Expression(self.op, self.kind, shape, args, over, more=self.more)

    def __getitem__(self, key: Any) -> Expression:
        if isinstance(key, Expression):
            return _element(self, key)
        try:
            rows = _places(self.shape)[key]
        except (IndexError, TypeError, ValueError):
            hint = "places are numbers, slices and arrays of numbers, from 0 on, as in NumPy"
            refuse(f"an array of shape {self.shape} has no place {key!r}", hint)
        return self._take(rows if np.ndim(rows) else int(rows))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("this is a single condition or number, and no array")
        return self.shape[0]

    def __iter__(self) -> Iterator[Expression]:
        return (self[i] for i in range(len(self)))

    def reshape(self, *shape: Any) -> Expression:
        """Return the array in another shape."""
        try:
            places = _places(self.shape).reshape(*shape)
        except ValueError:
            refuse(f"an array of shape {self.shape} cannot have the shape {shape}")
        if self.op == LISTED:
            return Expression(LISTED, self.kind, places.shape, self.args)
        return self._take(places)

    def flatten(self) -> Expression:
        """Return the array with one axis."""
        return self.reshape(-1)

    def diagonal(self, offset: int = 0) -> Expression:
        """Return a diagonal of a matrix, as NumPy does."""
        return self._take(np.diagonal(_places(self.shape), offset))

    def _broadcast(self, shape: Shape) -> Expression:
        if self.shape == shape:
            return self
        if not shape:
            refuse(f"one value is needed here, and not an array of the shape {self.shape}")
        return self._take(np.broadcast_to(_places(self.shape), shape))

    # ---------- operators ----------

    def __bool__(self) -> bool:
        hint = "write '&', '|', '~' and '>>' for and, or, not and implies, and one comparison at a"
        hint += " time; nlc.all, nlc.any, nlc.sum, nlc.max … take the place of all, any, sum, max"
        refuse("nobody knows before a model is solved whether a condition holds", hint)

    def __invert__(self) -> Expression:
        return self.args[0] if self.op == "not" else _each("not", condition(self))

    def __and__(self, other: Value) -> Expression:
        return _joined("and", self, other)

    def __or__(self, other: Value) -> Expression:
        return _joined("or", self, other)

    __rand__, __ror__ = __and__, __or__

    def __xor__(self, other: Value) -> Expression:
        return ~_each("iff", condition(self), condition(other))

    __rxor__ = __xor__

    def __rshift__(self, other: Value) -> Expression:
        return _each("implies", condition(self), condition(other))

    def __rrshift__(self, other: Value) -> Expression:
        return expression(other) >> self

    implies = __rshift__

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]
        other = expression(other)
        if self.kind == other.kind == "bool":
            return _each("iff", self, other)
        return _each("=", number(self), number(other))

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        other = expression(other)
        if self.kind == other.kind == "bool":
            return self ^ other
        return _each("!=", number(self), number(other))

    __hash__ = object.__hash__

    def __lt__(self, other: Value) -> Expression:
        return _each("<", number(self), number(other))

    def __le__(self, other: Value) -> Expression:
        return _each("<=", number(self), number(other))

    def __gt__(self, other: Value) -> Expression:
        return _each(">", number(self), number(other))

    def __ge__(self, other: Value) -> Expression:
        return _each(">=", number(self), number(other))

    def __add__(self, other: Value) -> Expression:
        return _joined("+", self, other)

    __radd__ = __add__

    def __sub__(self, other: Value) -> Expression:
        return _each("-", number(self), number(other), kind="int")

    def __rsub__(self, other: Value) -> Expression:
        return expression(other) - self

    def __neg__(self) -> Expression:
        return 0 - self

    def __mul__(self, other: Value) -> Expression:
        return _each("*", number(self), number(other), kind="int")

    __rmul__ = __mul__

    def __floordiv__(self, other: Value) -> Expression:
        refuse("a number that is to be found cannot be divided", "state the product: 'q * 3 <= n'")

    __mod__ = __truediv__ = __pow__ = __floordiv__

    def __abs__(self) -> Expression:
        return _each("abs", number(self), kind="int")

    def isin(self, values: Iterable[int]) -> Expression:
        """Return whether a number is one of some known ones."""
        known = expression(list(values))
        if known.op != KNOWN or known.kind != "int":
            refuse("'isin' takes known numbers")
        return _each("in", number(self), more=tuple(sorted({*np.ravel(known.data).tolist()})))

    # ---------- along axes ----------

    def sum(self, axis: int | None = None) -> Expression:
        """Return the sum along an axis, or of all; a condition that holds counts 1."""
        return total(self, axis)

    def any(self, axis: int | None = None) -> Expression:
        """Return whether any condition holds."""
        return along("any", "bool", axis, condition(self))

    def all(self, axis: int | None = None) -> Expression:
        """Return whether all conditions hold."""
        return along("all", "bool", axis, condition(self))

    def min(self, axis: int | None = None) -> Expression:
        """Return the least number."""
        return along("min", "int", axis, number(self))

    def max(self, axis: int | None = None) -> Expression:
        """Return the greatest number."""
        return along("max", "int", axis, number(self))

    def prod(self, axis: int | None = None) -> Expression:
        """Return the product."""
        return along("product", "int", axis, number(self))

    @property
    def encoding(self) -> str:
        """The encoding of a variable, such as ``order``: empty for the default."""
        return str(self._whole.encoding)

    @encoding.setter
    def encoding(self, name: str) -> None:
        self._whole.encoding = name

    @property
    def _whole(self) -> Variable:
        whole = self.more
        if isinstance(whole, Variable) and whole.bounds and self.size == math.prod(whole.shape):
            return whole
        refuse("an array of numbers has an encoding, and no part of it and no condition has")


# ---------- values ----------


def expression(value: Value) -> Expression:
    """Return a value as an expression.

    Raises:
        InputError: it is neither a condition nor a number.
    """
    if isinstance(value, Expression):
        return value
    if isinstance(value, int):
        return Expression(KNOWN, "bool" if isinstance(value, bool) else "int", data=value)
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biu":
        kind = "bool" if value.dtype.kind == "b" else "int"
        return Expression(KNOWN, kind, value.shape, data=value)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, dict)):
        return stack([expression(each) for each in value])
    refuse(f"a model has conditions and whole numbers, and {value!r} is neither")


def condition(value: Value) -> Expression:
    """Return a value as a condition."""
    found = expression(value)
    if found.kind == "bool" or not found.size:
        return found
    if found.kind == WHOLE:
        refuse(f"'{found.op}' is a constraint of its own, and no part of a condition")
    refuse("a condition is needed here, not a number", "compare it: 'n > 0'")


def number(value: Value) -> Expression:
    """Return a value as a number; a condition is 1 if it holds, else 0."""
    found = expression(value)
    if found.kind == "int":
        return found
    if found.kind == WHOLE:
        refuse(f"'{found.op}' is a constraint of its own, and no number")
    if found.op == KNOWN:
        return Expression(KNOWN, "int", found.shape, data=np.asarray(found.data).astype(np.int64))
    return _each("held", found, kind="int")


def _each(op: str, *args: Expression, kind: str = "bool", more: Any = None) -> Expression:
    """Return an operation on each place of arrays, which are broadcast against each other."""
    shapes = [each.shape for each in args]
    try:
        shape = np.broadcast_shapes(*shapes) if len({*shapes}) > 1 else shapes[0]
    except ValueError:
        refuse(f"arrays of the shapes {' and '.join(map(str, shapes))} do not fit together")
    return _operation(op, kind, shape, args, more=more)


def _operation(
    op: str, kind: str, shape: Shape, args: Operands, over: Operands = (), more: Any = None
) -> Expression:
    """Return an operation at each place of a shape; see `Expression`."""
    args = tuple(each._broadcast(shape) for each in args)
    if shape and any(each.op == LISTED for each in (*args, *over)):
        width = np.arange(over[0].shape[-1]) if over else 0
        parts = []
        for i in range(math.prod(shape)):
            values = [each._take(i) for each in args]
            sets = [each._take(i * np.size(width) + width) for each in over]
            parts.append(_operation(op, kind, (), values, sets, more))
        return stack(parts, kind).reshape(shape)
    return Expression(op, kind, shape, args, tuple(over), more=more)


def _joined(op: str, one: Expression, other: Value) -> Expression:
    """Return one of the operations of any number of operands: `and`, `or`, `+`."""
    take = number if op == "+" else condition
    left, right = take(one), take(other)
    if op == "+" and right.op == KNOWN and not right.shape and right.data == 0:
        return left  # the start of Python's sum
    if left.shape == right.shape and left.op != LISTED != right.op:
        operands = (*left.args, right) if left.op == op else (left, right)
        return Expression(op, left.kind, left.shape, operands)
    return _each(op, left, right, kind=left.kind)


def _structure(node: Expression) -> Any:
    """Return what trees have in common that differ in the data of their leaves alone."""
    if node.op in (VARIABLE, KNOWN):
        return node.op, node.kind, node.more, node.shape
    parts = map(_structure, (*node.args, *node.over))
    return node.op, node.more, node.shape, len(node.args), *parts


def _merged(nodes: Sequence[Expression]) -> Expression:
    """Return the array of some trees of one structure."""
    node, shape = nodes[0], (len(nodes), *nodes[0].shape)
    if node.op in (VARIABLE, KNOWN):
        data = np.array([each.data for each in nodes])
        return Expression(node.op, node.kind, shape, data=data, more=node.more)
    args = tuple(map(_merged, zip(*(each.args for each in nodes), strict=True)))
    over = tuple(map(_merged, zip(*(each.over for each in nodes), strict=True)))
    return Expression(node.op, node.kind, shape, args, over, more=node.more)


def batches(nodes: Sequence[Expression]) -> Iterator[tuple[int, Expression]]:
    """Yield arrays of expressions of one structure, each with the index of its first one."""
    found: dict[Any, list[int]] = {}
    for i, node in enumerate(nodes):
        found.setdefault(_structure(node), []).append(i)
    for rows in found.values():
        yield rows[0], _merged([nodes[i] for i in rows])


def stack(nodes: list[Expression], kind: str = "int") -> Expression:
    """Return the array of some arrays of one shape."""
    if not nodes:
        return Expression(KNOWN, kind, (0,), data=np.zeros(0, np.int64))
    kinds = {each.kind for each in nodes}
    if len(kinds) > 1:
        if WHOLE in kinds:
            refuse("a constraint over a whole graph is added by itself")
        nodes, kinds = [number(each) for each in nodes], {"int"}
    shapes = {each.shape for each in nodes}
    if len(shapes) > 1:
        refuse(f"a list of arrays of the shapes {' and '.join(map(str, sorted(shapes)))}")
    found = [each for _, each in batches(nodes)]
    if len(found) == 1 and nodes[0].op != LISTED:
        return found[0]
    parts = tuple(node._take(i) for node in nodes for i in range(node.size))
    return Expression(LISTED, kinds.pop(), (len(nodes), *nodes[0].shape), parts)


# ---------- along an axis ----------


def _take_over(node: Expression, rows: Any) -> Expression:
    """Return the last axis of an array at some places of the others."""
    width, shape = node.shape[-1], np.shape(rows)
    if node.op == LISTED:
        parts = tuple(each._take(rows) for each in node.args)
        return Expression(LISTED, node.kind, (*shape, width), parts)
    return node._take(np.asarray(rows)[..., None] * width + np.arange(width))


def along(
    op: str, kind: str, axis: int | None, *every: Expression, counts: Operands = ()
) -> Expression:
    """Return an operation along an axis of arrays, or on all places."""
    shape = every[0].shape
    if axis is None:
        every = tuple(each.flatten() for each in every)
    elif not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        refuse(f"an array of shape {shape} has no axis {axis!r}")
    elif axis not in (-1, len(shape) - 1):
        every = tuple(each._take(np.moveaxis(_places(each.shape), axis, -1)) for each in every)
    return _operation(op, kind, every[0].shape[:-1], counts, every)


def total(values: Value, axis: int | None = None) -> Expression:
    """Return a sum; of known numbers times conditions, those whose condition holds."""
    found = expression(values)
    if found.kind == "bool" and found.op != KNOWN:
        return along("count", "int", axis, found)
    found = number(found)
    for one, other in (found.args, found.args[::-1]) if found.op == "*" else ():
        if one.op == "held":
            return along("sum", "int", axis, other, *one.args)
    if found.op == "held":
        return along("count", "int", axis, found.args[0])
    return along("sum", "int", axis, found)


def _element(values: Expression, at: Expression) -> Expression:
    """Return the entry of an array at a place that is to be found; a condition elsewhere is false,
    and a number 0."""
    if values.ndim != 1:
        refuse("an array with one axis has a place that is to be found")
    places = number(at).reshape(*at.shape, 1) == np.arange(len(values))
    every = values._broadcast(places.shape)
    if values.kind == "bool":
        return (places & every).any(-1)
    return along("sum", "int", -1, every, places)
