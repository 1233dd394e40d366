"""`nlc list encodings` lists what there is and works its tables out."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from nlc.cli import main
from nlc.encode.spec import Encoding, choices


def lines(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["list", "encodings", *options]) == 0
    return capsys.readouterr().out.splitlines()


def objects(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict]:
    return [json.loads(line) for line in lines(capsys, *options, "--format", "json")]


def test_every_name_that_a_spec_takes_is_listed_once_with_its_declaration(capsys) -> None:
    found = objects(capsys)
    for part in ("domains", "cardinality", "acyclic", "passes", "numberlink"):
        listed = [n for d in found if d["node"] == part for n in (d["name"], *d["aliases"])]
        assert sorted(listed) == sorted(
            {*choices()[part]} - {"auto", "none"} | ({"merge"} if part == "passes" else set())
        )
        for name in set(listed) - {"merge"}:
            assert getattr(Encoding.parse(f"{part}={name}"), part) == name
    keys = {"name", "aliases", "node", "source", "exact", "preserves_models", "needs", "size"}
    assert all(set(d) == keys for d in found)
    thesis = next(d for d in found if (d["node"], d["name"]) == ("domains", "thesis"))
    assert thesis["needs"] == ["p <= 12"]
    assert (thesis["exact"], thesis["preserves_models"]) == (True, True)


def test_the_list_for_people_has_a_table_for_each_kind(capsys) -> None:
    text = lines(capsys)
    assert {"domains", "cardinality", "acyclic", "passes", "numberlink"} <= set(text)
    (row,) = [line for line in text if line.startswith("direct-free ")]
    assert row.split()[1:3] == ["yes", "no"]


CATALOGUE = {
    "binomial": ["0/8", "0/15", "0/26", "0/121", "0/497", "yes", "yes"],
    "seqcounter": ["8/16", "12/24", "16/32", "15/45", "31/93", "yes", "yes"],
    "totalizer": ["16/30", "24/46", "32/64", "64/186", "160/658", "yes", "yes"],
    "mtotalizer": ["20/40", "26/51", "34/65", "56/143", "115/339", "no", "no"],
    "sortnetwrk": ["20/32", "78/118", "78/118", "126/191", "382/575", "yes", "yes"],
    "ladder": ["-", "-", "-", "17/65", "33/129", "yes", "yes"],
    "bitwise": ["-", "-", "-", "4/65", "5/161", "yes", "yes"],
    "product": ["-", "-", "-", "8/45", "22/97", "yes", "yes"],
    "commander": ["-", "-", "-", "8/53", "15/106", "yes", "yes"],
    "bimander": ["-", "-", "-", "3/57", "4/145", "yes", "yes"],
}


@pytest.mark.slow
def test_the_tables_of_counts_have_the_published_figures(capsys) -> None:
    rows = {
        line.split()[0]: line.split()[1:] for line in reversed(lines(capsys, "--tables")) if line
    }
    assert {name: rows[name] for name in CATALOGUE} == CATALOGUE
    assert "parity" not in rows


def test_help_imports_no_encoding_and_no_library() -> None:
    script = (
        "import atexit, sys; from nlc.cli import main; sys.stdout = sys.stderr;"
        "libraries = {'numpy', 'pysat', 'tabulate', 'lark', 'msgspec', 'inspect', 'nlc.encode'};"
        "atexit.register(lambda: print(*libraries & set(sys.modules), file=sys.__stdout__));"
        "main(['--help'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_markdown_has_headings_and_pipe_tables(capsys) -> None:
    text = lines(capsys, "--format", "markdown")
    assert "### domains" in text
    assert sum(line.startswith("| binomial ") for line in text) == 1
