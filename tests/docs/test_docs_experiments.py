"""The pages on experiments, compared with the suites and with what a suite may say."""

from __future__ import annotations

import re

import msgspec
import pytest
from support import documents

from nlc.comparing import suite_file
from nlc.comparing.names import COUNTS, FACTS, FIGURES, KEYS, TIMES
from nlc.comparing.suite import Plot, PublishedFigures, PuzzlesTable, Table
from nlc.errors import Source

PAGES = ("docs/lab/experiments.md", "docs/lab/genres.md")
MANUAL = "docs/comparing.md"


def test_every_suite_is_on_a_page_and_every_plot_is_there() -> None:
    text = "\n".join(map(documents.document, PAGES))
    assert set(suite_file.names()) <= set(re.findall(r"`([\w-]+)`", text))
    for plot in re.findall(r"!\[.*?\]\((.*?)\)", text):
        assert (documents.ROOT / "docs" / "lab" / plot).is_file()


@pytest.mark.processes
def test_the_example_is_a_suite() -> None:
    (block,) = documents.blocks(MANUAL, "toml")
    suite = suite_file.parse_suite(Source("mine.toml", block.text))
    assert len(suite.competitors) == 4
    assert (
        suite_file.parse_suite(Source("mine.toml", block.text), full=True).limits.cpu_seconds == 60
    )


def test_every_key_of_a_suite_is_described_and_no_other() -> None:
    tables = (suite_file.SuiteTable, suite_file.LimitsTable, PuzzlesTable)
    tables += (suite_file.CompetitorTable, Table, Plot, PublishedFigures)
    keys = {field.name for table in tables for field in msgspec.structs.fields(table)}
    table = documents.document(MANUAL).partition("| table | key | says |")[2].partition("\n\n")[0]
    told = {key for line in table.splitlines() if line.count("|") > 3 for key in _keys(line)}
    assert keys | {"limits"} == told


def _keys(line: str) -> list[str]:
    """Return the keys of a line of the table, and those of `limits` from what it says."""
    cells = line.split("|")
    found = re.findall(r"`(\w+)`", cells[2])
    return found + (re.findall(r"`(\w+)`", cells[3]) if found == ["limits"] else [])


def test_the_values_and_the_facts_are_those_of_the_code() -> None:
    text = documents.document(MANUAL)
    for head, names in (("value", (*TIMES, *FIGURES, *COUNTS)), ("member", KEYS)):
        table = text.partition(f"| {head} | is |")[2].partition("\n\n")[0]
        assert re.findall(r"\| `(\w+)` \| .+ \|", table) == list(names)
    facts = re.search(r"^Facts are (.*?)\. ", text, re.M | re.S)
    assert facts is not None
    assert set(re.findall(r"`(\w+)`", facts[1])) == set(FACTS)
