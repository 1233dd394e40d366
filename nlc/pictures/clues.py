"""Clues in pictures: a text, shapes behind it or in its place, a shaded cell."""

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


class DrawnClue(Struct, frozen=True):
    """The drawing of the clues on an element.

    Attributes:
        text: of the clues, or empty.
        frame: whether there is a circle, round the text or alone.
        shape: a word of a listed value, such as ``disc`` for a black pearl, or of a boolean; or
            empty.
        shaded: whether the cell is dark.
        corner: whether the text is in a corner, so that the middle is free.
        numbers: those of a list of several, which make up the text.
    """

    text: str = ""
    frame: bool = False
    shape: str = ""
    shaded: bool = False
    corner: bool = False
    numbers: tuple[str, ...] = ()


def edge_clues(program: Program) -> Iterator[tuple[Sort, int, DrawnClue, int]]:
    """Yield the clues on links, borders and lines: sort, element, clue, and the rank of a clue
    outside of the board."""
    rank = ranks(program)
    for name, sort in program.given_sorts.items():
        words = program.clue_marks.get(name, {})
        if sort in (Sort.LINK, Sort.BORDER, Sort.LINE) and "rooms" not in words.values():
            for i, text in program.givens[name].items():
                word = words.get(text, "dot" if text == "true" else "")
                clue = DrawnClue("?" if word else text)
                if word not in ("", "question"):
                    clue = DrawnClue(shape=word)
                texts = [text] if clue.shape else split_list(program, name, text)
                if len(texts) == 1 or name not in rank:
                    yield sort, i, clue, rank.get(name, 0)
                    continue
                # The first number is the leftmost or the uppermost one.
                if sum(outward_direction(program.board, sort, i)) < 0:
                    texts.reverse()
                for behind, each in enumerate(texts, rank[name]):
                    yield sort, i, DrawnClue(each), behind


def drawn_clues(program: Program, sort: Sort, rooms: Container[str] = ()) -> dict[int, DrawnClue]:
    """Return the clues on cells or vertices, without those that are drawn as borders."""
    shaped = {
        name
        for name, words in program.clue_marks.items()
        if program.given_sorts.get(name) is sort and name not in rooms and "" not in words
    }
    skipped = {*shaped, *(name for name in program.given_sorts if name in rooms)}
    texts = clue_labels(program, sort, _GLYPHS, skipped)
    out = {i: DrawnClue(text) for i, text in texts.items()}
    for name, over in program.given_sorts.items():
        if over is sort and program.value_kinds.get(name) == "list":
            for i, text in program.givens[name].items():
                if "," in text and out.get(i, DrawnClue()).text in (text, text.replace(",", "")):
                    out[i] = replace(out[i], numbers=tuple(text.split(",")))
    for name, over in program.given_sorts.items():
        words = program.clue_marks.get(name)
        if over is not sort or not words or name in rooms:
            continue
        for i, text in program.givens[name].items():
            word = words.get(text, words.get("", ""))
            if not word or word == "rooms":
                continue
            old = out.get(i, DrawnClue())
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
