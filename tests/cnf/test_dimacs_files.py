import gzip
import io
import lzma
import os
import stat
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from nlc.errors import UserError
from nlc.files import atomic_writer, open_binary, read_source

SUFFIXES = ["", ".gz", ".xz", ".bz2"]


def put(path: Path | str, data: bytes) -> None:
    with atomic_writer(str(path)) as stream:
        stream.write(data)


def get(path: Path | str) -> bytes:
    with open_binary(str(path)) as stream:
        return stream.read()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_written_is_read_back(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    put(path, b"text\n" * 1000)
    assert get(path) == b"text\n" * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_the_extension_decides_the_compression(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        put(tmp_path / f"a{suffix}", b"text")
    assert (tmp_path / "a").read_bytes() == b"text"
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"text"
    assert lzma.decompress((tmp_path / "a.xz").read_bytes()) == b"text"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("exception", [ValueError, KeyboardInterrupt])
def test_an_exception_leaves_no_file(
    tmp_path: Path, suffix: str, exception: type[BaseException]
) -> None:
    with pytest.raises(exception), atomic_writer(str(tmp_path / f"a{suffix}")) as stream:
        stream.write(b"half")
        raise exception
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("exception", [ValueError, KeyboardInterrupt])
def test_an_exception_leaves_the_old_file_as_it_was(
    tmp_path: Path, exception: type[BaseException]
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(exception), atomic_writer(str(path)) as stream:
        stream.write(b"new")
        raise exception
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_gets_the_mode_that_the_umask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        put(tmp_path / "a", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o604)
    put(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_symbolic_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    put(tmp_path / "link", b"text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"text"


def test_a_device_is_written_and_not_replaced() -> None:
    put(os.devnull, b"text")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_pipe_is_written_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as reader:
        put(path, b"text")
        assert reader.communicate()[0] == b"text"
    assert stat.S_ISFIFO(path.stat().st_mode)


WRITE_ARGUMENT = (
    "import sys; from nlc.files import atomic_writer\n"
    "with atomic_writer(sys.argv[1]) as stream: stream.write(b'text')"
)


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_goes_where_it_leads(tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-c", WRITE_ARGUMENT, name]
    assert subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout == b"text"
    path = tmp_path / "out"
    with path.open("wb") as out:
        inode = path.stat().st_ino
        subprocess.run(command, stdout=out, check=True)
    assert path.read_bytes() == b"text"
    assert path.stat().st_ino == inode


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"text")))
    assert get("-") == b"text"


def test_a_missing_directory_is_the_users_mistake(tmp_path: Path) -> None:
    path = tmp_path / "no" / "a"
    with pytest.raises(UserError, match=f"cannot write {path}: No such file or directory"):
        put(path, b"")


def test_a_directory_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=f"cannot write {tmp_path}: Is a directory"):
        put(tmp_path, b"")


def test_a_full_device_is_the_users_to_know() -> None:
    with pytest.raises(UserError, match="cannot write /dev/full: No space left on device"):
        put("/dev/full", b"text")


def test_a_missing_file_is_the_users_mistake(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    with pytest.raises(UserError, match=f"cannot read {path}: No such file or directory"):
        get(path)


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2"])
@pytest.mark.parametrize("damage", ["no archive", "cut off", "changed"])
def test_a_damaged_archive_is_the_users_mistake(tmp_path: Path, suffix: str, damage: str) -> None:
    path = tmp_path / f"a{suffix}"
    put(path, os.urandom(1000))
    data = path.read_bytes()
    changed = data[:500] + bytes([data[500] ^ 255]) + data[501:]
    path.write_bytes({"no archive": b"text", "cut off": data[:500], "changed": changed}[damage])
    with pytest.raises(UserError, match=f"cannot read {path}: damaged archive"):
        get(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_pipe_that_nobody_writes_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr("nlc.files.PIPE_SECONDS", 0.01)
    path = f"{tmp_path}/pipe{suffix}"
    os.mkfifo(path)
    for read in (read_source, get):
        with pytest.raises(UserError, match="nobody writes to this pipe"):
            read(path)


def test_a_pipe_is_read_whose_writer_takes_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nlc.files.PIPE_SECONDS", 0.01)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    own = os.open(path, os.O_RDWR)  # a writer from the beginning
    timer = Timer(0.1, lambda: (os.write(own, b"late"), os.close(own)))
    timer.start()
    assert get(path) == b"late"
    timer.join()
