"""An answer in words: its boards with a sentence, or a JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

MAX_OBJECTIVE = 60
"""Characters of an objective that are printed."""

if TYPE_CHECKING:
    from nlc.solving.answer import Answer

COUNTING = "frontier"
"""The engine that counts solutions without enumerating them."""


def text(answer: Answer, style: str, color: bool) -> str:
    """Return the boards, or the backbone, and the verdict; see `Answer.text`."""
    program, backbone = answer.program, answer.backbone
    if program is None:
        return verdict(answer)
    lines: list[str] = []
    if backbone is not None:
        from nlc.render.facts import render_facts

        lines.append(render_facts(program, backbone, style=style, color=color))
    else:
        for number, board in enumerate(answer.boards, 1):
            if len(answer.boards) > 1:
                lines.append(f"solution {number}")
            lines.append(board.text(style, color))
    if answer.difference is not None:
        from nlc.render.facts import render_difference

        one, two = answer.solutions
        lines.append("where they differ")
        lines.append(render_difference(program, one, two, style=style, color=color))
    if backbone is not None and answer.status == "SATISFIABLE":
        from nlc.render.facts import facts_sentence

        word = _according_to(answer) if backbone.complete else ""
        lines.append(facts_sentence(program, backbone) + word + _stop_reason(answer))
    else:
        lines.append(verdict(answer))
    lines += answer.reasons
    lines += [reading.sentence() for reading in (*(answer.readings or ()), *answer.looser)]
    return "\n".join(lines)


def verdict(answer: Answer) -> str:
    """Return the outcome in a sentence."""
    if answer.status == "UNKNOWN":
        return f"undecided: {answer.reason}"
    if answer.status == "UNSATISFIABLE":
        return f"no solution{_according_to(answer)}"
    if answer.objective is not None and (best := _objective_verdict(answer)) is not None:
        return best
    if answer.count is None:
        return "solved, and checked against every rule"
    aim = "" if answer.objective is None else f"{_extreme(answer)}; "
    plural = "" if answer.count == 1 else "s"
    if answer.solver == COUNTING:  # it does not enumerate them
        return f"{aim}exactly {answer.count} solution{plural}, counted without a solver"
    how = "exactly " if answer.unique else "" if answer.complete else "at least "
    have = f" ha{'s' if answer.count == 1 else 've'} it" if aim else ""
    counted = f"{aim}{how}{answer.count} solution{plural}{have}, checked against every rule"
    if not answer.complete:
        return counted + _stop_reason(answer)
    return f"{counted}; no other{plural}{_according_to(answer)}"


def _extreme(answer: Answer) -> str:
    """Return the best value and its objective."""
    assert answer.program is not None and answer.program.objective is not None
    aim = answer.program.objective
    return f"{aim.extreme} {answer.objective} ({_shorten(aim.text)})"


def _shorten(text: str) -> str:
    """Return a text, cut off if it is long."""
    return text if len(text) <= MAX_OBJECTIVE else f"{text[: MAX_OBJECTIVE - 1]}…"


def _objective_verdict(answer: Answer) -> str | None:
    """Return the verdict on the best board; None if the question goes beyond one board."""
    assert answer.program is not None and answer.program.objective is not None
    aim = answer.program.objective
    if not answer.is_best:
        number = (
            f"best so far {answer.objective}, {aim.limit} {answer.bound} ({_shorten(aim.text)})"
        )
        return f"{number}, checked against every rule{_stop_reason(answer)}"
    if answer.count is not None:
        return None
    word = ", as is proved" if answer.confirmed_by == "proof" else _according_to(answer)
    return f"{_extreme(answer)}, checked against every rule; none better{word}"


def _according_to(answer: Answer) -> str:
    """Return the words that follow a refutation: by which solvers, or that it is proved."""
    if answer.confirmed_by == "proof":
        return ", as is proved"
    if answer.confirmed_by is not None:
        return f" according to {answer.solver} and {answer.confirmed_by}"
    if answer.unconfirmed_by is not None:
        seconds = answer.seconds.get("confirm", 0.0)
        more = f"{answer.unconfirmed_by} has not confirmed it in {seconds:.1f} s"
        return f" according to {answer.solver} ({more})"
    return f" according to {answer.solver}"


def _stop_reason(answer: Answer) -> str:
    """Return the words that follow an incomplete answer: the reason why it is so."""
    return "" if answer.reason == "answered" else f" (stopped: {answer.reason})"


def to_json(answer: Answer) -> dict[str, Any]:
    """Return the JSON object; see `Answer.to_json`."""
    program, puzzle = answer.program, answer.puzzle
    seconds = {name: round(value, 6) for name, value in answer.seconds.items()}
    out: dict[str, Any] = dict.fromkeys(("file", "puzzle", "genre", "topology", "rows", "cols"))
    if puzzle is not None:
        out |= {
            "file": answer.path,
            "puzzle": puzzle.title,
            "genre": puzzle.genre,
            "topology": puzzle.topology.name.name,
        }
    if program is not None:
        board = program.board
        out |= {"puzzle": program.title, "genre": program.genre, "topology": board.topology}
        out |= {"rows": board.rows, "cols": board.cols}
    readings = answer.readings
    return out | {
        "options": dict(program.options) if program is not None else None,
        "assumed": dict(puzzle.tree.assumed) if puzzle is not None else None,
        "status": answer.status,
        "reason": None if answer.reason == "answered" else answer.reason,
        "solver": answer.solver,
        "encoding": str(answer.encoding) if answer.encoding else None,
        "variables": answer.variables,
        "clauses": answer.clauses,
        "seconds": {**seconds, "total": round(sum(answer.seconds.values()), 6)},
        "objective": answer.objective,
        "bound": answer.bound,
        "bounds": None if answer.bound is None else [each.to_json() for each in answer.bounds],
        "verified": bool(answer.solutions),
        "unique": answer.unique,
        "count": answer.count,
        "count_complete": answer.complete or None,
        "confirmed_by": answer.confirmed_by,
        "unconfirmed_by": answer.unconfirmed_by,
        "solutions": [board.to_json() for board in answer.boards],
        "difference": answer.difference,
        "readings": None if readings is None else [reading.to_json() for reading in readings],
        "reasons": list(answer.reasons),
        "looser": [reading.to_json() for reading in answer.looser],
        "plan": None if answer.plan is None else str(answer.plan),
        "left_out": {str(number): why for number, why in answer.left_out.items()},
        "strategy": [step.to_json() for step in answer.steps] or None,
        "facts": answer.backbone.to_json() if answer.backbone else None,
        "portfolio": answer.portfolio and dict(answer.portfolio),
    }
