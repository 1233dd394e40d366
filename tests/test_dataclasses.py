"""nlc.dataclasses behaves as the standard dataclasses do."""

from __future__ import annotations

import copy
import dataclasses as standard
import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

import nlc
from nlc import dataclasses as own
from nlc import drivers


@own.dataclass(frozen=True)
class Point:
    """A point, in a module, so that it can be pickled."""

    x: int
    y: int = 2


@own.dataclass(frozen=True)
class Space(Point):
    z: list[int] = own.field(default_factory=list)


def _classes(module: Any) -> list[type[Any]]:
    """Return the same classes, made by `module`."""

    @module.dataclass(frozen=True)
    class Base:
        a: int
        b: str = "b"
        shared: ClassVar[int] = 3

    @module.dataclass(frozen=True)
    class Derived(Base):
        c: list[int] = module.field(default_factory=list, repr=False)
        a: int = 7
        d: Any = module.field(default=None, metadata={"unit": "s"})

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError("negative")

    @module.dataclass(frozen=True, eq=False)
    class Node:
        a: int

    @module.dataclass
    class Mutable:
        a: int
        b: list[int] = module.field(default_factory=list)

        def __repr__(self) -> str:
            return "mine"

    @module.dataclass(frozen=True)
    class Equal:
        a: int
        b: int = 0

        def __eq__(self, other: object) -> bool:
            return True

    return [Base, Derived, Node, Mutable, Equal]


def _often_used(classes: list[type[Any]]) -> list[type[Any]]:
    """Return classes with a constructor that has been compiled."""
    for cls in classes:
        for _ in range(own.COMMON):
            cls(1)
    assert {cls.__init__.__name__ for cls in classes} == {"__init__"}
    return classes


PAIRS = [
    *zip(_classes(own), _classes(standard), strict=True),
    *zip(_often_used(_classes(own)), _classes(standard), strict=True),
]


def _assign(one: Any) -> None:
    one.a = 5


def _delete(one: Any) -> None:
    del one.a


def _result(call: Callable[[], Any]) -> object:
    try:
        return call()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(("light", "heavy"), PAIRS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    ("args", "named"),
    [
        ((), {}),
        ((1,), {}),
        ((-1,), {}),
        ((1, "x"), {}),
        ((1, "x", [3]), {"d": 5}),
        ((1, "x", [3], 5), {}),
        ((1, "x", [3], 5, 6), {}),
        ((), {"b": "x", "a": 1}),
        ((1,), {"a": 2}),
        ((1,), {"unknown": 2}),
        ((), {"self": 2}),
    ],
)
def test_makes_the_same_instances(
    light: type[Any], heavy: type[Any], args: tuple[Any, ...], named: dict[str, Any]
) -> None:
    made, wanted = (_result(partial(kind, *args, **named)) for kind in (light, heavy))
    if isinstance(wanted, type):
        assert made is wanted
        return
    assert vars(made) == vars(wanted)
    assert repr(made).split("(")[1:] == repr(wanted).split("(")[1:]
    calls: list[Callable[[Any], object]] = [hash, _assign, _delete]
    for call in calls:
        result = _result(partial(call, made))
        assert isinstance(result, int) or result is _result(partial(call, wanted))


@pytest.mark.parametrize(("light", "heavy"), PAIRS, ids=lambda kind: kind.__name__)
def test_compares_and_hashes_alike(light: type[Any], heavy: type[Any]) -> None:
    for kind in (light, heavy):
        one, same, other = kind(1), kind(1), kind(2)
        assert (one == same) is (heavy(1) == heavy(1))
        assert (one == other) is (heavy(1) == heavy(2))
        assert one != 1 or kind.__name__ == "Equal"
    assert (light.__hash__ is None) is (heavy.__hash__ is None)
    assert light.__match_args__ == heavy.__match_args__


@pytest.mark.parametrize(("light", "heavy"), PAIRS, ids=lambda kind: kind.__name__)
def test_the_standard_functions_take_it(light: type[Any], heavy: type[Any]) -> None:
    assert standard.is_dataclass(light)
    assert standard.asdict(light(1)) == standard.asdict(heavy(1))
    assert [f.name for f in standard.fields(light)] == [f.name for f in standard.fields(heavy)]
    assert [f.name for f in own.fields(light)] == [f.name for f in standard.fields(heavy)]
    assert str(inspect.signature(light)) == str(inspect.signature(heavy))


def test_equal_hashes_and_classes_apart() -> None:
    assert hash(Point(1)) == hash(Point(1, 2))
    assert {Point(1): 3}[Point(1, 2)] == 3
    assert Point(1) != Space(1)


def test_replaces_copies_and_pickles() -> None:
    point = Space(1, 2, [3])
    assert own.replace(point, y=5) == Space(1, 5, [3])
    assert standard.replace(point, y=5) == Space(1, 5, [3])
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == point
    with pytest.raises(TypeError):
        own.replace(point, w=1)  # type: ignore[call-arg]


def test_defaults_are_not_shared_and_fields_do_not_change() -> None:
    assert Space(1).z is not Space(1).z
    with pytest.raises(FrozenInstanceError):
        Point(1).x = 2  # type: ignore[misc]


def test_matches_by_position() -> None:
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_the_package_uses_no_other() -> None:
    """Else a class here could derive from a standard one, whose fields it would miss."""
    files = [*Path(nlc.__path__[0]).glob("**/*.py"), *Path(drivers.__path__[0]).glob("**/*.py")]
    pattern = re.compile(r"^from dataclasses import .*\b(dataclass|field|replace)\b", re.MULTILINE)
    assert len(files) > 100
    other = [path for path in files if pattern.search(path.read_text("utf-8"))]
    assert [path for path in other if path.parent.name != "oracle"] == []  # it shares no code
