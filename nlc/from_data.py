"""Puzzles from data: arrays, lists, texts and dicts become a text, which is then read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from nlc.board import Sort
from nlc.board.elements import elements, lay_out
from nlc.errors import Source, fail, suggest
from nlc.ir.elaborate.ground import ground_board
from nlc.ir.elaborate.program import elaborate_clues
from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.language.catalogue import describe, stock_rules
from nlc.language.files import genre_file, stock_genres, which_genre
from nlc.language.names import other_names, unknown_genre, words
from nlc.language.parser import parse
from nlc.language.resolve import Puzzle, Rules, resolve

OUTSIDE = {
    "rows": ("r{n}c1.line(E)", 0),
    "columns": ("r1c{n}.line(S)", 1),
    "left": ("r{n}c1.side(W)", 0),
    "right": ("r{n}c{columns}.side(E)", 0),
    "top": ("r1c{n}.side(N)", 1),
    "bottom": ("r{rows}c{n}.side(S)", 1),
}
"""The lines and borders with the clues outside of a board, and the side that they are along."""

STOCK = "clues"
"""The path of a text of a stock genre."""


class Written(Struct, frozen=True):
    """The text of a puzzle, with how to read it, and options of its genre."""

    source: Source
    form: str
    genre: str | None
    options: Mapping[str, object]


def puzzle_text(
    genre: str,
    clues: object,
    topology: str,
    shape: tuple[int, int] | None,
    title: str,
    parts: Mapping[str, object],
) -> Written:
    """Return the text of a puzzle; see `nlc.puzzle`."""
    rules, head, path = _find_genre(genre)
    name, givens = rules.name, rules.givens
    options = {key: value for key, value in parts.items() if key not in givens}
    for key in options.keys() - rules.options.keys():
        every = [*givens, *rules.options]
        hint = suggest(key, every) or f"there are {', '.join(every)}"
        raise fail(f"{name} has no given and no option '{key}'", hint=hint)
    given = {givens[key]: value for key, value in parts.items() if key in givens}
    alone = path == STOCK and topology == "square" and not given and not shape
    if alone and isinstance(clues, str):
        return Written(Source(title, clues), "auto", name, options)
    draft = _Draft([], [], [], shape)
    if clues is not None:
        draft.take("clues", _first(rules, given, clues), clues)
    for each, data in given.items():
        draft.take(each.name.name, each, data)
    lacks = any(not x.optional and x.type.kind != "bool" for x in givens.values())
    if alone and lacks and draft.plain:  # a bare board of the genre says what is usual there
        return Written(Source(title, "\n".join(draft.plain)), "auto", name, options)
    if topology == "hex" and not isinstance(clues, str):
        topology = "hex(layout=odd_r)"
    lines = [f'puzzle "{title.replace(chr(34), chr(39))}" is {name} {{', f"  topology {topology};"]
    if topology != "none":
        lines += draft.board()
    text = head + "\n".join(lines)
    if draft.placed:
        text = "\n".join([text, *draft.marks(path, f"{text}\n}}\n")])
    return Written(Source(path, f"{text}\n}}\n"), "nl", None, options)


def _find_genre(genre: str) -> tuple[Rules, str, str]:
    """Return the rules of a genre, the text above its puzzles, and the path of that.

    Args:
        genre: its name, its file or its text.
    """
    if "{" in genre or ".nl" in genre:
        if "{" in genre:
            source = Source("genre", genre)
            tree, name = parse(source), ""
        else:
            source, tree, name = genre_file(genre)
        if not name and len(tree.genres) != 1:
            raise which_genre(tree)
        name = name or tree.genres[0].name.name
        return resolve(source, tree).genres[name], tree.definitions, source.path
    plain = words(genre)
    name = genre if genre in stock_genres() else other_names().get(plain, plain)
    found = stock_rules(name)
    if found is None:
        raise unknown_genre(genre, stock_genres(), None)
    use = describe(name)[0].use
    return found, f'use "{use}";\n' if use else "", STOCK


def _first(rules: Rules, taken: Mapping[s.Given, object], data: object) -> s.Given:
    """Return the given that a plain board draws, or else the first; of clues outside, theirs."""
    free = [each for each in rules.givens.values() if each not in taken]
    sort = "cell"
    if isinstance(data, Mapping) and data.keys() & OUTSIDE.keys():
        sort = "line" if data.keys() & {"rows", "columns"} else "border"
    over = [each for each in free if each.sort == sort and each.type.kind != "bool"]
    if not free:
        raise fail(f"{rules.name} has no given for clues")
    return (over or free)[0]


class _Draft(Struct):
    """The drawings and marks of a puzzle.

    Attributes:
        plain: the rows of the plain board.
        drawings: the lines of the others.
        placed: givens with their name in messages, and values by element.
        shape: rows and columns of the board.
    """

    plain: list[str]
    drawings: list[str]
    placed: list[tuple[str, s.Given, dict[Any, object]]]
    shape: tuple[int, int] | None

    def take(self, name: str, given: s.Given, data: object) -> None:
        """Take the clues of a given."""
        if isinstance(data, str):
            self._draw(name, given, [line for line in data.splitlines() if line.strip()])
        elif isinstance(data, Mapping):
            self.placed.append((name, given, self._placed(name, data)))
        else:
            self._take_rows(name, given, _rows(name, data))

    def _draw(self, name: str, given: s.Given, lines: list[str]) -> None:
        if name == "clues":
            self.plain = lines
        else:
            self.drawings += [f"  board {name}", *lines, "  end"]

    def _take_rows(self, name: str, given: s.Given, rows: list[list[object]]) -> None:
        if given.sort not in ("cell", "vertex"):
            example = '{"rows": […]}' if given.sort == "line" else '{"r1c1.side(N)": 1}'
            raise fail(f"{name} is over {given.sort}s, and takes a dict", hint=f"such as {example}")
        more = int(given.sort == "vertex")
        self._require_shape(name, (len(rows) - more, len(rows[0]) - more), more)
        tokens = [[_token(name, given, value) for value in row] for row in rows]
        if given.type.kind == "bool" or len(rows[0]) == 1:
            cells = given.sort == "cell"
            placed: dict[Any, object] = {
                f"r{i + 1}c{j + 1}" if cells else (i, j): token
                for i, row in enumerate(tokens)
                for j, token in enumerate(row)
            }
            self.placed.append((name, given, placed))
        else:
            width = max(len(token) for row in tokens for token in row)
            lines = ["    " + " ".join(token.rjust(width) for token in row) for row in tokens]
            self._draw(name, given, lines)

    def _require_shape(self, name: str, shape: tuple[int, int], more: int) -> None:
        if self.shape not in (None, shape):
            rows, columns = shape[0] + more, shape[1] + more
            board = "{}x{}".format(*self.size())
            corners = ", with a row and a column more at corners" if more else ""
            raise fail(f"{name} is {rows}x{columns}, and the board {board}{corners}")
        self.shape = shape

    def _placed(self, name: str, data: Mapping[Any, Any]) -> dict[Any, object]:
        """Return values by element, where they may stand in lists along a side of the board."""
        sides = {key: list(value) for key, value in data.items() if key in OUTSIDE}
        along = {OUTSIDE[key][1]: len(values) for key, values in sides.items()}
        if self.shape is None and along.keys() == {0, 1}:
            self.shape = along[0], along[1]
        out = {key: value for key, value in data.items() if key not in OUTSIDE}
        for key, values in sides.items():
            text, side = OUTSIDE[key]
            rows, columns = size = self.size()
            if len(values) != size[side]:
                raise fail(f"{name} has {len(values)} {key}, and the board is {rows}x{columns}")
            for n, value in enumerate(values, 1):
                out[text.format(n=n, rows=rows, columns=columns)] = value
        return out

    def size(self) -> tuple[int, int]:
        """Return rows and columns of the board."""
        if self.shape is None:
            raise fail("how large is the board?", hint="shape=(rows, columns) says it")
        return self.shape

    def board(self) -> Iterator[str]:
        """Yield the lines of all drawings; a board of empty cells where there is no other."""
        if self.plain or not self.drawings:
            rows = self.plain or ["    " + " ".join("." * self.size()[1])] * self.size()[0]
            yield from ("  board", *rows, "  end")
        yield from self.drawings

    def marks(self, path: str, bare: str) -> Iterator[str]:
        """Yield the marks; `bare` is the text without them, whose board has the elements."""
        source = Source(path, bare)
        board = ground_board(resolve(source, parse(source)).puzzles[-1]).board
        for name, given, values in self.placed:
            sort = Sort(given.sort)
            names = board.names(sort)
            known = dict(zip(elements(board, sort), names, strict=True))
            for place, value in values.items():
                token = _token(name, given, value)
                at = place if isinstance(place, str) else known.get(place)
                if at is None:
                    few = ", ".join(map(repr, [*known][:3]))
                    message = f"{name}: the board has no {sort.value} {place!r}"
                    raise fail(message, hint=f"its {sort.plural} are {few}, …")
                if token == ".":
                    continue
                literal = token if given.type.kind in ("range", "enum") else f'"{token}"'
                said = "" if given.type.kind == "bool" else f" = {literal}"
                yield f"  mark {given.name.name}{said} at {at.replace('-', '|')};"


def _rows(name: str, data: object) -> list[list[object]]:
    """Return data as rows of equal length."""
    rows: Any = data.tolist() if hasattr(data, "tolist") else data
    takes = "rows of cells: lists of lists, an array with two dimensions, a text or a dict"
    if not isinstance(rows, Sequence) or not all(isinstance(row, Sequence) for row in rows):
        shape = getattr(data, "shape", None)
        found = type(data).__name__ if shape is None else f"an array of shape {shape}"
        found += f" of {type(rows[0]).__name__}" if isinstance(rows, list) and rows else ""
        raise TypeError(f"{name} takes {takes}, not {found}")
    split: list[list[object]] = [
        [*(row.split() if isinstance(row, str) and " " in row else row)] for row in rows
    ]
    if len({len(row) for row in split}) != 1 or not split[0]:
        lengths = ", ".join(str(len(row)) for row in split) or "none"
        raise fail(f"the rows of {name} are not of one length: {lengths}")
    return split


def _token(name: str, given: s.Given, value: Any) -> str:
    """Return the token of a value; ``.`` for none."""
    kind, bounds = given.type.kind, given.type.bounds
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if value is None or value != value or value in ("", "."):
        return "."
    if isinstance(value, str):
        if len(value.split()) != 1:
            raise fail(f"{name}: {value!r} is not one word")
        return value.strip()
    if kind == "bool":
        return "x" if value else "."
    if isinstance(value, int | float):
        if value != int(value):
            raise fail(f"{name}: {value} is not a whole number")
        low = bounds[0].value if bounds and isinstance(bounds[0], s.Int) else None
        empty = kind == "range" and (value == -1 or (value == 0 and low != 0))
        return "." if empty else str(int(value))
    if kind == "list" and (isinstance(value, Sequence) or hasattr(value, "tolist")):
        return ",".join(map(str, list(value))) or "0"
    raise TypeError(f"{name} takes numbers, texts and None, not {type(value).__name__}")


def clues_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the clues of each given as data; see `nlc.Puzzle.clues`."""
    program, out = elaborate_clues(puzzle), {}
    for name, sort in program.given_sorts.items():
        texts, kind = program.givens.get(name, {}), program.value_kinds[name]
        held = np.zeros(program.board.count(sort), np.bool_)
        held[[*texts]] = True
        values = held.astype(object)
        for place, text in texts.items():
            values[place] = _plain(text, kind)
        if kind != "list" and texts:
            values[~held] = values[next(iter(texts))]
            values = np.array(values.tolist())
        missing = None if kind == "bool" else ~held
        out[name] = lay_out(program.board, sort, held if kind == "bool" else values, missing)
    return out


