"""Pictures of boards that break a rule or that encodings differ on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from nlc.comparing.models_report import ModelsResult
from nlc.comparing.samples import Sample
from nlc.ir.complete import complete, read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing
from nlc.pictures.gallery import judged


def wrong_boards(
    samples: Sequence[Sample], puzzles: Sequence[tuple[str, Puzzle]], style: str
) -> Iterator[Drawing]:
    """Yield each board of a comparison that breaks a rule, once.

    Args:
        samples: of ``nlc diff``.
        puzzles: that were compared, with their files.
        style: of pictures.
    """
    seen: set[tuple[str | None, str | None]] = set()
    for sample in samples:
        about, last = sample.puzzle, sample.last
        if last.wrong_board is None or (about.id, last.board) in seen:
            continue
        seen.add((about.id, last.board))
        named = (each for path, each in puzzles if (path, each.title) == (about.file, about.title))
        if (puzzle := next(named, None)) is not None:
            who = f"accepted by {sample.who.name}"
            yield _drawing(elaborate(puzzle), last.wrong_board, who, style)


def disputed_boards(result: ModelsResult, program: Program, style: str) -> Iterator[Drawing]:
    """Yield the boards that a result of ``nlc diff --models`` tells of."""
    for witness in result.witnesses:
        who = f"accepted by {', '.join(witness.accepted_by)}"
        if witness.rejected_by:
            who += f", rejected by {', '.join(witness.rejected_by)}"
        yield _drawing(program, witness.solution, who, style)


def _drawing(program: Program, solution: Mapping[str, Any], who: str, style: str) -> Drawing:
    board = complete(program, *read_solution(program, solution))
    one = judged(program, board, violations(program, board), style)
    return replace(one, title=f"{one.title}: {who}")
