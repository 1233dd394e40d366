import json
import os

import msgspec
import pytest
from msgspec import Struct

from nlc.comparing.results import Measurement, Member, PuzzleRecord, ResultsFile, Run, load
from nlc.drivers.base import Limits
from nlc.errors import UserError

KINDS = (Run, PuzzleRecord, Member, Measurement)

VALUES = {"full": True, "repetitions": 1, "slots": 1} | {
    name: {} for name in ("limits", "machine", "versions", "left_out")
}


def row(key: str, competitor: str = "c") -> Measurement:
    rest = {"suite": "s", "puzzle": "p", "who": "w", "limits": Limits(), "version": "1"}
    return Measurement(key=key, outcome="solved", competitor=competitor, **rest)


def required(kind: type[Struct]) -> dict[str, object]:
    """Return a record of a kind, as JSON has it, with the least that it can hold."""
    fields = [each for each in msgspec.structs.fields(kind) if each.required]
    told = {each.name: VALUES.get(each.name, "x") for each in fields}
    return {"record": kind.__struct_config__.tag, **told}


def test_rows_are_kept_and_come_once(tmp_path):
    path = str(tmp_path / "r.jsonl")
    with ResultsFile(path) as results:
        assert results.add(row("a", "1"))
        assert results.add(row("b", "2"))
        assert not results.add(row("a", "3"))
    with ResultsFile(path) as results:
        assert "a" in results
        assert "c" not in results
        assert not results.add(row("b", "4"))
        assert results.add(row("c", "5"))
    assert [(each.key, each.competitor) for each in load(path)] == [*zip("abc", "125", strict=True)]


@pytest.mark.parametrize("torn", [b'{"rec', b"{", b'{"record": "result", "key": "b"}', b"\xff\xfe"])
def test_a_line_that_was_cut_off_is_taken_away_and_its_row_comes_again(tmp_path, torn):
    path = tmp_path / "r.jsonl"
    with ResultsFile(str(path)) as results:
        results.add(row("a"))
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert [each.key for each in load(str(path))] == ["a"]
    with ResultsFile(str(path)) as results:
        assert results.repaired == len(torn)
        assert path.read_bytes() == whole
        assert results.add(row("b"))
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == ["a", "b"]


def test_a_file_of_something_else_is_refused_with_its_line_and_left_as_it_is(tmp_path):
    path = tmp_path / "notes.txt"
    text = f"{json.dumps(required(Run))}\nnotes\n"
    path.write_text(text)
    with pytest.raises(UserError) as caught:
        ResultsFile(str(path))
    assert str(caught.value).startswith(f"{path}:2:1: error: this is not a record")
    assert path.read_text() == text


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_lacks_a_member_is_refused_with_its_line(tmp_path, kind):
    path = tmp_path / "r.jsonl"
    whole = required(kind)
    path.write_text(json.dumps(whole) + "\n")
    (found,) = load(str(path))
    assert isinstance(found, kind)
    for member in whole:
        path.write_text(json.dumps({k: v for k, v in whole.items() if k != member}) + "\n")
        with pytest.raises(UserError, match="1:1: error: this is not a record"):
            load(str(path))


def test_a_file_in_use_is_refused(tmp_path):
    path = str(tmp_path / "r.jsonl")
    with ResultsFile(path), pytest.raises(UserError, match="in use"):
        ResultsFile(path)
    with ResultsFile(path):
        pass


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(UserError, match="cannot write"):
        ResultsFile(str(tmp_path / "no" / "r.jsonl"))


def test_a_device_is_refused_as_it_cannot_be_read_again():
    with pytest.raises(UserError, match="can be read again"):
        ResultsFile(os.devnull)


def test_a_row_that_finds_no_room_is_left_out_whole(tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    with ResultsFile(str(path)) as results:
        results.add(row("a"))
        real = results._file

        class Full:
            """Writes a part, and then there is no room."""

            def __init__(self):
                self.written = 0

            def __getattr__(self, name):
                return getattr(real, name)

            def write(self, data):
                if self.written:
                    raise OSError(28, "No space left on device")
                self.written = 1
                return real.write(bytes(data[:5]))

        monkeypatch.setattr(results, "_file", Full())
        with pytest.raises(UserError, match="No space left"):
            results.add(row("b"))
        monkeypatch.undo()
        assert "b" not in results
        assert results.add(row("b"))
    assert [each.key for each in load(str(path))] == ["a", "b"]
