import re

import numpy as np
import pytest

from nlc.cnf.decode import decode_comments
from nlc.errors import UserError


def decode(names: list[str], true: list[int], *comments: str) -> dict[str, object]:
    values = np.full(len(names) + 1, -1, np.int8)
    values[true] = 1
    return decode_comments(dict(enumerate(names, 1)), values, comments)


NAMED: dict[str, tuple[list[str], list[int], tuple[str, ...], dict[str, object]]] = {
    "conditions in order": (
        ["line[r1c1-r1c2]", "line[r1c1.side(N)]", "line[r1c1|r2c1]"],
        *([3, 1], (), {"line": ["r1c1-r1c2", "r1c1|r2c1"]}),
    ),
    "a variable for each value": (
        ["color[r1c1]=A", "color[r1c1]=B", "color[r1c2]=A", "color[r1c2]=B", "color[r1c3]=A"],
        *([2, 3], (), {"color": {"r1c1": "B", "r1c2": "A"}}),
    ),
    "bits, lowest first": (
        [f"color[r1c{c}].bit{b}" for c in (1, 2, 3) for b in (0, 1)],
        *([1, 4], ("nlc", "domain color A B C")),
        {"color": {"r1c1": "B", "r1c2": "C", "r1c3": "A"}},
    ),
    "presence": (
        ["color[a].bit0", "color[b].bit0", "color[a].has", "color[b].has"],
        *([1, 2, 4], ("domain color A B",), {"color": {"b": "B"}}),
    ),
    "percent signs": (["color[a]=A%20%3D%C3%A9"], [1], (), {"color": {"a": "A =é"}}),
    "percent signs in a domain": (
        *(["color[a].bit0"], [1], ("domain color A B%20C",), {"color": {"a": "B C"}}),
    ),
    "the whole puzzle": (
        ["even", "n=1", "n=2", "k.has", "k.bit0", "odd"],
        *([1, 3, 5], ("domain k A B",), {"even": True, "n": "2", "k": None, "odd": False}),
    ),
    "a value of the whole puzzle": (
        *(["one"], [1], ("value m puzzle 7",), {"one": True, "m": "7"}),
    ),
}


@pytest.mark.parametrize("case", NAMED)
def test_names_tell_the_solution(case: str) -> None:
    names, true, comments, found = NAMED[case]
    assert decode(names, true, *comments) == found


UNKNOWN = "variable 1 has a name of no known form"
TWO_FORMS = "x is named as a boolean and as a finite-domain variable"


@pytest.mark.parametrize(
    ("names", "true", "comments", "message"),
    [
        *(
            ([name], [1], (), UNKNOWN)
            for name in ("x y", "line[a", "[a]", "line[a].bit", "line[a].bit0x", "a[b]c")
        ),
        (["color[a]=A", "color[a]=B"], [1, 2], (), "color[a] has two values, A and B"),
        (["color[a].bit0"], [1], ("domain colour A B",), "no comment 'c domain color …'"),
        (
            *(["color[a].bit0", "color[a].bit1"], [1, 2], ("domain color A B C",)),
            "color[a] has index 3 of only 3 values",
        ),
        (["x[a]", "x[a]=A"], [], (), TWO_FORMS),
        (["x[a]=A", "x[a]"], [], (), TWO_FORMS),
    ],
)
def test_names_that_tell_none_are_refused(
    names: list[str], true: list[int], comments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        decode(names, true, *comments)
