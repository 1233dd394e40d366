"""The papers that encodings are after: entries of ``references.bib`` by the names in a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from unicodedata import normalize

_CITED = re.compile(r"([A-ZÀ-Þ]\w+)(?:(?:,| and) [A-ZÀ-Þ]\w+)*(?: et al\.)? ((?:19|20)\d\d)")
_ENTRY = re.compile(r"^@\w+\{(\w+),\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"(\w+) = \{((?:[^{}]|\{[^{}]*\})*)\}")


def cited(source: str) -> Iterator[str]:
    """Yield the keys of the papers that a source names: ``Sinz 2005`` is ``sinz2005``."""
    for name, year in _CITED.findall(source):
        plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
        yield f"{plain.lower()}{year}"


@cache
def entries() -> dict[str, dict[str, str]]:
    """Return the fields of every entry, by key."""
    text = (files("nlc.encode") / "references.bib").read_text(encoding="utf-8")
    return {
        key: {name: re.sub(r"[{}]", "", value) for name, value in _FIELD.findall(fields)}
        for key, fields in _ENTRY.findall(text)
    }


def references(source: str) -> Iterator[str]:
    """Yield the papers that a source names, each in a line: authors, title, venue, year, DOI."""
    for key in cited(source):
        if (paper := entries().get(key)) is not None:
            venue = paper.get("journal") or paper["booktitle"]
            venue += f" {paper['volume']}" if "volume" in paper else ""
            pages = f", {paper['pages'].replace('--', '–')}" if "pages" in paper else ""
            doi = f" https://doi.org/{paper['doi']}" if "doi" in paper else ""
            authors = paper["author"].replace(" and ", ", ")
            yield f"{authors}: {paper['title']}. {venue}{pages}, {paper['year']}.{doi}"
