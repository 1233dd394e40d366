import re
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from bench import kit
from msgspec.structs import replace

from nlc.cli import main
from nlc.cli.progress import bar
from nlc.comparing import suite_file
from nlc.comparing.markup import escape
from nlc.comparing.plots import write
from nlc.comparing.report import (
    cell,
    disagreements,
    fill,
    notes,
    pairs_of,
    quartiles,
    ratio_text,
    ratios_of,
)
from nlc.comparing.results import Measurement, PuzzleRecord, Record
from nlc.comparing.samples import Data, collect
from nlc.drivers.base import Limits
from nlc.errors import Source, UserError

SUITE = kit.small()


def data(*rows: Record, puzzles: tuple[PuzzleRecord, ...] = (), suite=SUITE) -> Data:
    """Return what some rows say, of puzzles ``a``, ``b`` … unless others are given."""
    made = puzzles or [kit.puzzle_record(name) for name in sorted({row.puzzle for row in rows})]
    (found,) = collect([kit.run_record(suite), *made, *rows])
    return found


def row(puzzle: str, competitor: str, seconds: float | None, **more) -> Measurement:
    return kit.row(SUITE, puzzle, competitor, seconds, **more)


def written(folder, records, name: str = "r.jsonl") -> str:
    """Write records to a file and return its path."""
    path = folder / name
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in records))
    return str(path)


def text(value: str, found: Data, competitor: str = "sat") -> str:
    samples = [each for each in found.samples if each.competitor == competitor]
    if value == "ratio":
        first = {each.puzzle.id: each for each in found.samples if each.competitor == "sat"}
        return ratio_text(*ratios_of([pairs_of(samples, first)]))
    return cell(value, samples)


def columns(printed: str) -> list[list[str]]:
    """Return the cells of the lines of a table, which are two blanks apart at least."""
    return [re.split(r"  +", line.strip()) for line in printed.splitlines()]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([5], (5, 5, 5)),
        ([1, 2], (1, 1.5, 2)),
        ([1, 2, 3, 4, 5], (2, 3, 4)),
        ([4, 1, 3, 2], (1.5, 2.5, 3.5)),
        ([1, 2, inf], (1.5, 2, inf)),
        ([1, inf, inf, inf], (inf, inf, inf)),
    ],
)
def test_quartiles_are_the_medians_of_both_halves(numbers, expected):
    assert quartiles(numbers) == expected


REPORTED = kit.small(
    kit.SMALL.replace('["solved",', '["time", "mean seconds", "timeouts", "solved",')
)


def reported() -> list[Record]:
    """Return the records of a run of which a report has much to say."""
    sizes = {"a": ("4x4", 2), "b": ("4x4", 3), "c": ("10x10", 2), "d": ("9x9", 11), "e": ("9x9", 2)}

    def of(puzzle: str, competitor: str, seconds: float | None, **more) -> Measurement:
        return kit.row(REPORTED, puzzle, competitor, seconds, **more)

    return [
        kit.run_record(REPORTED),
        *(kit.puzzle_record(name, *size) for name, size in sizes.items()),
        *(of("a", "sat", s, repetition=i) for i, s in enumerate([1.0, 2.0, 30.0])),
        of("a", "search", 3.0),
        of("b", "sat", 4.0, figures={"rejected": 2, "clauses": 90}),
        of("b", "search", 40.0, unique=False),
        of("c", "sat", None),
        of("c", "search", None, outcome="refused"),
        of("d", "sat", None, outcome="wrong"),
        of("d", "search", 19.0),
        of("e", "sat", 6.0, status="UNSATISFIABLE"),
        of("e", "search", 2.0),
        of("a", "search", 7.0, repetition=1, limits=Limits(1)),
        of("b", "search", 7.0, repetition=1, version="0.0.9"),
        of("c", "search", 7.0, repetition=1, code="other"),
        of("d", "search", 7.0, repetition=1, who="another"),
    ]


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "csv", "json"])
def test_a_report_is_what_it_was_when_its_figures_were_reckoned_by_hand(tmp_path, capsys, form):
    assert main(["bench", "report", written(tmp_path, reported()), "--format", form]) == 1
    golden = Path(__file__).parent / "golden" / f"report.{form}"
    assert capsys.readouterr().out == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({}, {"status": "UNSATISFIABLE"}, "UNSAT by search. SAT by sat."),
        ({"count": 3}, {"count": 4}, "3 solutions by sat. 4 solutions by search."),
        (
            {"unique": True},
            {"unique": False},
            "One solution by sat. No or several solutions by search.",
        ),
    ],
)
def test_competitors_that_contradict_each_other_are_told_unless_their_rules_differ(
    one, other, told
):
    rows = [row("a", "sat", 1.0, **one), row("a", "search", 1.0, **other)]
    assert disagreements(data(*rows)) == [f"small: on puzzle a {told}"]
    suite = kit.small(kit.SMALL.replace('"backtrack"', '"backtrack"\noptions = { touch = false }'))
    rows = [kit.row(suite, "a", "sat", 1.0, **one), kit.row(suite, "a", "search", 1.0, **other)]
    assert disagreements(data(*rows, suite=suite)) == []


