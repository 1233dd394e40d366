"""Hooks of MkDocs: commands by their help, a section a genre, files beside docs/, plain fences."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from nlc.cli.commands import GROUPS
from nlc.cli.parser import parse
from nlc.language.catalogue import Description, Item, describe, entries
from nlc.playing import page as playing

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("CONTRIBUTING.md", "CHANGES.md")
"""Documents beside docs/ that are pages of the site."""

_LINK = re.compile(r"(\]\()([^)\s#]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of commands, pages from the root, and the files that documents link to."""
    files.append(File.generated(config, "commands.md", content=commands()))
    files.append(File.generated(config, "play.html", content=playing.page((), "nlc")))
    for name in PAGES:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    linked = set()
    for file in [file for file in files if file.is_documentation_page()]:
        text = file.content_string + (genres() if file.src_uri == "genres.md" else "")
        for _, target in _LINK.findall(text):
            path = in_project(file.src_uri, target)
            if path is not None and (ROOT / path).is_file() and not path.startswith("docs/"):
                linked.add(path)
    for path in linked - set(PAGES):
        files.append(File.generated(config, path, content=(ROOT / path).read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead where files are on the site, and fences name their language alone."""
    source = page.file.src_uri
    if source == "genres.md":
        markdown += f"\n\n{genres()}\n"

    def moved(found: re.Match[str]) -> str:
        path = in_project(source, found[2])
        if path is None:
            return found[0]
        place = relpath(path.removeprefix("docs/"), str(PurePosixPath(source).parent))
        return found[1] + place

    return re.sub(r"^```(\w+)[ \t].*$", r"```\1", _LINK.sub(moved, markdown), flags=re.MULTILINE)


def in_project(source: str, target: str) -> str | None:
    """Return the path from the root of the project that a link leads to; None if it leads out."""
    if "://" in target or target.startswith("mailto:"):
        return None
    folder = PurePosixPath("." if source in PAGES else "docs", source).parent
    return normpath(folder / target)


def commands() -> str:
    """Return the page of commands: the whole help of each."""
    parts = ["# Commands", "For everyone at a terminal: the whole help of each command."]
    for title, names in GROUPS.items():
        parts.append(f"## {title}")
        for name in names:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
                parse([name, "--help-all"])
            parts.append(f"### nlc {name}\n\n```text\n{printed.getvalue().rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def genres() -> str:
    """Return a section for each stock genre."""
    stock = [genre for each in entries() if each.package == "nlc" for genre in describe(each.name)]
    return "\n\n".join(map(_genre, stock))


def _genre(genre: Description) -> str:
    """Return the part of the page about a genre."""
    file = f"[{genre.name}.nl](../grammar/{genre.name}.nl)"
    if genre.extends:
        file += f", extends [`{genre.extends}`](#{genre.extends})"
    items = [
        f"- option `{each.name} : {each.type} = {each.default}`: {each.text}"
        for each in genre.options
    ]
    items += [_item("given", each) for each in genre.givens]
    items += [_item("var", each) for each in genre.shown]
    items += [_item("var", each) + ", reported" for each in genre.reported]
    items += [
        f"- `{rule.name}`" + (f", when `{rule.when}`" if rule.when else "") + _said(rule.text)
        for rule in genre.rules
    ]
    return "\n\n".join([f"## {genre.name}", f"{genre.title} ({file})", "\n".join(items)])


def _item(kind: str, item: Item) -> str:
    mark = f"as `{item.mark}`" if item.mark else ""
    return f"- {kind} `{item.name} : {item.type}`" + _said(
        ", ".join(filter(None, (item.text, mark)))
    )


def _said(text: str) -> str:
    return f": {text}" if text else ""
