"""Small texts to put a line under test into, and the diagnostics of a text as plain strings."""

from __future__ import annotations

from pathlib import Path

from nlc.errors import Diagnostic, Diagnostics, Source, UserError
from nlc.language.resolve import load
from nlc.language.types import check


def genre(item: str) -> str:
    """Return a genre whose fourth line is `item`."""
    return (
        "genre g {\n  given label : cell -> name?;\n  var line : link -> bool;\n"
        f"  {item}\n  show line;\n}}\n"
    )


def rule(statement: str) -> str:
    """Return a genre with a rule whose only statement, on line 4, is `statement`."""
    return declared(f"rule r {{\n    {statement}\n  }}")


def declared(items: str) -> str:
    """Return a genre whose third line is `items`."""
    return f"genre g {{\n  var line : link -> bool;\n  {items}\n  show line;\n}}\n"


def typed(statement: str) -> str:
    """Return a genre with names of every kind and a rule whose statement, on line 16, is given."""
    return f"""genre g {{
  option strict : bool = false;
  option size : 1..9 = 3;
  given label : cell -> name?;
  given clue : cell -> 0..4?;
  given port : vertex -> {{inlet, outlet}}?;
  given dark : cell -> bool;
  let labels = values(label);
  let twice(x) = x + x;
  var line : link -> bool;
  var edge : border -> bool;
  var color : cell -> labels?;
  var level : cell -> 0..3;
  var other_level : cell -> 0..5;
  rule r {{
    {statement}
  }}
  show line;
}}
"""


def listed(statement: str) -> str:
    """Return a genre with lists and a rule whose statement, on line 7, is given."""
    return f"""genre g {{
  given clue : line -> list of 1..99?;
  given near : cell -> list of 0..8?;
  given size : cell -> 0..9?;
  var dark : cell -> bool;
  rule r {{
    {statement}
  }}
  let round(c) = dark[ring(c)];
  let some(c) = {{d for d in ring(c) where has size(d)}};
  show dark;
}}
"""


def puzzle(item: str) -> str:
    """Return a puzzle on squares whose third line is `item`."""
    return f'puzzle "p" is numberlink {{\n  topology square;\n  {item}\n}}\n'


def drawn(kind: str, item: str) -> str:
    """Return a puzzle of a genre with a board, whose sixth line is `item`."""
    return f'puzzle "p" is {kind} {{\n  topology square;\n  board\n  1 1\n  end\n  {item}\n}}\n'


FRAMES = {
    "text": lambda body: f"{body}\n",
    "genre": genre,
    "rule": rule,
    "declared": declared,
    "typed": typed,
    "listed": listed,
    "puzzle": puzzle,
    "numberlink": lambda item: drawn("numberlink", item),
    "slitherlink": lambda item: drawn("slitherlink", item),
}
"""What the texts of a table can be put into."""


def table(name: str) -> list[tuple[str, str, list[str]]]:
    """Return the cases of a table in ``errors/``: name, whole text, diagnostics as `tell` has them.

    A case begins with ``## name @frame``; lines with ``> `` are the diagnostics, the others are the
    text to put into the frame.
    """
    path = Path(__file__).parents[1] / "language" / "errors" / f"{name}.txt"
    cases = []
    for part in path.read_text(encoding="utf-8").split("\n## ")[1:]:
        head, *lines = part.rstrip("\n").split("\n")
        title, _, frame = head.partition(" @")
        body = "\n".join(line for line in lines if not line.startswith("> "))
        told = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
        cases.append((title, FRAMES[frame](body), told))
    return cases


def diagnose(text: str) -> list[Diagnostic]:
    """Return the diagnostics of a text: of its puzzles, or of its genres if it has none."""
    diagnostics = Diagnostics()
    try:
        loaded = load(Source("t.nl", text))
        for case in loaded.puzzles:
            check(case.rules, case, diagnostics)
        for rules in () if loaded.puzzles else loaded.genres.values():
            if rules.span.source.path == "t.nl":
                check(rules, None, diagnostics)
        diagnostics.raise_errors()
    except UserError as error:
        return list(error.diagnostics)
    return diagnostics.items


def tell(item: Diagnostic) -> str:
    """Return ``line:column-end message [hint]``, all that a diagnostic says."""
    assert item.span is not None
    span = item.span
    end = span.end_column if span.end_line == span.line else f"{span.end_line}:{span.end_column}"
    hint = f" [{item.hint}]" if item.hint else ""
    warning = "warning: " if item.severity.value == "warning" else ""
    return f"{span.line}:{span.column}-{end} {warning}{item.message}{hint}"
