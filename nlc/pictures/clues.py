"""Clues as pictures have them: a text, shapes behind it or in its place, a shaded cell."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.render.glyphs import STYLES as GLYPHS
from nlc.render.labels import read_clues

_GLYPHS = GLYPHS["unicode"]


class Clue(Struct, frozen=True):
    """What is drawn of the clues on an element.

    Attributes:
        text: to be written, or empty.
        frame: whether a circle is round it, or stands alone.
        shape: a word of a listed value, such as ``disc`` for a black pearl, or of a boolean; or
            empty.
        shaded: whether the cell is dark.
    """

    text: str = ""
    frame: bool = False
    shape: str = ""
    shaded: bool = False


def on_edges(program: Program) -> Iterator[tuple[Sort, int, str]]:
    """Yield the clues on links, borders and lines, each with its element."""
    for name, sort in program.given_sorts.items():
        if sort in (Sort.LINK, Sort.BORDER, Sort.LINE):
            for i, text in program.givens[name].items():
                yield sort, i, "" if text == "true" else text


def outside(program: Program) -> bool:
    """Return whether clues stand outside of the board: over lines, or on a border of the rim."""
    if Sort.LINE in program.given_sorts.values():
        return True
    inner = program.board.border_inner
    return any(sort is Sort.BORDER and not inner[i] for sort, i, _ in on_edges(program))


def clues(program: Program, sort: Sort, rooms: Container[str] = ()) -> dict[int, Clue]:
    """Return the clues on cells or vertices but those that borders tell."""
    shaped = {
        name
        for name, words in program.clue_marks.items()
        if program.given_sorts.get(name) is sort and name not in rooms and "" not in words
    }
    skipped = {*shaped, *(name for name in program.given_sorts if name in rooms)}
    texts = read_clues(program, sort, _GLYPHS, skipped)
    out = {i: Clue(text) for i, text in texts.items()}
    for name, over in program.given_sorts.items():
        words = program.clue_marks.get(name)
        if over is not sort or not words or name in rooms:
            continue
        for i, text in program.givens[name].items():
            word = words.get(text, words.get("", ""))
            if not word or word == "rooms":
                continue
            old = out.get(i, Clue())
            if word == "question":
                out[i] = replace(old, text=old.text or "?")
            elif word == "shaded":
                out[i] = replace(old, shaded=True)
            elif word == "circle" and ("" in words or "true" in words):
                out[i] = replace(old, frame=True)
            else:
                out[i] = replace(old, shape=old.shape or word)
    return out
