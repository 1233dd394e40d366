"""A worker process of the local executor: ``python -m nlc.execute.worker``.

It reads frames from its standard input: first where its parent looks for modules, then pickled
pairs of a function and its arguments. For each it writes one frame, a pickled pair of whether it
succeeded and the result or the exception. It ends with its input, in the midst of a job too.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import traceback
from queue import SimpleQueue

from nlc.process.pipes import CHUNK, Inbox, framed, write_all


def main() -> None:
    """Do jobs until the input ends."""
    source, results = os.dup(0), os.dup(1)
    os.dup2(2, 1)  # what a job prints is not to be taken for a result,
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # nor is it to read the next request
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(source, requests), daemon=True).start()
    sys.path[:] = pickle.loads(requests.get())
    while True:
        write_all(results, framed(_answer(requests.get())))


def _receive(source: int, requests: SimpleQueue[bytes]) -> None:
    """Pass on what comes; where nothing can come any more, nobody waits for a result either."""
    inbox = Inbox()
    while chunk := os.read(source, CHUNK):
        inbox.feed(chunk)
        while (request := inbox.take()) is not None:
            requests.put(request)
    os._exit(0)


def _answer(request: bytes) -> bytes:
    answer: tuple[bool, object]
    try:
        function, arguments = pickle.loads(request)
        answer = True, function(*arguments)
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note(f"in a worker process:\n{traceback.format_exc().rstrip()}")
        answer = False, error
    try:
        packed = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        pickle.loads(packed)
    except Exception:  # an exception that cannot be sent, or not be made again
        packed = pickle.dumps((False, RuntimeError(traceback.format_exc())))
    return packed


if __name__ == "__main__":
    main()
