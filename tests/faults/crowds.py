"""Many runs at once, and solvers that want more memory than there is."""

from __future__ import annotations

import resource
from functools import partial

from faults.kit import TRUE_ANSWER, Fault, Said, Scene, ended, lamps
from support.commands import DOMINOES, dominoes

CROWD = 20


def _processes(scene: Scene) -> Said:
    """Run nlc 20 times at once, with different solvers, each of which leaves something."""
    path = scene.write("lamps.nl", lamps())
    leave = 'touch "$TMPDIR/left"; sleep 100 & setsid sleep 100 & '
    fake = scene.solver(leave + TRUE_ANSWER)
    ways = [("--solver-cmd", fake), ("--solver", "minisat"), ("--solver", "pysat:cadical195")]
    crowd = [scene.start(*ways[i % len(ways)], path) for i in range(CROWD)]
    all_said = [ended(process) for process in crowd]
    return Said(
        max(said.status for said in all_said),
        "".join(said.out for said in all_said),
        "".join(said.err for said in all_said),
    )


def _big(scene: Scene, *words: object) -> Said:
    path = scene.write("big.nl", DOMINOES + dominoes("big", 120))
    return scene.run(*words, path, fresh=True)


def _little_memory(scene: Scene) -> Said:
    """Let nlc itself have less memory than a board of 90,000 cells takes."""
    most = 100 << 20
    scene.environment["OPENBLAS_NUM_THREADS"] = "1"
    path = scene.write("big.nl", DOMINOES + dominoes("big", 300))
    bound = partial(resource.setrlimit, resource.RLIMIT_DATA, (most, most))
    return scene.run(path, fresh=True, preexec_fn=bound)


def _little_room_to_import(scene: Scene) -> Said:
    """Let nlc have less address space than the libraries of NumPy take."""
    path = scene.write("lamps.nl", lamps())
    bound = partial(resource.setrlimit, resource.RLIMIT_AS, (40 << 20, 40 << 20))
    return scene.run(path, fresh=True, preexec_fn=bound)


FAULTS = [
    Fault(
        "twenty processes",
        "20 runs of nlc at once, with several solvers",
        "answered",
        _processes,
        reasons=("answered",) * CROWD,
    ),
    *(
        Fault(
            f"memory of {solver}",
            f"{solver} may have 4 MB, which is not enough",
            "memory",
            lambda scene, solver=solver: _big(scene, "--memory", 4, "--solver", solver),
        )
        for solver in ("pysat:cadical195",)
    ),
    Fault(
        "memory of imports",
        "nlc cannot import NumPy for want of memory",
        None,
        _little_room_to_import,
        "nlc: out of memory\n",
        status=3,
    ),
    Fault(
        "memory of nlc",
        "nlc itself has no more memory",
        None,
        _little_memory,
        "nlc: out of memory",
        status=3,
    ),
]
