"""Each fault of the catalogue is named for what it is, and leaves nothing behind."""

from __future__ import annotations

import pytest
from faults.catalogue import FAULTS
from faults.kit import Fault, Scene


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_a_fault_has_its_reason_and_leaves_nothing_behind(fault: Fault, scene: Scene) -> None:
    said = fault.play(scene)
    assert "Traceback" not in said.out + said.err
    assert fault.told in said.err
    assert tuple(said.reasons) == fault.told_reasons
    assert said.status == fault.exit_status, said.err
    assert len({tuple(puzzle) for puzzle in said.objects}) <= 1, "their keys differ"
    for puzzle in said.objects:
        decided = puzzle["status"] != "UNKNOWN"
        assert decided is (puzzle["reason"] is None)
        assert bool(puzzle["solutions"]) is (puzzle["status"] == "SATISFIABLE")


def test_no_two_faults_have_the_same_name() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
