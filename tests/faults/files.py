"""The solver touches what is nlc's."""

from __future__ import annotations

from faults.kit import TRUE_ANSWER, Fault, Said, Scene, solver_fault
from faults.rights import without_rights

FAULTS = [
    solver_fault(
        "no formula",
        "removes its formula",
        "answered",
        "",
        f'rm "$1"; {TRUE_ANSWER}',
    ),
    solver_fault(
        "no folder",
        "removes its temporary folder",
        "answered",
        "",
        f'rm -r "$TMPDIR"; {TRUE_ANSWER}',
    ),
    solver_fault(
        "left-over files",
        "leaves files and folders in its temporary folder, some of them read-only",
        "answered",
        "",
        f'cd "$TMPDIR"; mkdir -p a/b .c; touch a/b/d .c/e; chmod 0 a/b a; {TRUE_ANSWER}',
    ),
    solver_fault(
        "writing daemon",
        "leaves a daemon that makes its temporary folder again and writes there",
        "answered",
        "",
        'write=\'while :; do mkdir -p "$TMPDIR/a/b"; echo >"$TMPDIR/a/c"; done 2>/dev/null\'; '
        f'setsid sh -c "$write" & sleep 0.1; {TRUE_ANSWER}',
    ),
    solver_fault(
        "no temporary folder",
        "removes the folder that all temporary folders are in",
        "no-answer",
        "lamps 2: ",
        f'rm -r "$(dirname "$TMPDIR")"; {TRUE_ANSWER}',
        puzzles=2,
        reasons=("answered", "no-answer"),
    ),
]


def _without_rights(scene: Scene) -> Said:
    """The solver takes from its user, who is not root, the right to look into its folder."""
    body = f'mkdir "$TMPDIR/a"; touch "$TMPDIR/a/b"; chmod 0 "$TMPDIR/a" "$TMPDIR"; {TRUE_ANSWER}'
    return scene.play(body, **without_rights(scene))


FAULTS += [
    Fault(
        "locked folder",
        "takes the rights from its temporary folder and from one in it; nlc is not root",
        "answered",
        _without_rights,
    ),
]
