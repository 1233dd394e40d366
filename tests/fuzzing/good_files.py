"""Good files for each reader, which the fuzzer damages."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from nlc.errors import Source, UserError


class Seed(Struct, frozen=True):
    """A good file.

    Attributes:
        name: of the file.
        data: what it holds.
        words: of the command that takes it, each ``{NAME}`` standing for a file of that name.
        others: the other files of the command, by name.
    """

    name: str
    data: bytes
    words: tuple[str, ...]
    others: Mapping[str, bytes]


_PUZZLE = """puzzle "p" is numberlink {
  topology square;
  board
    1 . 1
    2 . 2
  end
}
"""


_RULES = """// a genre
use "other.nl";
genre tiny extends base "words" {
  option wide : bool = true;
  given clue : cell -> 0..4?;
  let marked = cells where has clue(c);
  var dark : cell -> bool;
  var size : cell -> 1..3?;
  rule some when wide { for c in cells where degree(c) > 2 { exactly 1 of dark[links(c)]; } }
  rule all { for l in links { (dark[a(l)] and not dark[b(l)]) iff size[a(l)] = 1 + 1; } }
  check few { count cells <= 9 or "too many" }
  show dark;
}
puzzle "t" is tiny {
  topology hex(layout=odd_r);
  set wide = false;
  legend { "x" = hole; "a" = clue 3; }
  board
    . a .
     x . 2
  end
  wall r1c1|r1c2;
  drop all;
  rule more { at most 2 of dark[cells]; }
}
"""


_BASE = "genre base {\n  var line : link -> bool;\n  show line;\n}\n"


_CNF = """c domain color A B
c varname 1 line[r1c1-r1c2]
c varname 2 color[r1c1].bit0
c varname 3 color[r1c1]=A
p cnf 3 4
c p show 1 2 0
c rule first
1 2 0
-1 2 0
c rule second
1 -2 0
-1 -2 3 0
"""


_SQUARE = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"


_DRAT = b"c proof\n2 0\nd 1 2 0\n0\n"


_BINARY = b"a\x04\0d\x02\x04\0a\0"


_LRAT = b"5 2 0 1 2 0\n5 d 1 2 0\n6 1 0 3 5 0\n7 0 5 6 4 0\n"


_LOG = "c solver 1.0\ns SATISFIABLE\nv 1 -2\nv 3 0\n"


_SOLUTION = (
    '{"file": "p.nl", "puzzle": "p", "status": "SATISFIABLE", "solutions": '
    '[{"line": ["r1c1-r1c2", "r1c2-r1c3", "r2c1-r2c2"], "color": {"r1c1": "1", "r1c2": "1"}}]}\n'
)


def _nl() -> Iterator[Seed]:
    """Yield files of puzzles and of genres, the stock ones among them."""
    others = {"other.nl": _BASE.encode()}
    texts = [_RULES, _PUZZLE]
    for name in ("numberlink", "slitherlink", "multilink"):
        stock = pkgutil.get_data("nlc.grammar", f"{name}.nl")
        assert stock is not None
        texts.append(stock.decode().replace(f"genre {name}", "genre own", 1) + _PUZZLE)
    for text in texts:
        for words in (("check", "{p.nl}"), ("compile", "--emit", "stats", "{p.nl}")):
            yield Seed("p.nl", text.encode(), words, others)


def _formats() -> Iterator[Seed]:
    """Yield files of each format, read as what they are and as whatever they look like."""
    from nlc.formats import FORMATS
    from nlc.ir.elaborate.program import elaborate
    from nlc.language.resolve import load

    board = "puzzle {} is {} {{ topology square; {}board\n{}\nend }}"
    clues = ". 3 2 .\n1 . . 0\n. 2 . 3\n. . 1 ."
    labels = "1 . . 1\n2 . . 2\n3 . . 3\n4 . . 4"
    texts = [
        board.format('"s"', "slitherlink", "", clues),
        board.format('"n"', "numberlink", "", labels),
        board.format('"a"', "numberlink", "set touch = false; ", labels),
        board.format('"f"', "numberlink", "", labels).replace("square", "hex(layout=odd_r)"),
    ]
    programs = [elaborate(load(Source("seed", text)).puzzles[0]) for text in texts]
    for name in FORMATS.names():
        form = FORMATS.get(name)
        if form.write is None or form.parse is None:
            continue
        for program in programs:
            try:
                data = form.write(program).encode()
            except UserError:
                continue
            yield Seed("p.dat", data, ("check", "--from", name, "{p.dat}"), {})
            yield Seed("p.dat", data * 2, ("check", "{p.dat}"), {})


def _dimacs() -> Iterator[Seed]:
    others = {"p.drat": b"2 0\n0\n", "log": _LOG.encode()}
    for text in (_CNF, _SQUARE):
        for words in (
            ("prove", "{a.cnf}", "{p.drat}"),
            ("decode", "{a.cnf}", "{log}"),
        ):
            yield Seed("a.cnf", text.encode(), words, others)


def _proofs() -> Iterator[Seed]:
    others = {"a.cnf": _SQUARE.encode()}
    for data in (_DRAT, _BINARY, _LRAT):
        yield Seed("proof", data, ("prove", "{a.cnf}", "{proof}"), others)


def _logs() -> Iterator[Seed]:
    others = {"a.cnf": _CNF.encode()}
    for data in (_LOG, "SAT\n1 -2 3 0\n", "s UNSATISFIABLE\n", "UNSAT\n", ""):
        yield Seed("log", data.encode(), ("decode", "{a.cnf}", "{log}"), others)


def _solutions() -> Iterator[Seed]:
    others = {"p.nl": _PUZZLE.encode()}
    bare = _SOLUTION.partition("[")[2].rpartition("]")[0]
    for data in (_SOLUTION, bare, '{"status": "SATISFIABLE", "solution": ' + bare + "}"):
        yield Seed("s.json", data.encode(), ("verify", "{p.nl}", "{s.json}"), others)


def _suites() -> Iterator[Seed]:
    for name in ("hex", "thesis-table-1", "engines", "solvers"):
        data = pkgutil.get_data("nlc.comparing", f"suites/{name}.toml")
        assert data is not None
        yield Seed("s.toml", data, ("bench", "{s.toml}"), {})


def _archives() -> Iterator[Seed]:
    import gzip
    import lzma

    plain = _PUZZLE.encode()
    for suffix, data in (("gz", gzip.compress(plain, mtime=0)), ("xz", lzma.compress(plain))):
        yield Seed(f"p.nl.{suffix}", data, ("check", "{p.nl." + suffix + "}"), {})


def _specs() -> Iterator[Seed]:
    for text in (
        "domains=log,cardinality=auto,acyclic=primal-dual",
        "thesis,passes=none",
        "touch=false",
    ):
        yield Seed("spec", text.encode(), ("encoding",), {})


READERS: Mapping[str, Callable[[], Iterator[Seed]]] = {
    "nl": _nl,
    "formats": _formats,
    "dimacs": _dimacs,
    "proofs": _proofs,
    "logs": _logs,
    "solutions": _solutions,
    "suites": _suites,
    "archives": _archives,
    "specs": _specs,
}
"""What yields the good files of each reader."""


@cache
def seeds(reader: str) -> Sequence[Seed]:
    """Return the good files of a reader."""
    return list(READERS[reader]())
