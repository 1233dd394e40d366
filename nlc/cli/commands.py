"""The commands, what each does, and the texts about all of them."""

from __future__ import annotations

GROUPS = {
    "solve": {
        "run": "solve puzzles and show the checked boards",
        "plan": "show how nlc run would solve puzzles, attempt by attempt",
        "check": "find mistakes in files, and boards that cannot be solved",
        "verify": "check a solution by the rules, without any encoding",
        "prove": "check a proof that there is no solution, or no other solution",
        "serve": "open a page to solve, play, make and compare puzzles",
        "mcp": "offer all this to a program that reasons, by the Model Context Protocol",
    },
    "explain": {
        "why": "show which clues of a board without solution contradict each other",
        "hint": "show the next step on a board, and why",
        "steps": "show the whole way to the solution, step by step",
        "grade": "rate how hard puzzles are",
    },
    "make": {
        "generate": "make puzzles, each with a solution that was checked",
        "draw": "draw puzzles as text, SVG, PNG or a page",
        "book": "print puzzles as a booklet with rules, grades and solutions",
    },
    "compare": {
        "diff": "compare encodings and solvers, or sets of boards",
        "bench": "measure solvers, engines, encodings and nlc itself",
    },
    "convert": {
        "convert": "write puzzles in another format",
        "compile": "compile a puzzle to DIMACS CNF",
        "decode": "turn a solver's answer back into a solution",
    },
    "list": {
        "list": "list genres, formats, solvers, encodings and more",
    },
}
"""What each command does, in the order of ``--help``; `nlc.cli` has a module of each name."""

COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}

LISTS = {
    "genres": "list the genres, or show the options, clues and rules of one",
    "formats": "list the formats of puzzles, and what each can hold",
    "solvers": "list the solvers and engines, or test them",
    "encodings": "list the encodings and what is known of them",
}
"""Lists with options of their own."""

MEANT = {
    "solve": "run",
    "count": "run --count",
    "unique": "run --unique",
    "play": "serve",
    "show": "draw",
    "print": "book",
    "booklet": "book",
    "new": "generate",
    "make": "generate",
    "rate": "grade",
    "encode": "compile",
    "explain": "why",
    "compare": "diff",
    "export": "convert",
    **{name: f"list {name}" for name in LISTS},
}
"""The commands of nlc for words that are commands of other programs."""

GONE = {
    "fuzz": "it is python -m fuzzing in tests/ of the sources; nlc diff --models is here",
    "completion": "docs/README.md tells how shtab completes the words of nlc",
    "man": "nlc COMMAND --help-all prints all that the manual page had",
    "--cnf": "nlc diff --encodings compares what is compiled from a puzzle",
    **dict.fromkeys(
        (
            *("--title", "--author", "--date", "--per-page", "--paper", "--large"),
            *("--order", "--titles", "--no-rules", "--link"),
        ),
        "write puzzles to a file, and nlc book prints that with this option",
    ),
}
"""What takes the place of commands and options that nlc had."""

START = """\
nlc solves, explains, makes and compiles puzzles whose rules are text.

  nlc run puzzle.nl                            solve puzzles, and draw the checked boards
  nlc check puzzle.nl                          look for mistakes in a file
  nlc generate slitherlink 8x8 --unique        make a puzzle with one solution
"""

SHORT = f"""\
{START}
nlc --help lists the commands; nlc COMMAND --help shows examples and options of one.
"""

HELP = f"""\
{START}
usage: nlc COMMAND [OPTION ...] [FILE ...]

{{commands}}

nlc COMMAND --help shows examples and common options, --help-all shows all.
nlc --version prints the version.
"""
