import numpy as np
import pytest

from nlc.cnf.decode import decode_comments
from nlc.errors import UserError


def decode(names: list[str], true: list[int], *comments: str) -> dict[str, object]:
    values = np.full(len(names) + 1, -1, np.int8)
    values[true] = 1
    return decode_comments(dict(enumerate(names, 1)), values, comments)


def test_a_boolean_map_is_the_list_of_its_true_elements_in_order() -> None:
    names = ["line[r1c1-r1c2]", "line[r1c1.side(N)]", "line[r1c1|r2c1]"]
    assert decode(names, [3, 1]) == {"line": ["r1c1-r1c2", "r1c1|r2c1"]}


def test_one_variable_a_value() -> None:
    names = ["color[r1c1]=A", "color[r1c1]=B", "color[r1c2]=A", "color[r1c2]=B", "color[r1c3]=A"]
    assert decode(names, [2, 3]) == {"color": {"r1c1": "B", "r1c2": "A"}}


def test_bits_spell_the_index_of_the_value_lowest_first() -> None:
    names = [f"color[r1c{c}].bit{b}" for c in (1, 2, 3) for b in (0, 1)]
    found = decode(names, [1, 4], "nlc", "domain color A B C")
    assert found == {"color": {"r1c1": "B", "r1c2": "C", "r1c3": "A"}}


def test_presence_decides_whether_there_is_a_value() -> None:
    names = ["color[a].bit0", "color[b].bit0", "color[a].has", "color[b].has"]
    assert decode(names, [1, 2, 4], "domain color A B") == {"color": {"b": "B"}}


def test_texts_of_values_are_percent_decoded() -> None:
    assert decode(["color[a]=A%20%3D%C3%A9"], [1]) == {"color": {"a": "A =é"}}
    assert decode(["color[a].bit0"], [1], "domain color A B%20C") == {"color": {"a": "B C"}}


def test_a_variable_of_the_whole_puzzle_has_one_value() -> None:
    names = ["even", "n=1", "n=2", "k.has", "k.bit0", "odd"]
    assert decode(names, [1, 3, 5], "domain k A B") == {
        "even": True,
        "n": "2",
        "k": None,
        "odd": False,
    }
    assert decode(["one"], [1], "value m puzzle 7") == {"one": True, "m": "7"}


@pytest.mark.parametrize("name", ["x y", "line[a", "[a]", "line[a].bit", "line[a].bit0x", "a[b]c"])
def test_a_name_of_no_known_form_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="variable 1 has a name of no known form"):
        decode([name], [1])


def test_two_values_of_one_element_are_refused() -> None:
    with pytest.raises(UserError, match=r"color\[a\] has two values, A and B"):
        decode(["color[a]=A", "color[a]=B"], [1, 2])


def test_bits_without_their_values_are_refused() -> None:
    with pytest.raises(UserError, match="no comment 'c domain color …'"):
        decode(["color[a].bit0"], [1], "domain colour A B")


def test_an_index_without_a_value_is_refused() -> None:
    with pytest.raises(UserError, match=r"color\[a\] has index 3 of only 3 values"):
        decode(["color[a].bit0", "color[a].bit1"], [1, 2], "domain color A B C")


@pytest.mark.parametrize("names", [["x[a]", "x[a]=A"], ["x[a]=A", "x[a]"]])
def test_a_variable_of_two_forms_is_refused(names: list[str]) -> None:
    with pytest.raises(UserError, match="x is named as a boolean and as a finite-domain variable"):
        decode(names, [])