def _plain(text: str, kind: str) -> Any:
    if kind == "list":
        return tuple(int(part) if part.isdecimal() else part for part in text.split(","))
    return int(text) if kind == "int" and text.isdecimal() else text


def board_json(program: Program, board: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return a board that may hold data as in `nlc.Solution` in the form of its JSON."""
    sorts = {var.name: var.sort for var in program.declared}
    out = dict(board)
    for name, data in board.items():
        if name not in sorts or isinstance(data, str | bool | int | None):
            continue
        names = program.board.names(sorts[name])
        known = dict(zip(elements(program.board, sorts[name]), names, strict=True))
        if getattr(data, "ndim", 0) == 2:
            filled: Any = np.ma.array(data, dtype=object).filled(None)
            data = {place: value for place, value in np.ndenumerate(filled) if value is not None}
        if isinstance(data, list):
            out[name] = [_name_of(place, known) for place in data]
        elif isinstance(data, Mapping):
            found = {_name_of(place, known): value for place, value in data.items()}
            flags = name not in program.domains and not found.keys() & {"true", "false"}
            out[name] = [place for place, value in found.items() if value] if flags else found
    return out


def _name_of(place: Any, known: Mapping[Any, str]) -> Any:
    """Return the name of an element; what is no element stays as it is."""
    return known.get(place, place) if isinstance(place, tuple) else place
