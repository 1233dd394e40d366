"""Runs jobs in worker processes of this machine, and outlives each of them."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from queue import SimpleQueue
from types import TracebackType
from typing import Any, TypeVar

from nlc.execute.base import WorkerDiedError
from nlc.process.limits import Ended
from nlc.process.pipes import CHUNK, Inbox, framed

T = TypeVar("T")

_TRIES = 2
"""How many processes a job may take with it."""


@dataclass(frozen=True, eq=False)
class _Task:
    future: Future[Any]
    request: bytes


class LocalExecutor:
    """Some worker processes, each of which does one job after another; see `Executor`.

    They start when there is something to do. Each is in a session of its own, so that Ctrl-C at the
    terminal is for this process alone, and each ends when this process does.
    """

    def __init__(self, slots: int = 1) -> None:
        """Take the number of processes."""
        self._slots = slots
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._running: set[subprocess.Popen[bytes]] = set()
        self._waiting: set[Future[Any]] = set()
        self._threads: list[threading.Thread] = []

    @property
    def slots(self) -> int:
        """The number of processes."""
        return self._slots

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have a function called in a worker process; see `Executor.submit`.

        Raises:
            Exception: of `pickle`, where function or arguments cannot be sent.
            RuntimeError: the executor is closed.
        """
        request = framed(pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL))
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the executor is closed")
            self._waiting.add(future)
            if len(self._threads) < self._slots:
                thread = threading.Thread(target=self._serve, daemon=True)
                self._threads.append(thread)
                thread.start()
        self._tasks.put(_Task(future, request))
        return future

    def close(self) -> None:
        """End all processes at once; futures without a result are cancelled."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()
            waiting = list(self._waiting)
        for future in waiting:
            future.cancel()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _serve(self) -> None:
        """Be the thread of one slot: give jobs to a worker as long as there are any."""
        worker: _Worker | None = None
        try:
            while (task := self._tasks.get()) is not None:
                if task.future.set_running_or_notify_cancel():
                    worker = self._do(task, worker)
                with self._lock:
                    self._waiting.discard(task.future)
        finally:
            self._end(worker)

    def _do(self, task: _Task, worker: _Worker | None) -> _Worker | None:
        """Do a job, in another worker if one dies of it; return the worker for the next one."""
        ended = ""
        for _ in range(_TRIES):
            try:
                worker = self._begun() if worker is None else worker
                good, value = worker.ask(task.request)
            except EOFError:
                ended = worker.ended() if worker is not None else ended
                self._end(worker)
                worker = None
                continue
            except BaseException as error:  # no process can be started, or it was closed
                good, value = False, error
            if good:
                task.future.set_result(value)
            else:
                task.future.set_exception(value)
            return worker
        task.future.set_exception(WorkerDiedError(f"{_TRIES} processes died of it ({ended})"))
        return None

    def _begun(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise CancelledError
            worker = _Worker()
            self._running.add(worker.process)
            return worker

    def _end(self, worker: _Worker | None) -> None:
        if worker is not None:
            worker.end()
            with self._lock:
                self._running.discard(worker.process)


class _Worker:
    """A process; only one thread talks to it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "nlc.execute.worker"]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        self._inbox = Inbox()
        self._greeting = framed(pickle.dumps(sys.path))

    def ask(self, request: bytes) -> tuple[bool, Any]:
        """Have a job done; return whether it succeeded, and the result or the exception.

        Raises:
            EOFError: the process died.
        """
        self._send(self._greeting + request)
        self._greeting = b""
        while (answer := self._inbox.take()) is None:
            chunk = os.read(self._stdout.fileno(), CHUNK)
            if not chunk:
                raise EOFError
            self._inbox.feed(chunk)
        good, value = pickle.loads(answer)
        return bool(good), value

    def ended(self) -> str:
        """Return how the process ended, in words."""
        return str(Ended(self.process.wait(), 0.0, 0.0))

    def end(self) -> None:
        """Kill the process, if it runs, and let go of it."""
        self.process.kill()
        self.process.wait()
        self._stdout.close()
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def _send(self, frame: bytes) -> None:
        data = memoryview(frame)
        try:
            while data:
                data = data[self._stdin.write(data) or 0 :]
        except BrokenPipeError:
            raise EOFError from None
