"""Reads files of data: graphs in the forms of DIMACS and TSPLIB, and fields between commas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nlc.errors import Source, Span, fail
from nlc.language import syntax as s

Field = s.Str
"""A text with its place in the file."""

GRAPHS, TABLES = (".col", ".hcp"), (".csv",)
"""The endings of their files."""


def fields(source: Source, pattern: str) -> Iterator[list[Field]]:
    """Yield the fields of each line that has some: the first group of each match of a pattern."""
    for number, line in enumerate(source.text.splitlines(), 1):
        found = []
        for match in re.finditer(pattern, line) if line.strip() else ():
            first, last = match.start(1) + 1, match.end(1) + 1
            text = match[1][1:-1] if match[1].startswith('"') else match[1]
            found.append(s.Str(Span(source, number, first, number, max(last, first + 1)), text))
        if found:
            yield found


def table_rows(source: Source) -> list[list[Field]]:
    """Return the fields of a table, between commas, semicolons or tabs, perhaps in quotes."""
    end = next((sign for sign in "\t;" if sign in source.text.partition("\n")[0]), ",")
    return list(fields(source, rf'(?:^|(?<={end}))[ ]*("[^"]*"|[^{end}]*?)[ ]*(?={end}|$)'))


def graph_edges(source: Source) -> tuple[Span, int, list[tuple[Field, Field]]]:
    """Return the place of the size of a graph, its number of nodes, its edges.

    Raises:
        UserError: a line is neither a comment, the size, nor an edge between two of its nodes.
    """
    return _tsplib_edges(source) if source.path.endswith(".hcp") else _dimacs_edges(source)


def _edge(line: list[Field], nodes: int) -> tuple[Field, Field]:
    """Return the two ends of an edge."""
    one, other = line
    wrong = [end for end in line if not 1 <= int(end.value) <= nodes]
    if wrong:
        raise fail(f"the graph has nodes from 1 to {nodes}", wrong[0].span)
    if int(one.value) == int(other.value):
        raise fail("an edge joins two different nodes", other.span)
    return one, other


def _tsplib_edges(source: Source) -> tuple[Span, int, list[tuple[Field, Field]]]:
    """Read a file for the search of Hamiltonian cycles: keys, then pairs of nodes up to -1."""
    size, nodes, listed = None, 0, False
    edges: list[tuple[Field, Field]] = []
    for line in fields(source, r"([^\s:]+|:)"):
        words = [field.value for field in line if field.value != ":"]
        match words:
            case ["NAME" | "COMMENT", *_] | ["TYPE", "HCP"] | ["EDGE_DATA_FORMAT", "EDGE_LIST"]:
                continue
            case ["DIMENSION", count] if count.isdecimal() and size is None:
                size, nodes = line[-1].span, int(count)
                continue
            case ["EDGE_DATA_SECTION"] if size:
                listed = True
                continue
            case ["-1"] | ["EOF"] if listed:
                return size or line[0].span, nodes, edges
            case [one, other] if listed and one.isdecimal() and other.isdecimal():
                edges.append(_edge(line, nodes))
                continue
        hint = "'TYPE : HCP', 'DIMENSION : 20', 'EDGE_DATA_FORMAT : EDGE_LIST', EDGE_DATA_SECTION,"
        hint += " '1 2' for each edge, and -1"
        raise fail("this is not a line of a graph", line[0].span.to(line[-1].span), hint)
    if not listed or size is None:
        raise fail("this graph has no section EDGE_DATA_SECTION", Span(source, 1, 1, 1, 1))
    return size, nodes, edges


def _dimacs_edges(source: Source) -> tuple[Span, int, list[tuple[Field, Field]]]:
    size, nodes, edges = None, 0, []
    for line in fields(source, r"(\S+)"):
        match [field.value for field in line]:
            case ["c" | "n" | "d" | "v" | "x", *_]:  # comments, and what belongs to no graph alone
                continue
            case ["p", "edge" | "edges" | "col", count, _] if count.isdecimal() and size is None:
                size, nodes = line[2].span, int(count)
                continue
            case ["e", one, other] if size and one.isdecimal() and other.isdecimal():
                edges.append(_edge(line[1:], nodes))
                continue
        hint = "'p edge 11 20', then 'e 1 2' for each edge, and comments after 'c'"
        raise fail("this is not a line of a graph", line[0].span.to(line[-1].span), hint)
    if size is None:
        raise fail("this graph has no line 'p edge NODES EDGES'", Span(source, 1, 1, 1, 1))
    return size, nodes, edges


def graph_topology(topology: s.Topology, source: Source) -> s.Topology:
    """Return the topology of the graph of a file: cells ``v1``, ``v2``, …, each link once."""
    size, nodes, edges = graph_edges(source)
    cells = tuple(s.Ref(size, f"v{i}") for i in range(1, nodes + 1))
    ends = dict.fromkeys(tuple(sorted((int(a.value), int(b.value)))) for a, b in edges)
    links = tuple((cells[a - 1], cells[b - 1]) for a, b in ends)
    return s.Topology(topology.span, topology.name, (), cells, links, topology.file)
