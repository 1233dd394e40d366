"""Endless logic puzzles for programs that reason: an environment of Gymnasium over nlc.

    pip install . gymnasium
    python docs/examples/puzzle_env.py        # a random player at ten boards

An episode is a puzzle made by its seed, with exactly one solution. An observation is the text of
the puzzle and what is drawn, as JSON. An action is one mark, `VARIABLE ELEMENT VALUE`, such as
``mine r1c1 true``, or ``undo``. The reward is 1 for the solved board and -0.1 for a mark that
breaks a rule or cannot be read; `info` has the verdict, and the broken rule in words.
"""

from __future__ import annotations

import json
import string
from typing import Any

import gymnasium
from gymnasium.spaces import Text

import nlc

SIGNS = string.printable + "·│─└┘┐┌├┤┴┬┼✓✗"
WORDS = {"true": True, "false": False, "none": None}


class PuzzleEnv(gymnasium.Env[str, str]):
    """Puzzles of a genre; a mark a step, at most `most_marks` of them."""

    def __init__(self, genre: str = "sudoku", size: str = "4x4", most_marks: int = 200) -> None:
        self.genre, self.size, self.most_marks = genre, size, most_marks
        self.observation_space = Text(100_000, min_length=1, charset=frozenset(SIGNS))
        self.action_space = Text(60, min_length=1, charset=frozenset(string.printable))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Make a puzzle; the same seed makes the same one."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1, 1 << 30))
        made = next(nlc.generate(self.genre, self.size, seed=number, **(options or {})))
        self.puzzle, self.marks = made.puzzle, 0
        self.text, self.board = made.puzzle.to("nl"), nlc.judge(made.puzzle)
        return self._seen(), {"verdict": "possible", "level": str(made.puzzle.grade().level)}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Draw a mark."""
        self.marks += 1
        try:
            verdict = self._drawn(action.split())
            status, why = verdict.status, str(verdict)
        except (nlc.Error, ValueError) as error:
            status, why = "unread", str(error)
        reward = {"complete": 1.0, "broken": -0.1, "unread": -0.1}.get(status, 0.0)
        info = {"verdict": status, "why": why}
        return self._seen(), reward, status == "complete", self.marks >= self.most_marks, info

    def _drawn(self, words: list[str]) -> Any:
        if words == ["undo"]:
            return self.board.undo()
        if len(words) != 3:
            raise ValueError("a mark is VARIABLE ELEMENT VALUE, or undo")
        variable, element, value = words
        return self.board.draw(variable, element, WORDS.get(value, value))

    def _seen(self) -> str:
        return f"{self.text}\n{json.dumps(self.board.drawn)}"


if __name__ == "__main__":
    env = PuzzleEnv()
    for seed in range(10):
        env.reset(seed=seed)
        cells = [(r, c) for r in range(1, 5) for c in range(1, 5)]
        done, total = False, 0.0
        while not done:
            (r, c), digit = env.np_random.choice(cells), env.np_random.integers(1, 5)
            _, reward, solved, out, info = env.step(f"number r{r}c{c} {digit}")
            if info["verdict"] == "broken":
                env.step("undo")
            done, total = solved or out, total + reward
        print(seed, "solved" if solved else "out of marks", f"{total:.1f}")
