#!/usr/bin/env python3
"""Measure what docs/genres.md tells of each genre, and keep it in docs/lab/genres.json.

    nlc bench genres --out genres.jsonl
    nlc bench report genres.jsonl --format json > boards.jsonl
    python scripts/measure_genres.py boards.jsonl [GENRE …]

Times are the medians of processor seconds to solve a board and to prove it unique; the level is
that of the genre's example, the other time that of `nlc generate` for one board with
seed 7. An empty file of boards keeps the times that are known.
"""

from __future__ import annotations

import json
import sys
from os import times as times_used
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import check_made

import nlc
from nlc.generating.genre import maker_of
from nlc.language.catalogue import describe
from nlc.language.files import stock_genres

RESULTS = Path(__file__).resolve().parents[1] / "docs" / "lab" / "genres.json"

SIZES = ("8x8", "6x6", "5x5", "4x4")
"""Boards that are made, the first that comes in time, after that of `check_made.SIZES`."""

LACKS = {"dbchoco": "needs colours", "knight": "has no clues", "undead": "needs mirrors"}
"""What keeps puzzles from being made: parts of the board that would follow from a solution, or
nothing that could be given of one."""

SECONDS = 30


def times(rows: list[dict[str, Any]], genre: str) -> dict[str, object]:
    """Return how many boards were tried, how many are unique, and the times of both sides."""
    found = {
        who: [row for row in rows if (row["genre"], row["competitor"]) == (genre, who)]
        for who in ("nlc", "cpsat")
    }
    if not found["nlc"]:
        return {}
    return {
        "boards": len(found["nlc"]),
        "unique": sum(row["unique"] is True for row in found["nlc"]),
        **{who: middle(found[who]) for who in found if found[who]},
    }


def middle(rows: list[dict[str, Any]]) -> float | None:
    """Return the median time, or None where that board was not decided."""
    taken = [row["job_cpu_seconds"] if row["outcome"] == "solved" else 1e9 for row in rows]
    return round(found, 4) if (found := median(taken)) < 1e8 else None


def level(genre: str) -> str:
    """Return the level of a genre's example, or that its steps need search."""
    (told,) = [each for each in describe(genre) if each.name == genre]
    if not told.example:
        return ""
    grade = nlc.grade(*nlc.loads(told.example), limits=nlc.Limits(seconds=SECONDS))
    return str(grade.level or grade.status)


def made(genre: str) -> str:
    """Return how large a board is made in how many seconds, or none."""
    maker, own = maker_of(genre)
    options = {**own, **({} if genre == "slitherlink" else {"unique": True})}
    for size in (check_made.SIZES.get(genre, SIZES[0]), *SIZES):
        start = sum(times_used()[:4])
        try:
            limits = nlc.Limits(seconds=SECONDS)
            if [*nlc.generate(maker, size, seed=7, limits=limits, **options)]:
                return f"{size}: {sum(times_used()[:4]) - start:.1f} s"
        except nlc.Error:
            continue
    return LACKS.get(genre, "none")


def main() -> int:
    """Measure all genres, or some."""
    path, *some = sys.argv[1:]
    rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for genre in some or stock_genres():
        row = {**times(rows, genre), "level": level(genre), "made": made(genre)}
        known[genre] = {**known.get(genre, {}), **row}
        print(genre, known[genre], flush=True)
        text = json.dumps(dict(sorted(known.items())), indent=1)
        RESULTS.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
