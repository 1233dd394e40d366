"""What the type checker accepts; what it refuses is in the tables of errors."""

from pathlib import Path

import pytest
from language.texts import declared, diagnose, drawn, tell, typed

from nlc.errors import Diagnostics
from nlc.files import read_source
from nlc.language.files import stock_genres
from nlc.language.resolve import load
from nlc.language.types import check

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", stock_genres())
def test_stock_genres_are_free_of_errors_and_warnings(name: str) -> None:
    diagnostics = Diagnostics()
    rules = load(read_source(str(ROOT / "grammar" / f"{name}.nl"))).genres[name]
    check(rules, None, diagnostics)
    assert diagnostics.items == []


def test_the_example_puzzles_are_free_of_errors_and_warnings() -> None:
    diagnostics = Diagnostics()
    cases = load(read_source(str(ROOT / "fixtures" / "puzzles.nl"))).puzzles
    for case in cases:
        check(case.rules, case, diagnostics)
    assert diagnostics.items == []
    assert [case.rules.name for case in cases] == [
        *("numberlink", "numberlink", "numberlink", "multilink", "numberlink"),
        *("slitherlink", "slitherlink", "slitherlink"),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "for c in cells where has label(c) { color[c] = label(c); }",
        "for c in cells { color[c] = label(c) or label(c) != color[c]; }",
        "for l in links { color[a(l)] = color[b(l)] iff line[l]; }",
        "for c in cells where has clue(c) { exactly clue(c) of edge[borders(c)]; }",
        "for c in cells where clue(c) >= size { any of edge[borders(c)]; }",
        "for c in cells where dark(c) and not strict { none of line[links(c)]; }",
        "for c in cells { count line[links(c)] <= 2 and 1 < count line[links(c)]; }",
        'for c in cells where label(c) = "A" { has color[c]; }',
        "for v in vertices where port(v) = inlet or outlet = port(v) { any of edge[borders(v)]; }",
        "for c in cells { level[c] = 2 and level[c] != clue(c); }",
        "for c in cells { any of {level[c] = level[d] for d in cells where c != d}; }",
        "for k in labels { connected({c for c in cells if color[c] = k}, line); }",
        "if strict { acyclic(line); } else { connected(line); }",
        "if count labels > 2 { loop(edge); }",
        "loop(edge[{e for e in borders where inner(e)}]);",
        "path(line, r1c1, r2c2);",
        "reaches({c for c in cells if has color[c]}, {c for c in cells where dark(c)}, line);",
        "for c in cells, l in links(c) where has opposite(l, c) { line[opposite(l, c)]; }",
        "for c, d in cells where c != d and has link(c, d) { line[link(c, d)]; }",
        "for v in vertices, c in cells where c in cells(v) { has label(c) implies outside(v); }",
        "exactly 1 or size + 1 or twice(2) of line[links];",
        "odd of {line[l] for l in links if color[a(l)] = color[b(l)]};",
        "at least 1 of {c for c in cells if has color[c]};",
        "let near = links(r1c1); any of line[near];",
        "let used(x) = any of line[links(x)]; used(r1c1) iff used(r2c2);",
        "all of {dark(c) for c in cells};",
        "edge[r1c1.side(N)] and edge[border(r1c1, r1c2)] and line[link(r1c1, r1c2)];",
        "none of edge[borders(r2c2.corner(NW))];",
        "for b in borders where has link(b) { edge[b] iff line[link(b)]; }",
        "for l in links where has border(l) { edge[border(l)] iff line[l]; }",
        "for c in {first(cells(v)) for v in vertices} { line[first(links(c))]; }",
        "for _c in cells { true; }",
    ],
)
def test_sensible_statements_are_accepted(statement: str) -> None:
    assert [tell(item) for item in diagnose(typed(statement))] == []


def test_rules_of_a_graph_may_name_its_cells() -> None:
    text = (
        'puzzle "p" is numberlink {\n  topology graph { cells a right; links a-right; }\n'
        '  mark label = A at a, right;\n  rule mine { color[a] = "A"; }\n}\n'
    )
    assert diagnose(text) == []


def test_a_let_is_checked_for_each_kind_of_argument() -> None:
    items = "let near(x) = links(x);\n  rule r { any of line[near(r1c1)]; count near(PLACE) = 2; }"
    assert diagnose(declared(items.replace("PLACE", "r1c1.corner(NW)"))) == []
    told = [tell(item) for item in diagnose(declared(items.replace("PLACE", "r1c1.side(N)")))]
    assert told == ["3:23-24 'links' needs a cell or vertex here, not a border"]


@pytest.mark.parametrize(
    ("kind", "item"),
    [
        ("slitherlink", 'legend { "A" = clue: 10; "+" = bridge; "-" = empty; "o" = hole; }'),
        ("numberlink", 'legend { "x" = label: X; "y" = label: "y z"; "1" = label: 1; }'),
        ("slitherlink", "mark port = inlet at r1c1.corner(NW), r1c2.corner(SE);"),
        ("numberlink", "mark label = A at r1c1, r1c2.lane(N);"),
    ],
)
def test_legends_and_marks_take_values_of_their_given(kind: str, item: str) -> None:
    assert diagnose(drawn(kind, item)) == []
