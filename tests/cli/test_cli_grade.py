"""``nlc grade``: techniques, their number and the hardest step."""

from __future__ import annotations

SOLO = """\
solo 3x3:1_8j8_2_3_6_4c6b7a8g1b4b5_1_9b2b3g7a6b9c9_8_7_4_5j5_4
solo 3x3:6d7b2b3a6a9b9_4b5d4b6c1b2b8b9b7c3b5d7b6_3b8a3a4b3b5d8
"""


def test_the_table_tells_techniques_and_the_hardest_step(nlc, write):
    said = nlc("grade", write("solo.txt", SOLO))
    assert said.status == 0
    assert "locked candidates (2)" in said.out and "× hidden single" in said.out


def test_json_tells_them_too(nlc, write):
    first, second = nlc("grade", write("solo.txt", SOLO), "--format", "json").objects
    assert (first["level"], first["hardest_step"]) == ("easy", "hidden single")
    assert (second["level"], second["hardest_step"]) == ("medium", "locked candidates")
    assert second["techniques"]["locked candidates"] > 0
