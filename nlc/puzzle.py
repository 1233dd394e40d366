"""The puzzles of the Python interface: with pictures and texts, which later stages make."""

from __future__ import annotations

from msgspec.structs import asdict

from nlc.errors import require_type
from nlc.language import resolve
from nlc.solving.solution import Solution


class Puzzle(resolve.Puzzle, frozen=True):
    """A puzzle and its rules; ``str`` is its title and its genre.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> puzzle.title, puzzle.genre, puzzle.path
    ('a first puzzle', 'numberlink', 'fixtures/first.nl')

    Its attributes are those of `nlc.language.resolve.Puzzle`.
    """

    @classmethod
    def of(cls, puzzle: resolve.Puzzle) -> Puzzle:
        """Return a puzzle of the Python interface."""
        return cls(**asdict(puzzle))

    def to_svg(self, style: str = "puzzle", *, targets: bool = False) -> str:
        """Return a picture of the puzzle as SVG, in a style of docs/pictures.md.

        With `targets` each cell, link, border and vertex has a named area for pointers.

        >>> import nlc
        >>> nlc.load("fixtures/first.nl")[0].to_svg()[:37]
        '<svg xmlns="http://www.w3.org/2000/svg'
        """
        from nlc.pictures.gallery import puzzle_svg

        return puzzle_svg(self, style, targets)

    def to(self, form: str, *, solution: bool | Solution = False) -> str:
        """Return the puzzle in a format of docs/formats.md.

        >>> import nlc
        >>> puzzle = nlc.loads("https://puzz.link/p?slither/3/3/2b3ag")[0]
        >>> puzzle.to("loopy")
        '3x3:2b3d\\n'

        Args:
            solution: True, to write a solution, too: the one that came with the puzzle if it is
                correct, else one that a solver finds; or a `nlc.Solution` to write.

        Raises:
            UserError: the format cannot express the puzzle, or has no place for a solution; or the
                solution is of another puzzle.
        """
        from nlc.convert import convert_puzzle, require_solution

        require_type("form", form, str, "such as 'loopy'")
        require_type("solution", solution, (bool, Solution))
        if isinstance(solution, bool):
            return convert_puzzle(self, form, solution)
        return convert_puzzle(self, form, require_solution(self, solution))

    def _repr_svg_(self) -> str:
        return self.to_svg()
