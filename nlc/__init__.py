"""nlc: an encoding compiler from puzzle rules over drawn boards to DIMACS CNF.

The names below are the public ones; docs/api.md describes them. Each is imported when it is first
used. Everything else may change from version to version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlc.api import backbone as backbone
    from nlc.api import check as check
    from nlc.api import compile as compile  # noqa: A004
    from nlc.api import count as count
    from nlc.api import decode as decode
    from nlc.api import diff as diff
    from nlc.api import elaborate as elaborate
    from nlc.api import enumerate as enumerate  # noqa: A004
    from nlc.api import generate as generate
    from nlc.api import grade as grade
    from nlc.api import hint as hint
    from nlc.api import load as load
    from nlc.api import loads as loads
    from nlc.api import solve as solve
    from nlc.api import steps as steps
    from nlc.api import unique as unique
    from nlc.api import why as why
    from nlc.comparing.comparison import Comparison as Comparison
    from nlc.drivers.base import Limits as Limits
    from nlc.encode.spec import Encoding as Encoding
    from nlc.errors import Error as Error
    from nlc.errors import InputError as InputError
    from nlc.generating.request import GeneratedPuzzle as GeneratedPuzzle
    from nlc.grading.grade import Grade as Grade
    from nlc.ir.backbone import Backbone as Backbone
    from nlc.ir.evaluate import Violation as Violation
    from nlc.ir.nodes import Program as Program
    from nlc.puzzle import Puzzle as Puzzle
    from nlc.reasons.steps.steps import Steps as Steps
    from nlc.reasons.why.why import Why as Why
    from nlc.solving.answer import Answer as Answer
    from nlc.solving.answer import SolverError as SolverError
    from nlc.solving.formula import Formula as Formula
    from nlc.solving.plan import Attempt as Attempt
    from nlc.solving.plan import Plan as Plan
    from nlc.solving.question import ALL as ALL
    from nlc.solving.question import BACKBONE as BACKBONE
    from nlc.solving.question import COUNT as COUNT
    from nlc.solving.question import ONE as ONE
    from nlc.solving.question import UNIQUE as UNIQUE
    from nlc.solving.question import Policy as Policy
    from nlc.solving.question import Question as Question
    from nlc.solving.solution import Solution as Solution
    from nlc.version import __version__ as __version__

_PLACES = {
    "nlc.api": (
        *("load", "loads", "solve", "count", "unique", "backbone", "enumerate", "check"),
        *("elaborate", "compile", "decode", "diff", "generate", "why", "hint"),
        *("steps", "grade"),
    ),
    "nlc.comparing.comparison": ("Comparison",),
    "nlc.drivers.base": ("Limits",),
    "nlc.encode.spec": ("Encoding",),
    "nlc.errors": ("Error", "InputError"),
    "nlc.reasons.steps.steps": ("Steps",),
    "nlc.reasons.why.why": ("Why",),
    "nlc.generating.request": ("GeneratedPuzzle",),
    "nlc.grading.grade": ("Grade",),
    "nlc.ir.evaluate": ("Violation",),
    "nlc.ir.nodes": ("Program",),
    "nlc.puzzle": ("Puzzle",),
    "nlc.solving.answer": ("Answer", "SolverError"),
    "nlc.ir.backbone": ("Backbone",),
    "nlc.solving.formula": ("Formula",),
    "nlc.solving.plan": ("Attempt", "Plan"),
    "nlc.solving.solution": ("Solution",),
    "nlc.solving.question": ("ALL", "BACKBONE", "COUNT", "ONE", "UNIQUE", "Policy", "Question"),
}
_PUBLIC = {name: module for module, names in _PLACES.items() for name in names}

__all__ = sorted(_PUBLIC)

_PUBLIC["__version__"] = "nlc.version"


def __getattr__(name: str) -> object:
    """Import a public name."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'nlc' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
