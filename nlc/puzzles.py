"""Puzzles as objects of Python: from files, texts and data, or made, with all that they answer."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from msgspec import Struct
from msgspec.structs import asdict, replace

from nlc import api
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import Diagnostic, InputError, Source, fail, require_number, require_type
from nlc.language import resolve
from nlc.solving.solution import Solution

if TYPE_CHECKING:
    from nlc.grading.grade import Grade


class Reading(TypedDict, total=False):
    """The options of `load`."""

    format: str
    genre: str | None
    puzzle: str | int | None
    options: Mapping[str, object] | None


class GeneratorOptions(TypedDict, total=False):
    """The options of `generate`; each genre has some of them."""

    method: str
    unique: bool
    difficulty: str
    technique: str
    pairs: int
    group: int
    trivial: bool
    isolated: bool
    parity: bool
    balance: bool
    settings: Mapping[str, bool | int | str]
    open: bool
    diagonal: bool
    bisect: bool
    failures: int
    clues: str | int
    symmetry: str
    minimal: bool
    mask: str | Sequence[str]
    with_: str
    without: str
    fewest: bool


class Puzzle(resolve.Puzzle, frozen=True):
    """A puzzle and its rules; ``str`` is its title and its genre.

    The functions of `nlc` on puzzles are its methods, too.

    >>> import nlc
    >>> puzzle = nlc.load_one("fixtures/first.nl")
    >>> puzzle.title, puzzle.genre, puzzle.path
    ('a first puzzle', 'numberlink', 'fixtures/first.nl')
    >>> puzzle.solve(unique=True, seconds=10).unique
    True
    """

    solve = api.solve
    count = api.count
    unique = api.unique
    backbone = api.backbone
    enumerate = api.enumerate
    check = api.check
    why = api.why
    hint = api.hint
    steps = api.steps
    grade = api.grade
    compile = api.compile
    elaborate = api.elaborate
    diff = api.diff

    def __dir__(self) -> list[str]:
        return sorted({"title", "genre", "path", *vars(Puzzle), *dir(object)} - {"of"})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or (hash(self) == hash(other) and self.to("nl") == other.to("nl"))

    def __hash__(self) -> int:
        return hash((self.title, self.genre, self.topology.name.name))

    @property
    def clues(self) -> dict[str, Any]:
        """The clues of each given, as data in the form of `nlc.Solution`; lists are tuples.

        >>> import nlc
        >>> nlc.load_one("fixtures/first.nl").clues["label"][0].tolist()
        ['D', 'E', None, None, None, None]
        """
        from nlc.from_data import clues_of

        return clues_of(self)

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

    _repr_html_ = _repr_svg_


class GeneratedPuzzle(Struct, frozen=True, eq=False):
    """A puzzle that was made; ``str`` is its text in the puzzle language.

    >>> import nlc
    >>> (made,) = nlc.generate("numberlink", "6x6", pairs=4, unique=True)
    >>> made.unique, nlc.unique(made.puzzle), nlc.check(made.puzzle, made.solution)
    (True, True, [])

    Attributes:
        puzzle: the parsed text.
        solution: the solution that it was made from.
        unique: whether it was proved that there is no other.
        grade: the difficulty, if puzzles are graded.
    """

    text: str
    puzzle: Puzzle
    solution: Solution
    unique: bool
    grade: Grade | None

    def __str__(self) -> str:
        return self.text


def load(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",  # noqa: A002
    genre: str | None = None,
    puzzle: str | int | None = None,
    options: Mapping[str, object] | None = None,
) -> list[Puzzle]:
    """Load the puzzles of a file, and check their types.

    >>> import nlc
    >>> [puzzle.title for puzzle in nlc.load("fixtures/first.nl")]
    ['a first puzzle']

    Args:
        path: the file; ``-`` is the standard input.
        format: one of docs/formats.md, such as ``loopy``; ``auto`` to detect it from the text.
        genre: that of a text that does not name it, such as a bare board.
        puzzle: title, or number from 1, of the only puzzle to load.
        options: values of options of the genre, in place of the puzzles' own.

    Raises:
        InputError: with every independent mistake.
    """
    from nlc.files import read_source

    require_type("path", path, (str, os.PathLike), "'-' is the standard input")
    return _puzzles(lambda: read_source(os.fsdecode(path)), format, genre, puzzle, options)


def load_one(path: str | os.PathLike[str], **options: Unpack[Reading]) -> Puzzle:
    """Load the only puzzle of a file; the arguments are those of `load`.

    >>> import nlc
    >>> nlc.load_one("fixtures/first.nl").count()
    1

    Raises:
        InputError: there are several, or none.
    """
    puzzles = load(path, **options)
    if len(puzzles) != 1:
        message = f"{os.fsdecode(path)} has {len(puzzles)} puzzles"
        raise fail(message, hint="nlc.load returns them all; puzzle=1 chooses one")
    return puzzles[0]


def loads(
    text: str,
    *,
    format: str = "auto",  # noqa: A002
    genre: str | None = None,
    puzzle: str | int | None = None,
    options: Mapping[str, object] | None = None,
) -> list[Puzzle]:
    """Load the puzzles of a text; see `load`.

    >>> import nlc
    >>> text = 'puzzle "rows" is numberlink { topology square; board\\nA.A\\nB.B\\nend }'
    >>> print(nlc.solve(nlc.loads(text)[0]).board)
    A───A
    B───B
    """
    require_type("text", text, str, "nlc.load reads files")
    return _puzzles(lambda: Source("<text>", text), format, genre, puzzle, options)


def _puzzles(
    read: Callable[[], Source],
    form: str,
    genre: str | None,
    chosen: str | int | None,
    options: Mapping[str, object] | None,
) -> list[Puzzle]:
    from nlc.loading import parse_puzzles, setting_of

    require_type("format", form, str, "such as 'loopy'")
    require_type("genre", genre, (str, NoneType), "such as 'masyu'")
    require_type("puzzle", chosen, (str, int, NoneType), "a title, or a number from 1")
    require_type("options", options, (Mapping, NoneType), "such as {'cover': False}")
    form = f"{form}:{genre}" if genre else form
    wanted = None if chosen is None else str(chosen)
    try:
        settings = [setting_of(*each, "options") for each in (options or {}).items()]
        puzzles, found = parse_puzzles(read(), form, settings, wanted)
    except InputError as error:
        raise InputError(map(_for_python, error.diagnostics)) from None
    for item in found.items:
        warnings.warn(item.render(), stacklevel=3)
    return [Puzzle.of(each) for each in puzzles]


def _for_python(item: Diagnostic) -> Diagnostic:
    """Return a diagnostic whose hint names arguments in place of command-line options."""
    hint = re.sub(r"--genre (\w+)", r'genre="\1"', item.hint or "")
    hint = hint.replace("--from", "format=").replace("--genre", "genre=")
    return replace(item, hint=hint or None)


def puzzle(
    genre: str,
    clues: object = None,
    *,
    topology: str = "square",
    shape: tuple[int, int] | None = None,
    title: str = "puzzle",
    **parts: object,
) -> Puzzle:
    """Make a puzzle from data.

    >>> import nlc
    >>> print(nlc.puzzle("slitherlink", [[3, None], [2, None]]).solve().board)
    ╭───╮   ·
    │ 3 │
    │   ╰───╮
    │ 2     │
    ╰───────╯

    Args:
        genre: a stock genre, ``FILE.nl``, ``FILE.nl:GENRE``, or the text of one.
        clues: of the given that a plain board draws, mostly the first over cells: rows of numbers
            or texts, an array with two dimensions, a drawing as text, or a dict by element.
            None, NaN, ``""``, ``"."`` and masked cells are empty, and so are 0 and -1 where they
            are no clue; ``"#"`` is a hole. Elements are those of `nlc.Solution`, or names such as
            ``r1c1``. A dict may have lists at ``rows`` and ``columns``, or at ``left``, ``right``,
            ``top`` and ``bottom``, of clues outside of the board.
        topology: of the board, such as ``hex``, where an array is laid out as ``odd_r``.
        shape: rows and columns, where no array has them.
        title: of the puzzle.
        parts: clues of other givens by name, in the same forms; an array of booleans for those
            that are conditions. Any other name is an option of the genre.

    Raises:
        InputError: the genre, a given, an option or an element is unknown; shapes differ; or a
            value is not one of the given.
        TypeError: an argument is of another type.
    """
    from nlc.from_data import puzzle_text

    for name, text in {"genre": genre, "topology": topology, "title": title}.items():
        require_type(name, text, str)
    if shape is not None:
        require_type("shape", shape, (tuple, list), "such as (9, 9)")
        if len(shape) != 2:
            raise fail("shape is rows and columns", hint="such as (9, 9)")
        for value in shape:
            require_number("shape", value)
        shape = shape[0], shape[1]
    written = puzzle_text(genre, clues, topology, shape, title, parts)
    puzzles = _puzzles(lambda: written.source, written.form, written.genre, None, written.options)
    if len(puzzles) != 1:
        raise fail(f"these are {len(puzzles)} puzzles", hint="nlc.loads returns them all")
    return puzzles[0]


def generate(
    genre: str | os.PathLike[str],
    size: str | None = None,
    *,
    tiling: str = "square",
    count: int = 1,
    seed: int = 1,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    seconds: float | None = None,
    **options: Unpack[GeneratorOptions],
) -> Iterator[GeneratedPuzzle]:
    """Generate puzzles, as ``nlc generate`` does; each is yielded when it is done.

    Without ``difficulty`` no level is wished, and as many clues are removed as can be.

    >>> import nlc
    >>> for made in nlc.generate("slitherlink", "5x5", seed=2, count=2):
    ...     print(made.unique, made.puzzle.title)
    True 5x5 square slitherlink, seed 2 #1
    True 5x5 square slitherlink, seed 2 #2

    Args:
        genre: a stock genre; or the path of a file that defines one, ``FILE.nl`` or
            ``FILE.nl:GENRE``.
        size: columns and rows, such as ``10x10``; by default those of a usual board.
        tiling: of the board.
        count: their number, less those that are not made in 200 attempts or within the limit.
        seed: of the random numbers.
        jobs: the number of processes.
        limits: the wall-clock time of each puzzle; other limits are refused.
        seconds: the same as a number.
        options: those of ``nlc generate`` for the genre, such as ``pairs=8, unique=True``; and
            ``settings``, options of the rules, such as ``{"touch": False}``.

    Raises:
        InputError: the genre, the tiling or an option is unknown, or such puzzles cannot be made.
        TypeError: an argument is of another type.
    """
    from nlc.generating.request import made_to_order

    require_type("genre", genre, (str, os.PathLike), "such as 'numberlink'")
    require_type("size", size, (str, type(None)), "such as '10x10'")
    require_type("tiling", tiling, str, "such as 'hex'")
    require_type("seed", seed, int)
    require_number("count", count)
    require_number("jobs", jobs)
    limits = api.limited(limits, seconds)
    made = made_to_order(os.fsdecode(genre), size, tiling, count, seed, jobs, limits, options)
    return (
        GeneratedPuzzle(text, Puzzle.of(puzzle), solution, unique, grade)
        for text, puzzle, solution, unique, grade in made
    )
