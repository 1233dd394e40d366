from xml.etree import ElementTree

import pytest

from nlc.bench.making import boards
from nlc.bench.plot import svg
from nlc.bench.scaling import Row, plot
from nlc.load import load_puzzles

SVG = "{http://www.w3.org/2000/svg}"


def test_boards_of_all_sizes_are_made_once_and_kept(tmp_path):
    path = boards(tmp_path, "some", [(5, 4), (4, 5)], 2)
    cases, _ = load_puzzles(str(path))
    shapes = [(len(case.literal.lines[0].split()[0]), len(case.literal.lines)) for case in cases]
    assert shapes == [(5, 4), (5, 4), (4, 5), (4, 5)]
    path.write_text("kept")
    assert boards(tmp_path, "some", [(5, 4)], 2).read_text() == "kept"


def test_a_plot_places_points_by_their_logarithms():
    tree = ElementTree.fromstring(svg({"a & b": [(1, 1), (10, 10), (100, 100)]}, "x", "y"))
    places = [(float(c.get("cx")), float(c.get("cy"))) for c in tree.iter(f"{SVG}circle")]
    (x0, y0), (x1, y1), (x2, y2) = places
    assert x0 < x1 < x2
    assert y0 > y1 > y2
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.2)
    assert "a & b" in [text.text for text in tree.iter(f"{SVG}text")]


def test_a_board_that_was_not_solved_is_not_plotted():
    rows = [Row(10, "compile", 1.0, None, 50.0, True)]
    rows += [Row(size, "solve", 1.0, 0.5, 50.0, size < 30) for size in (10, 20, 30)]
    tree = ElementTree.fromstring(plot(rows))
    assert len(list(tree.iter(f"{SVG}circle"))) == 2 * 3
