"""Models without a board, and files of data."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from support.number_puzzles import EXAMPLES

import nlc
from nlc.errors import UserError

TABLE = """genre g {{
  given cost : {over} -> {type} from "{file}";
  var pick : {over} -> bool;
  rule r {{ {rule} }}
  show pick;
}}
puzzle "p" is g {{ topology none; {more} }}
"""
GRAPH = """genre g {{ var v : cell -> bool; show v; }}
puzzle "p" is g {{ topology graph from "{}"; }}
"""
WORKERS = '{"ann", "bob"}'


def written(folder, data, over=f"w in {WORKERS}, t in 1..2", values="0..99", more="", rule=None):
    """Write a model and its data; return its path."""
    arguments = ", ".join(part.split(" in ")[0] for part in over.split(", ") if " in " in part)
    rule = rule or f"for {over} {{ pick[{arguments}] iff cost({arguments}) > 3; }}"
    (folder / "cost.csv").write_text(data)
    text = TABLE.format(over=over, type=values, file="cost.csv", more=more, rule=rule)
    (folder / "p.nl").write_text(text)
    return folder / "p.nl"


def picked(path):
    return nlc.solve(nlc.load(path)[0], nlc.UNIQUE).board.to_json()["pick"]


@pytest.mark.parametrize(
    "data",
    [
        "w,t,cost\nann,1,4\nann,2,0\nbob,1,3\nbob,2,9\n",
        "cost,1,2\nann,4,0\nbob,3,9\n",
        ' ;2;1\n"bob"; 9;3\n\nann;0 ;4',
        "\t1\t2\nann\t4\t0\nbob\t3\t9",
    ],
)
def test_a_table_is_read_by_lines_or_as_a_matrix(tmp_path, data):
    assert picked(written(tmp_path, data)) == ["ann,1", "bob,2"]


def test_conditions_and_values_that_are_missing_and_other_files(tmp_path):
    rule = f"for w in {WORKERS}, t in 1..2 {{ pick[w, t] iff cost(w, t); }}"
    path = written(tmp_path, ",1,2\nann,1,\nbob,false,true\n", values="bool", rule=rule)
    assert picked(path) == ["ann,1", "bob,2"]
    rule = rule.replace("iff cost", "iff not has cost")
    more = 'given cost from "other.csv";'
    path = written(tmp_path, "", values="1..9?", rule=rule, more=more)
    (tmp_path / "other.csv").write_text("w,t,cost\nbob,1,2\nann,2,5\n")
    assert picked(path) == ["ann,1", "bob,2"]


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        ("cost,1,2\nann,4,0\nbob,3,100\n", "cost.csv:3:7", "'cost' is a number from 0 to 99"),
        ("cost,1,2\nann,4,x\nbob,3,1\n", "cost.csv:2:7", "'cost' is a number from 0 to 99"),
        ("cost,1,3\nann,4,0\n", "cost.csv:1:8", "'3' is not a value of 't' of 'cost'"),
        ("cost,1,2\nann,4,0\nbo,3,1\n", "cost.csv:3:1", "'bo' is not a value of 'w' of 'cost'"),
        ("cost,1,2\nann,4\n", "cost.csv:2:1", "this line has 2 fields, the first one 3"),
        ("cost,1,2\nann,4,0\nann,3,1\n", "cost.csv:3:5", "'cost' has a value here already"),
        ("cost,1,2\nann,4,0\n", "p.nl:2:9", "bob,1 has no 'cost'"),
        ("", "cost.csv:1:1", "the first line names the columns: w,t,cost"),
    ],
)
def test_a_mistake_in_a_table_is_told_at_its_field(tmp_path, data, place, message):
    with pytest.raises(UserError) as caught:
        nlc.solve(nlc.load(written(tmp_path, data))[0])
    assert place in str(caught.value) and message in str(caught.value)


@pytest.mark.parametrize(
    ("graph", "place", "message"),
    [
        ("e 1 2\n", "g.col:1:1", "this is not a line of a graph"),
        ("p edge 2 1\ne 1 3\n", "g.col:2:5", "the graph has nodes from 1 to 2"),
        ("p edge 2 1\ne 2 2\n", "g.col:2:5", "an edge joins two different nodes"),
        ("c empty\n", "g.col:1:1", "this graph has no line"),
        ("DIMENSION : 2\nEDGE_DATA_SECTION\n1 3\n-1\n", "g.hcp:3:3", "nodes from 1 to 2"),
        ("NAME: g\nEDGE_DATA_FORMAT: ADJ_LIST\n", "g.hcp:2:1", "this is not a line of a graph"),
        ("TYPE : HCP\n", "g.hcp:1:1", "this graph has no section EDGE_DATA_SECTION"),
    ],
)
def test_a_mistake_in_a_graph_is_told_at_its_line(tmp_path, graph, place, message):
    name = place.partition(":")[0]
    (tmp_path / name).write_text(graph)
    (tmp_path / "p.nl").write_text(GRAPH.format(name))
    with pytest.raises(UserError) as caught:
        nlc.load(tmp_path / "p.nl")
    assert place in str(caught.value) and message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../g.col", "a file to use lies in the folder of the input, or below it"),
        ("/etc/hosts.col", "a file to use lies in the folder of the input, or below it"),
        ("none.col", "there is no file 'none.col' to read"),
        ("g.txt", "a file of data here has the ending .col"),
        ("pipe.col", "there is no file 'pipe.col' to read"),
    ],
)
def test_no_file_is_read_but_of_the_folder_of_the_input(tmp_path, name, message):
    inside = tmp_path / "inside"
    (inside / "pipe.col").mkdir(parents=True)
    (tmp_path / "g.col").write_text("p edge 2 1\ne 1 2\n")
    (inside / "p.nl").write_text(GRAPH.format(name))
    with pytest.raises(UserError) as caught:
        nlc.load(inside / "p.nl")
    assert message in str(caught.value)


def test_the_page_reads_no_file():
    from nlc.errors import Source
    from nlc.loading import parse_puzzles

    text = (EXAMPLES / "graphs.nl").read_text()
    with pytest.raises(UserError) as caught:
        parse_puzzles(Source(str(EXAMPLES / "graphs.nl"), text), "nl", allow_use=None)
    assert "here no files are read" in str(caught.value)


def test_a_graph_of_a_file_has_the_colourings_of_brute_force(tmp_path):
    random = Random(5)
    edges = {tuple(sorted(random.sample(range(1, 6), 2))) for _ in range(6)}
    lines = [f"e {b} {a}" for a, b in edges] + [f"e {a} {b}" for a, b in edges]
    (tmp_path / "g.col").write_text("\n".join(["c five nodes", f"p edge 5 {len(lines)}", *lines]))
    pairs = """genre pairs {
      given edge : i in 1..5, j in 1..5 -> bool from "g.col";
      var colour : i in 1..5 -> 1..3;
      rule apart { for i, j in 1..5 where edge(i, j) { colour[i] != colour[j]; } }
      show colour;
    }
    puzzle "2" is pairs { topology none; }"""
    text = f'puzzle "1" is colouring {{ topology graph from "g.col"; set k = 3; }}\n{pairs}'
    (tmp_path / "p.nl").write_text(text)
    right = sum(
        all(colours[a - 1] != colours[b - 1] for a, b in edges)
        for colours in product(range(3), repeat=5)
    )
    assert [nlc.count(puzzle) for puzzle in nlc.load(tmp_path / "p.nl")] == [right, right]
    found = [nlc.solve(puzzle).board is not None for puzzle in nlc.load(EXAMPLES / "graphs.nl")]
    assert found == [True, False, False, True]
