"""Opens files: ``-`` is standard input or output; the extension selects the compression."""

from __future__ import annotations

import bz2
import codecs
import errno
import gzip
import io
import lzma
import os
import re
import select
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO, Literal, cast

from nlc.errors import Source, UserError, fail

PACKED = (".gz", ".xz", ".bz2")
"""Extensions of compressed files."""

NUMBER = "{n}"
"""In the name of an output: a file for each puzzle, with its number from 1."""

MAX_TEXT = 2**28
"""The most bytes of a text; a board of a million cells has some four million."""

PASTED = re.compile(
    r"(?:(?:\[.*\]\(|<)?https?://|[\w-]+\.[\w.-]+/)[^\s?#]*[?#]\S"  # a URL
    r"|(?:https?://)?(?:\w+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/\S"
    r"|\w+/(?:\S+/)?[0-9]+/[0-9]+(?:/\S*)?$"  # the end of one: slither/5/5/cbcbcddad
    r"|(?:[a-z]+[ :])?[0-9]+x?[0-9]*[a-z]*[0-9a-z]*[:#]\S"  # a game ID: 7x7:a2b2c02c22
    r"|SumoCueV1\S|pzprv3(?:\.[0-9]+)?/\S"
    r"|\S+,[0-9]*,[0-9]*,[0-9]+[^;\s]*;[0-9]"  # a level of Flow Free
    r"|m=(?:edit|solve)&\S"  # the end of a link of penpa-edit
    r"|[0-9.][-0-9._*? ]{14,}[-0-9._*?]$"  # a Sudoku, its cells in a line
    r"|(?:[0-9A-Za-z.]{256}|[0-9A-Za-z.]{400}|[0-9A-Za-z.]{625})$"
    r"|[^\n]*\n"
)
"""A file name that is itself a puzzle; nothing is fetched."""

_COMMENT = re.compile(rb"c\s|\s*$")
"""A line of a DIMACS file before its header."""

_FIRST_LINES = {
    "cnf": re.compile(rb"p\s+(?:p?cnf|pmc)\s"),
    "wcnf": re.compile(rb"p\s+wcnf\s|h(?:\s+-?[1-9]\d*)+\s+0\s*$"),
    "opb": re.compile(rb"\*\s*#variable="),
}
"""How the first line that is not a comment begins, by the form of the formula."""

PIPE_SECONDS = 2.0
"""Seconds to wait until a program writes to a named pipe."""

_NAMELESS = "there is no file without a name"

_WRITING = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Errors that only writing raises, so that they are about the target."""


def read_source(path: str) -> Source:
    """Return the text of a file, or of standard input for ``-``.

    A path that is not a file and looks like a puzzle, such as its URL, is itself the text. The text
    keeps its line ends; a byte order mark is removed; a `PACKED` file is decompressed.

    Raises:
        UserError: the file does not exist, cannot be read, or is not UTF-8.
    """
    if PASTED.match(path) and not os.path.exists(path):  # noqa: PTH110 - a name may be too long
        return Source(path, f"{path}\n")
    name = "<stdin>" if path == "-" else path
    try:
        own = path == "-" or path.endswith(PACKED)
        with open_binary(path) if own else open_file(path) as stream:
            data = stream.read(MAX_TEXT + 1)
    except FileNotFoundError:
        hint = "a URL is read if it holds a puzzle: docs/formats.md" if "://" in path else None
        raise fail(f"there is no file '{path}'", hint=hint) from None
    except IsADirectoryError:
        message = f"'{path}' is a folder, not a file" if path else _NAMELESS
        raise fail(message) from None
    except UserError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fail(f"cannot read '{path}': {reason}") from None
    if len(data) > MAX_TEXT:
        raise fail(f"'{name}' is longer than {MAX_TEXT >> 20} MiB")
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(
            f"'{name}' is not a UTF-8 text: byte {error.start}, on line {line}, "
            f"is 0x{data[error.start]:02x}",
            hint="save the file with the encoding UTF-8",
        ) from None


def bare_name(path: str) -> str:
    """Return the name of a file without the extension of its compression."""
    return next((path.removesuffix(end) for end in PACKED if path.endswith(end)), path)


def formula_form(path: str) -> str:
    """Return ``cnf``, ``wcnf`` or ``opb`` for a formula, else nothing.

    A name tells it, or the first line that is not a comment.

    Args:
        path: of a file; ``-`` for standard input, which is not consumed; or the text itself.
    """
    extension = bare_name(path).rpartition(".")[2]
    if "\n" not in path and extension in ("cnf", "dimacs", "wcnf", "opb"):
        return extension.replace("dimacs", "cnf")
    if "\n" in path and not os.path.exists(path):  # noqa: PTH110 - the same
        return _form_of(io.BytesIO(path.encode(errors="surrogateescape")))
    if path == "-":
        stream = sys.stdin.buffer
        if hasattr(stream, "peek"):  # its bytes may end within the comments
            start = stream.peek(1)
            lines = [line for line in start.splitlines() if line.strip()]
            only_comments = bool(lines) and all(map(_COMMENT.match, lines))
            return _form_of(io.BytesIO(start)) or "cnf" * only_comments
        start = stream.read(MAX_TEXT + 1)
        stream.seek(0)
        return _form_of(io.BytesIO(start))
    with suppress(OSError, UserError):  # raised again when it is loaded
        if Path(path).is_file():  # a pipe cannot be read twice: it is a puzzle
            with open_binary(path) as stream:
                return _form_of(stream)
    return ""


def _form_of(stream: Iterable[bytes]) -> str:
    """Return the form of a formula by the first line that is not a comment."""
    lines = (line.removeprefix(codecs.BOM_UTF8) for line in stream)
    first = next((line for line in lines if not _COMMENT.match(line)), b"")
    return next((form for form, start in _FIRST_LINES.items() if start.match(first)), "")


def open_file(path: str | Path) -> BinaryIO:
    """Open a file or a named pipe for reading.

    Raises:
        OSError: it cannot be opened, or no program begins to write to the pipe.
    """
    if not hasattr(os, "O_NONBLOCK"):  # Windows, where no file waits
        return Path(path).open("rb")
    stream = open(Path(path), "rb", opener=_without_waiting)  # noqa: SIM115 - it is returned
    if stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode):
        poll = select.poll()
        poll.register(stream, select.POLLIN)
        if not poll.poll(1000 * PIPE_SECONDS):
            with suppress(BlockingIOError):  # it is open for writing
                os.read(stream.fileno(), 1)
                stream.close()
                raise TimeoutError(errno.ETIMEDOUT, "nobody writes to this pipe")
    os.set_blocking(stream.fileno(), True)
    return stream


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading, decompressed if it is `PACKED`; ``-`` is standard input.

    Raises:
        UserError: the file cannot be opened, or the archive is damaged.
    """
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        with ExitStack() as stack:
            try:
                raw = stack.enter_context(open_file(path))
            except OSError as error:
                raise _failure("read", path, error) from error
            yield stack.enter_context(_packed(raw, path, "rb"))
    except (gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError) as error:
        raise fail(f"cannot read {path}: damaged archive ({error})") from error
    except OSError as error:
        if error.errno is None:  # of bz2
            raise fail(f"cannot read {path}: damaged archive ({error})") from error
        raise