def test_a_competitor_that_contradicts_itself_is_told():
    rows = [row("a", "sat", 1.0), row("a", "sat", 1.0, repetition=1, status="UNSATISFIABLE")]
    (told,) = disagreements(data(*rows))
    assert "contradicts itself: SATISFIABLE and UNSATISFIABLE" in told


def test_where_processor_time_is_limited_that_is_the_time():
    suite = kit.small(kit.SMALL.replace("seconds = 20", "cpu = 20"))
    found = data(kit.row(suite, "a", "sat", 9.0, cpu_seconds=2.0), suite=suite)
    assert text("time", found) == "2.000"
    assert text("par2", found) == "2.000"
    assert text("seconds", found) == "9.000"


def test_there_is_no_ratio_to_what_was_not_solved():
    found = data(row("a", "sat", None), row("a", "search", 2.0))
    assert text("ratio", found, "search") == "-"


def test_like_formulas_idle_parts_and_several_changes_are_told():
    specs = "acyclic=lazy", "acyclic=lazy,connected=dual", "domains=direct,acyclic=order"
    competitors = "".join(
        f'[[competitors]]\nname = "{name}"\nsolver = "pysat:minisat22"\nencoding = "{spec}"\n'
        for name, spec in zip(("one", "two", "three"), specs, strict=True)
    )
    head = 'title = "t"\n[[puzzles]]\nmethod = "scatter"\nsizes = ["4x4"]\npairs = [2]\n'
    suite = suite_file.parse_suite(Source("own.toml", head + competitors))
    used = "domains={},cardinality=auto,acyclic={}"
    idle = ("connected=dual: no rule needs it",)
    found = data(
        kit.row(suite, "a", "one", 1.0, formula="f", used=used.format("log", "lazy")),
        kit.row(suite, "a", "two", 1.0, formula="f", used=used.format("log", "lazy"), idle=idle),
        kit.row(suite, "a", "three", 1.0, formula="g", used=used.format("direct", "order-binary")),
        suite=suite,
    )
    told = notes(found)
    assert "one and two make the same formula: what differs in their times is noise" in told
    assert "two: connected=dual has nothing to do: no rule needs it" in told
    assert (
        "three differs from one in more than one part: "
        "domains (log and direct), acyclic (lazy and order-binary)" in told
    )


