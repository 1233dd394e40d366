"""Names are strange, streams are closed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from faults.kit import LAMPS, TRUE_ANSWER, Fault, Said, Scene, ended, lamps
from support.commands import DOMINOES, dominoes

STRANGE = "a b'\"\\ü\n{cnf}$(x)*\udcff"


def _strange_names(scene: Scene) -> Said:
    """Solver, puzzle, proof, working folder and temporary folder have a strange name."""
    place = Scene(scene.folder / STRANGE)
    puzzle = place.write(f"{STRANGE}.nl", LAMPS + lamps().removeprefix(LAMPS))
    solver = place.solver(TRUE_ANSWER, STRANGE)
    said = place.run("--solver-cmd", solver, puzzle)
    assert not list(place.scratch.iterdir())
    assert said.objects[0]["file"] == str(puzzle)
    return said


def _strange_proof(scene: Scene) -> Said:
    place = Scene(scene.folder / STRANGE)
    path = place.write(f"{STRANGE}.nl", DOMINOES + dominoes("big", 4, holes=True))
    place.environment["NLC_CADICAL"] = str(place.folder / STRANGE)
    Path(place.environment["NLC_CADICAL"]).symlink_to(str(shutil.which("cadical")))
    said = place.run("--solver", "cadical", "--proof", f"{STRANGE}.drat", path)
    assert not list(place.scratch.iterdir())
    assert (place.folder / f"{STRANGE}.drat").stat().st_size
    return said


def _gone_reader(scene: Scene) -> Said:
    """What reads the boards goes away after the first."""
    body = f"echo >>calls; [ $(wc -l <calls) = 1 ] || sleep 0.2; {TRUE_ANSWER}"
    source, sink = os.pipe()
    path = scene.write("lamps.nl", lamps(9))
    process = scene.start("--solver-cmd", scene.solver(body), path, fresh=True, stdout=sink)
    os.close(sink)
    os.read(source, 1)
    os.close(source)
    said = ended(process)
    assert len((scene.folder / "calls").read_text()) < 9
    return said


def _full_output(scene: Scene) -> Said:
    with Path("/dev/full").open("wb") as full:
        return scene.play(TRUE_ANSWER, puzzles=2, fresh=True, stdout=full)


def _full_errors(scene: Scene) -> Said:
    with Path("/dev/full").open("wb") as full:
        return scene.play("exit 1", stderr=full)


def _closed_streams(scene: Scene) -> Said:
    return scene.play(TRUE_ANSWER, before=["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"])


FAULTS = [
    Fault(
        "strange names",
        "solver, puzzle and folders have names with blanks, quotes, a newline and bytes that are "
        "no text",
        "answered",
        _strange_names,
    ),
    Fault(
        "strange name of a proof",
        "puzzle, proof and solver have such names",
        "answered",
        _strange_proof,
        "proves that there is no solution",
    ),
    Fault(
        "gone reader",
        "what reads the boards goes away after the first",
        None,
        _gone_reader,
        status=0,
    ),
    Fault(
        "full output",
        "the boards do not fit on the device",
        None,
        _full_output,
        "No space left on device",
        status=2,
    ),
    Fault(
        "full errors",
        "the messages do not fit on the device",
        "crashed",
        _full_errors,
    ),
    Fault(
        "closed streams",
        "all standard streams are closed",
        None,
        _closed_streams,
        status=0,
    ),
]
