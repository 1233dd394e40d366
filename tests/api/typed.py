"""What type checkers see of nlc; `scripts/typecheck` checks this file, and nothing runs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_type

import nlc
import nlc.solving.question

puzzles = nlc.load("first.nl", options={"touch": False})
assert_type(puzzles, list[nlc.Puzzle])
assert_type(nlc.solve(puzzles[0]), nlc.Answer)
assert_type(nlc.solve(puzzles, nlc.UNIQUE, policy=nlc.Policy(jobs=2)), Iterator[nlc.Answer])
assert_type(nlc.solve(puzzles[0], nlc.Question(3)).boards, tuple[nlc.Solution, ...])
assert_type(nlc.count(puzzles[0], limits=nlc.Limits(seconds=1)), int)
assert_type(nlc.unique(puzzles[0], solver=["minisat", "diagonal"]), bool)
assert_type(nlc.backbone(puzzles[0]), nlc.Backbone | None)
assert_type(next(nlc.enumerate(puzzles[0])), nlc.Solution)
assert_type(nlc.check(puzzles[0], {"line": []}), list[nlc.Violation])
assert_type(nlc.elaborate(puzzles[0]), nlc.Program)
assert_type(nlc.judge(puzzles[0]).draw("number", "r1c1", 3), nlc.Verdict)
assert_type(nlc.compile(puzzles[0], nlc.Encoding.parse("log")), nlc.Formula)
assert_type(nlc.decode(nlc.compile(puzzles[0]), "s UNKNOWN"), nlc.Answer)
assert_type(nlc.diff(puzzles, encodings=["log"]), nlc.Comparison)
assert_type(next(nlc.generate("numberlink", "6x6", pairs=4)), nlc.GeneratedPuzzle)