def test_a_file_of_published_figures_has_all_its_rows_beside_the_column_that_it_names(tmp_path):
    (tmp_path / "theirs.csv").write_text('size,pairs,they\n4x4,3,"1,5"\n10x10,2,> 10\n9x9,11,\n')
    text = kit.SMALL.replace('values = { "4x4, 2" = "7 s" }', 'beside = "sat"\nfile = "theirs.csv"')
    text = text.replace('"elsewhere"', '"they"')
    suite = suite_file.parse_suite(Source(str(tmp_path / "small.toml"), text))
    found = replace(data(row("a", "sat", 1.0), row("a", "search", 3.0)), suite=suite)
    filled = fill(found, suite.tables[0])
    assert filled.heads == ("sat", "they †", "search")
    keys = (("4x4", "2"), ("4x4", "3"), ("9x9", "11"), ("10x10", "2"))
    assert filled.keys == keys
    theirs = {key: cells[1] for key, cells in zip(filled.keys, filled.cells, strict=True)}
    assert theirs == dict(zip(keys, ("-", "1,5", "-", "> 10"), strict=True))


def test_latex_escapes_what_it_would_take_for_commands():
    assert escape(r"50 % of $x_1$ & \y") == r"50 \% of \$x\_1\$ \& \textbackslash{}y"


def test_a_file_without_a_run_has_nothing_to_report(tmp_path, capsys):
    assert main(["bench", "report", written(tmp_path, [kit.puzzle_record("a")])]) == 2
    assert "there is no result" in capsys.readouterr().err


def test_a_suite_without_tables_is_told(tmp_path, capsys):
    text = SUITE.text.replace("[[tables]]", "[[plots]]").partition("[[plots]]")[0]
    suite = replace(SUITE, tables=(), text=text)
    assert main(["bench", "report", written(tmp_path, [kit.run_record(suite)])]) == 0
    assert "has no [[tables]]" in capsys.readouterr().out


@pytest.mark.slow
def test_plots_into_a_file_are_refused(plotted, tmp_path):
    (tmp_path / "plots").touch()
    with pytest.raises(UserError, match="cannot make the folder"):
        write(plotted, tmp_path / "plots", ["svg"])


@pytest.fixture
def plotted():
    puzzles = tuple(kit.puzzle_record(str(i), "4x4", 2 + i % 3) for i in range(9))
    rows = [row(str(i), "sat", 0.1 * (i + 1)) for i in range(9)]
    rows += [row(str(i), "search", None if i > 6 else 0.5 * (i + 1)) for i in range(9)]
    return data(*rows, puzzles=puzzles)


@pytest.mark.slow
def test_plots_are_written_as_svg_and_png_and_the_same_results_make_the_same_bytes(
    plotted, tmp_path
):
    names = [f"small-{kind}.svg" for kind in ("cactus", "scatter", "growth")]
    first = write(plotted, tmp_path / "one", ["svg"])
    assert [path.name for path in first] == names
    second = write(plotted, tmp_path / "two", ["svg"])
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    one = replace(plotted, suite=replace(plotted.suite, plots=plotted.suite.plots[1:2]))
    svg, png = write(one, tmp_path / "png")
    assert svg.read_bytes() == first[1].read_bytes()
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_plots_name_their_competitors_and_leave_out_what_is_not_solved(plotted, tmp_path):
    paths = {path.name: path for path in write(plotted, tmp_path, ["svg"])}
    texts = {
        name: [text.text for text in ElementTree.parse(path).iter() if text.tag.endswith("text")]
        for name, path in paths.items()
    }
    assert {"C", "sat", "search", "puzzles solved"} <= set(texts["small-cactus.svg"])
    assert {"sat: seconds", "search: seconds"} <= set(texts["small-scatter.svg"])
    assert {"pairs", "seconds"} <= set(texts["small-growth.svg"])


def test_the_bar_shows_what_is_done_and_how_long_the_rest_may_take():
    assert bar("x on 5x5", 30, 120, 0, 65) == (
        "[######..................] 30/120 1:05, about 3:15 left: x on 5x5"
    )
    assert bar("x", 10, 20, 10, 1) == "[############............] 10/20 0:01: x"
    assert "1:00:00" in bar("x", 1, 2, 0, 3600)
