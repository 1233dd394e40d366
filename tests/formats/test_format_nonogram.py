"""Nonograms as programs and people write them: all are one puzzle."""

from __future__ import annotations

import pytest

import nlc

XML = """<puzzleset><puzzle type="grid" defaultcolor="black">
<title>Two rows</title>
<clues type="columns">
<line><count>2</count></line>
<line><count color="black">1</count></line>
<line/>
<line><count>1</count></line>
</clues>
<clues type="rows">
<line><count>1</count><count>1</count></line>
<line><count>2</count></line>
</clues>
<solution type="goal"><image>|X..X|XX..|</image></solution>
"""

TEXTS = {
    "non": 'title "A"\nwidth 4\nheight 2\n\nrows\n1,1\n2\n\ncolumns\n2\n1\n\n1\ngoal "1"\n',
    "nin": "4 2\n1 1\n2\n2\n1\n0\n1\n",
    "mk": "2 4\n1 1\n2\n#\n2\n1\n0\n1\n",
    "cwd": "2\n4\n1 1\n2\n\n2\n1\n0\n1\n",
    "g": "#d\n0:. white\n1:# black\n:\n1 1\n2\n:\n2\n1\n0\n1\n:\n",
    "gno": "[Dimensions]\n2\n4\n[Row clues]\n1, 1\n2\n[Column clues]\n2\n1\n0\n1\n[State]\n1\n",
    "each": "Row 1: 1 1\nRow #2: 2\nC1: 2\nC2: 1\nColumn 3 (last but one): 0\nCol 4: 1\n",
    "empty": "width 4\nheight 2\nRow 1: 1 1\nRow 2: 2\nC1: 2\nC2: 1\nC3:\nC4: 1\n",
    "json": '{"columns": [[2], [1], [], [1]], "rows": [[1, 1], [2]]}',
    "xml": XML,
    "txt": "Rows: 1 1; 2\nColumns: 2, 1, 0, 1\n",
}


@pytest.mark.parametrize("ending", TEXTS)
def test_all_texts_are_one_puzzle(ending: str, tmp_path) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_text(TEXTS[ending], encoding="utf-8")
    (puzzle,) = nlc.load(path)
    assert puzzle.to("pzpr").strip() == "https://puzz.link/p?nonogram/4/2/21g1112g"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1\n2\n\n2\n1\n1\n", "rows and columns cannot be told apart here"),
        ("3\n1 1\n2\n\n3\n1 1\n2\n", "rows and columns cannot be told apart here"),
        ("rows\n1a 9\n2\ncolumns\n2\n1\n1\n", "expected a number; there are no colours here"),
        ("rows\n1 1\n3\ncolumns\n2\n1\n1\n", "the rows have 5 shaded cells, and the columns 4"),
        ("height 5\nrows\n2\n1\n\n\ncolumns\n3\n", "expected 5 rows and columns, and here are 2"),
        ("Row 1: 2, 1\nC1: 1\nC2: 1\nC3: 0\n", "the rows have 3 shaded cells, and the columns 2"),
        ("Row 2: 2\nRow 1: 1 1\nColumns: 2; 1; 0; 1", "expected number 1; they count"),
        ("Row 0: 2\nRow 1: 1 1\nColumns: 2; 1; 0; 1", "expected number 1; they count from 1"),
        (f"Row {'9' * 5000}: 1\nC1: 1", "expected number 1; they count from 1"),
        (f"Row 1: {'9' * 5000}\nC1: 1", "expected a number"),
        ("rows\n1 1\n2\n", "expected all rows and columns, and here are 0"),
        ("rows = [\n[\n1,\n1],[2]]\ncolumns=[[2],[1],[1]]", "expected lists of numbers, each in"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(nlc.InputError, match=message):
        nlc.loads(text, genre="nonogram")
