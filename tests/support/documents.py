"""Reads the fenced blocks of the documentation.

The line that opens a block says what tests do with it: ```` ```nl solutions=1,2 file=a.nl ````.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from msgspec import Struct

from support import forked

ROOT = Path(__file__).resolve().parents[2]

_FENCE = re.compile(r"^```(\S*)[ \t]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Fenced(Struct, frozen=True):
    """A fenced block.

    Attributes:
        place: document and line, for messages.
        language: the first word after the fence.
        marks: the other words; ``True`` for one without ``=``.
        text: what the block holds.
    """

    place: str
    language: str
    marks: dict[str, str | bool]
    text: str


def document(name: str) -> str:
    """Return the text of a document of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def prose(name: str) -> str:
    """Return the text of a document without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", document(name), flags=re.MULTILINE | re.DOTALL)


def anchors(name: str) -> set[str]:
    """Return the anchors of the headings of a document."""
    titles = re.findall(r"^#+ (.+)$", prose(name), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def blocks(name: str, language: str) -> list[Fenced]:
    """Return the blocks of a document in one language."""
    text = document(name)
    found = []
    for match in _FENCE.finditer(text):
        if match[1] == language:
            marks = dict(_mark(word) for word in match[2].split())
            line = text.count("\n", 0, match.start()) + 1
            found.append(Fenced(f"{name}:{line}", language, marks, match[3]))
    return found


def _mark(word: str) -> tuple[str, str | bool]:
    name, equals, value = word.partition("=")
    return name, value if equals else True


def write_files(name: str, folder: Path) -> None:
    """Write the blocks that have a file name into a folder, beside the fixtures of the project."""
    if not (folder / "fixtures").exists():
        (folder / "fixtures").symlink_to(ROOT / "fixtures")
    for language in ("nl", "python", "toml", "text"):
        for block in blocks(name, language):
            if "file" in block.marks:
                (folder / str(block.marks["file"])).write_text(block.text, encoding="utf-8")


def commands(text: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a console block, each with the lines that it should print."""
    out: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        else:
            out[-1][1].append(line)
    return out


def run_nlc(arguments: list[str], folder: Path) -> str:
    """Run nlc in a folder and return all that it prints."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with forked.start(*arguments, cwd=folder, **pipes) as process:
        printed, _ = process.communicate()
    return str(printed, "utf-8")


def run_solver(command: str, folder: Path) -> str:
    """Run a command of the shell in a folder and return all that it prints."""
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def like(expected: list[str], printed: str) -> bool:
    """Tell whether a print looks as a document says.

    A line ``...`` stands for any lines, and ``…`` for any part of a line.
    """
    parts = [
        r"(?:.*\n)*?" if line == "..." else re.escape(line).replace("…", ".*") + r" *\n"
        for line in expected
    ]
    return re.fullmatch("".join(parts), printed) is not None
