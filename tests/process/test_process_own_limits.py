"""Limits on what this process does itself."""

import os
import resource
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from nlc.process.limits import Limits
from nlc.process.own_limits import OwnLimitError, narrowed, remaining_since, within


def before() -> tuple[object, ...]:
    return (
        resource.getrlimit(resource.RLIMIT_AS),
        signal.getsignal(signal.SIGALRM),
        signal.getitimer(signal.ITIMER_REAL)[0] > 0,
    )


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(seconds=0.05), "wall-time"),
        (Limits(cpu_seconds=0.05), "cpu-time"),
        (Limits(seconds=9, cpu_seconds=0.05), "cpu-time"),
        (Limits(seconds=0.0), "wall-time"),
    ],
)
def test_work_ends_when_its_time_is_over(limits: Limits, reason: str) -> None:
    found = before()
    with pytest.raises(OwnLimitError) as caught, within(limits):
        try:
            while True:
                sum(range(1000))
        except Exception:
            raise AssertionError("an alarm is no mistake to be handled") from None
    assert caught.value.reason == reason
    assert before() == found


class Stubborn:
    """Takes long to go, in a finalizer, where Python drops exceptions."""

    def __del__(self) -> None:
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            sum(range(100))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_that_a_finalizer_swallows_rings_again() -> None:
    with pytest.raises(OwnLimitError) as caught, within(Limits(seconds=0.05)):
        Stubborn()
        end = time.monotonic() + 60
        while time.monotonic() < end:
            sum(range(100))
    assert caught.value.reason == "wall-time"


@pytest.mark.slow
def test_time_that_others_use_is_no_processor_time() -> None:
    with within(Limits(cpu_seconds=0.1)):
        time.sleep(0.3)


def test_a_timer_that_ran_before_goes_on() -> None:
    earlier = signal.setitimer(signal.ITIMER_REAL, 1000.0, 7.0)
    try:
        with within(Limits(seconds=9)):
            pass
        left, interval = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, *earlier)
    assert 900 < left <= 1000
    assert interval == pytest.approx(7.0)


def test_work_ends_when_its_memory_is_used_up() -> None:
    found = before()
    with pytest.raises(OwnLimitError) as caught, within(Limits(megabytes=100)):
        np.ones(2**30, np.uint8)
    assert caught.value.reason == "memory"
    assert before() == found


def test_other_work_and_its_exceptions_are_left_alone() -> None:
    found = before()
    with pytest.raises(MemoryError), within(Limits(seconds=9)):
        raise MemoryError
    with pytest.raises(KeyError), within(Limits(9, 1000, 9)):
        raise KeyError
    assert before() == found


BUSY = "while True: sum(range(1000))"
HOLDING = (
    "import time; held = bytearray(80 * 2**20); held[::4096] = b'1' * (20 << 10); time.sleep(60)"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "program", "reason"),
    [
        (Limits(cpu_seconds=0.2), BUSY, "cpu-time"),
        (Limits(megabytes=100), HOLDING, "memory"),
    ],
)
def test_what_processes_use_together_is_limited(limits: Limits, program: str, reason: str) -> None:
    found = before()
    children: list[subprocess.Popen[bytes]] = []
    try:
        with pytest.raises(OwnLimitError) as caught, within(limits):
            children += [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
            for child in children:
                child.wait(60)
    finally:
        for child in children:
            child.kill()
            child.wait()
    assert caught.value.reason == reason
    assert before() == found


def test_no_block_is_beyond_the_one_around_it() -> None:
    with within(Limits(seconds=1000, cpu_seconds=50)) as outer:
        with within(Limits(seconds=2000, cpu_seconds=20, megabytes=300)) as inner:
            left = inner.left()
        assert left.seconds is not None and left.seconds <= 1000
        assert left.cpu_seconds is not None and left.cpu_seconds <= 20
        assert left.megabytes == 300
        assert left.words("wall-time") == "the limit of 1000 s was reached"
        assert left.words("cpu-time") == "the limit of 20 s of processor time was reached"
        assert narrowed(Limits()).cpu_seconds == pytest.approx(50, abs=20)
        assert outer.limits == Limits(seconds=1000, cpu_seconds=50)
    assert narrowed(Limits(seconds=5)) == Limits(seconds=5)


def test_a_block_that_is_over_leaves_its_results_to_the_one_around_it() -> None:
    with within(Limits(seconds=0.01), grace=100):
        done = []
        with pytest.raises(OwnLimitError, match=r"limit of 0\.01 s"), within(Limits()):
            done.append(1)
            time.sleep(60)
        assert done


def test_a_fork_is_not_beyond_the_block_that_it_was_forked_in() -> None:
    with within(Limits(seconds=100, cpu_seconds=100)):
        child = os.fork()
        if not child:
            left = narrowed(Limits(seconds=200))
            fits = left.seconds is not None and 0 < left.seconds <= 100
            os._exit(0 if fits and left.cpu_seconds == pytest.approx(100, abs=5) else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_what_must_be_whole_is_not_interrupted() -> None:
    parts: list[str] = []

    def write() -> None:
        parts.append("{")
        sum(range(1000))
        parts.append("}")

    with pytest.raises(OwnLimitError), within(Limits(seconds=0.02), 0.0, whole=[write.__code__]):
        while True:
            write()
    assert "".join(parts) == "{}" * (len(parts) // 2)


def test_what_is_left_is_never_less_than_nothing() -> None:
    left = remaining_since(Limits(seconds=1000, cpu_seconds=0.5), time.perf_counter() - 100)
    assert left.seconds is not None and 0 < left.seconds <= 900
    assert left.cpu_seconds is not None and 0 < left.cpu_seconds < 0.5
