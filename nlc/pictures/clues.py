"""Clues as pictures have them: a text, shapes behind it or in its place, a shaded cell."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.render.around import outward_direction, ranks, split_list
from nlc.render.glyphs import STYLES as GLYPHS
from nlc.render.labels import clue_labels

_GLYPHS = GLYPHS["unicode"]


class Clue(Struct, frozen=True):
    """What is drawn of the clues on an element.

    Attributes:
        text: to be written, or empty.
        frame: whether a circle is round it, or stands alone.
        shape: a word of a listed value, such as ``disc`` for a black pearl, or of a boolean; or
            empty.
        shaded: whether the cell is dark.
        corner: whether the text stands in a corner, so that something else has the middle.
        numbers: of a list of several; the text is then theirs.
    """

    text: str = ""
    frame: bool = False
    shape: str = ""
    shaded: bool = False
    corner: bool = False
    numbers: tuple[str, ...] = ()


def on_edges(program: Program) -> Iterator[tuple[Sort, int, Clue, int]]:
    """Yield the clues on links, borders and lines, each with its element, and how far from the
    board it stands if it does so outside."""
    rank = ranks(program)
    for name, sort in program.given_sorts.items():
        words = program.clue_marks.get(name, {})
        if sort in (Sort.LINK, Sort.BORDER, Sort.LINE) and "rooms" not in words.values():
            for i, text in program.givens[name].items():
                word = words.get(text, "dot" if text == "true" else "")
                clue = Clue("?" if word else text)
                if word not in ("", "question"):
                    clue = Clue(shape=word)
                texts = [text] if clue.shape else split_list(program, name, text)
                if len(texts) == 1 or name not in rank:
                    yield sort, i, clue, rank.get(name, 0)
                    continue
                # The first number is the leftmost or the uppermost one.
                if sum(outward_direction(program.board, sort, i)) < 0:
                    texts.reverse()
                for behind, each in enumerate(texts, rank[name]):
                    yield sort, i, Clue(each), behind


def clues(program: Program, sort: Sort, rooms: Container[str] = ()) -> dict[int, Clue]:
    """Return the clues on cells or vertices but those that borders tell."""
    shaped = {
        name
        for name, words in program.clue_marks.items()
        if program.given_sorts.get(name) is sort and name not in rooms and "" not in words
    }
    skipped = {*shaped, *(name for name in program.given_sorts if name in rooms)}
    texts = clue_labels(program, sort, _GLYPHS, skipped)
    out = {i: Clue(text) for i, text in texts.items()}
    for name, over in program.given_sorts.items():
        if over is sort and program.value_kinds.get(name) == "list":
            for i, text in program.givens[name].items():
                if "," in text and out.get(i, Clue()).text in (text, text.replace(",", "")):
                    out[i] = replace(out[i], numbers=tuple(text.split(",")))
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
            elif word == "corner":
                out[i] = replace(old, corner=True)
            elif word == "circle" and ("" in words or "true" in words):
                out[i] = replace(old, frame=True)
            else:
                out[i] = replace(old, shape=old.shape or word)
    return out
