"""A signal that comes just when a child is reaped interrupts, and is no failure of the child."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from support.solvers import children
from support.worker_jobs import sleep

from nlc.process.limits import NO_LIMITS, hold_signals
from nlc.process.platform import ENDING_SIGNALS
from nlc.process.run import run
from nlc.process.worker import Worker


@pytest.fixture(autouse=True)
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send SIGINT to this process as soon as it has reaped its first child."""
    wait4, nlc = os.wait4, os.getpid()
    sent: list[int] = []

    def reaped(pid: int, options: int) -> Any:
        answer = wait4(pid, options)
        if answer[0] and os.getpid() == nlc and not sent:
            sent.append(pid)
            signal.raise_signal(signal.SIGINT)
        return answer

    monkeypatch.setattr(os, "wait4", reaped)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["true"], ["sh", "-c", "echo; exit 1"]])
def test_the_end_of_a_program(command: list[str]) -> None:
    before = children()
    with pytest.raises(KeyboardInterrupt):
        run(command)
    assert children() <= before


def test_the_end_of_a_worker() -> None:
    before = children()
    worker = Worker(sleep, NO_LIMITS)
    with pytest.raises(KeyboardInterrupt):
        worker.end()
    assert children() <= before
    worker.end()
    assert not worker.alive()


def test_a_worker_that_has_died() -> None:
    before = children()
    worker = Worker(sleep, NO_LIMITS)
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(KeyboardInterrupt):
        while worker.alive():
            pass
    assert children() <= before
    assert not worker.alive()
    worker.end()


def test_a_handler_that_is_called_while_handlers_are_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put = signal.signal
    before = [put(number, signal.default_int_handler) for number in ENDING_SIGNALS]
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    def struck(number: int, handler: Any) -> None:
        put(number, handler)
        monkeypatch.undo()
        raise KeyboardInterrupt

    try:
        with pytest.raises(KeyboardInterrupt), hold_signals():
            monkeypatch.setattr(signal, "signal", struck)
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == mask
        assert {signal.getsignal(number) for number in ENDING_SIGNALS} == {
            signal.default_int_handler
        }
    finally:
        for number, handler in zip(ENDING_SIGNALS, before, strict=True):
            put(number, handler)