@contextmanager
def atomic_writer(path: str) -> Iterator[BinaryIO]:
    """Open a file for writing that is replaced only when the block ends without an exception.

    A `PACKED` file is compressed, reproducibly; ``-`` is standard output. A new file gets the mode
    that the umask allows, an existing one keeps its mode. A device, a pipe, and the file of
    standard output or error are written directly.

    Raises:
        UserError: the file cannot be made, or the device is full.
    """
    if not path:
        raise fail(_NAMELESS)
    try:
        if path == "-":
            with _packed(sys.stdout.buffer, path, "wb") as stream:
                yield stream
            sys.stdout.buffer.flush()
            return
        opened = _create(path, path) if _is_direct(path) else _replacing(path)
        with opened as raw, _packed(raw, path, "wb") as stream:
            yield stream
    except OSError as error:
        if error.errno in _WRITING:
            raise _failure("write", path, error) from error
        raise


@contextmanager
def _replacing(path: str) -> Iterator[BinaryIO]:
    """Open a temporary file in the folder of the target, and move it there at the end."""
    try:
        target = Path(path).resolve()
        if path.endswith("/") or target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        temporary = target.with_name(f".{target.name[:50]}.{os.urandom(4).hex()}.tmp")
    except (OSError, RuntimeError) as error:
        raise _failure("write", path, error) from error
    raw = _create(str(temporary), path)
    try:
        with raw:
            yield raw
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        try:
            temporary.replace(target)
        except OSError as error:
            raise _failure("write", path, error) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _create(opened: str, named: str) -> BinaryIO:
    try:
        return Path(opened).open("wb")
    except OSError as error:
        raise _failure("write", named, error) from error


def _is_direct(path: str) -> bool:
    with suppress(OSError):
        status = Path(path).stat()
        streams = (os.fstat(descriptor) for descriptor in (1, 2))
        regular = stat.S_ISREG(status.st_mode)
        return not regular or any(os.path.samestat(each, status) for each in streams)
    return False


def _packed(
    raw: BinaryIO, path: str, mode: Literal["rb", "wb"]
) -> AbstractContextManager[BinaryIO]:
    """Return the stream of a file's contents; `raw` stays open behind it."""
    found: object = nullcontext(raw)
    if path.endswith(".gz"):  # neither a name nor a time in the header
        found = gzip.GzipFile("", mode, 6, raw, 0)
    elif path.endswith(".bz2"):
        found = bz2.BZ2File(raw, mode)
    elif path.endswith(".xz"):
        found = lzma.LZMAFile(raw, mode)  # noqa: SIM115 - it is returned
    return cast("AbstractContextManager[BinaryIO]", found)


def _failure(verb: str, path: str, error: OSError | RuntimeError) -> UserError:
    name = "standard output" if path == "-" else path
    reason = getattr(error, "strerror", None) or error  # a loop of links, before Python 3.13
    return fail(f"cannot {verb} {name}: {reason}")
