"""What clients and machines do wrong: broken requests, lost connections, killed processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from support.server import TOKEN, Server, eventually, serving
from support.solvers import alive

EASY = 'puzzle "easy" is numberlink { topology square; board\nA.A\nB.B\nend }'
ROWS = "\n".join(["." * 30] * 30)
HARD = f'puzzle "hard" is slitherlink {{ topology square; board\n{ROWS}\nend }}'


def _jobs(server: Server) -> tuple[int, int]:
    status = server.get("status")
    return status["running"], status["waiting"]


def running(server: Server) -> int:
    return int(server.get("status")["running"])


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of this module alone, with small limits."""
    folder = str(tmp_path_factory.mktemp("data"))
    limits = ("--timeout", "60", "--memory", "600", "--cells", "1000", "--clauses", "5000")
    with serving("--data", folder, *limits, "--bytes", "100000", "--jobs", "2") as server:
        yield server


@pytest.mark.slow
def test_who_closes_the_connection_ends_the_job_with_its_processes(own: Server) -> None:
    eventually(lambda: running(own) == 0)
    before = own.descendants()
    for _ in range(5):
        body = {"text": HARD, "question": "count", "seconds": 60}
        with own.client.stream("POST", "/api/solve", json=body) as response:
            lines = response.iter_lines()
            for line in lines:
                if json.loads(line).get("stage") == "solve":
                    break
            assert own.descendants() - before
        eventually(lambda: running(own) == 0)
        left = own.descendants() - before
        # An idle worker may stay, but none that works, and no solver below one.
        eventually(lambda left=left: not (own.descendants() & left))


@pytest.mark.slow
def test_limits_are_told_and_leave_nothing_behind(own: Server) -> None:
    *_, last = own.lines("solve", text=HARD, question="count", seconds=0.5)
    assert last["event"] == "done" and last["status"] != "UNSATISFIABLE"
    assert last["reason"] == "wall-time"
    wide = HARD.replace("." * 30, "." * 2000)
    assert "at most 1000" in own.post("parse", text=wide)["diagnostics"][0]["message"]
    *_, last = own.lines("solve", text=wide)
    assert last["event"] == "error" and "at most 1000" in last["diagnostics"][0]["message"]
    assert own.client.post("/api/parse", json={"text": "." * 200_000}).status_code == 413
    url = own.client.base_url
    with closing(HTTPConnection(url.host, url.port, timeout=60)) as connection:
        connection.putrequest("POST", "/api/parse")
        for name, value in own.client.headers.items():
            connection.putheader(name, value)
        connection.putheader("content-type", "application/json")
        connection.putheader("content-length", str(10**15))
        connection.endheaders()  # what is announced never comes
        assert connection.getresponse().status == 413
    assert "5000" in own.post("formula", 422, text=HARD, encoding="direct")["error"]
    eventually(lambda: running(own) == 0)


@pytest.mark.slow
def test_a_killed_worker_is_told_and_the_next_job_has_another(own: Server) -> None:
    for _ in range(3):
        eventually(lambda: running(own) == 0)
        body = {"text": HARD, "question": "count"}
        with own.client.stream("POST", "/api/solve", json=body) as response:
            lines = response.iter_lines()
            for line in lines:
                if json.loads(line).get("stage") == "solve":
                    break
            children = {
                int(path.parent.name)
                for path in Path("/proc").glob("[0-9]*/stat")
                if _parent(path) == own.process.pid
            }
            for pid in children:
                os.kill(pid, signal.SIGKILL)
            eventually(lambda children=children: not any(map(alive, children)))
            last = json.loads(list(lines)[-1])
        assert last["event"] == "stopped" and last["reason"] == "killed", last
        assert own.lines("solve", text=EASY)[-1]["status"] == "SATISFIABLE"
        assert own.post("parse", text=EASY)["svg"]


def _parent(path: Path) -> int:
    try:
        return int(path.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.mark.slow
def test_a_hard_job_beside_them_does_not_hold_others_up(own: Server) -> None:
    stop = threading.Event()

    def hard() -> None:
        with httpx.Client(headers={"X-NLC-Token": TOKEN}, timeout=60) as client:
            body = {"text": HARD, "question": "count"}
            url = f"{own.url}/api/solve"
            with client.stream("POST", url, json=body) as response:
                for _ in response.iter_lines():
                    if stop.is_set():
                        return

    threads = [threading.Thread(target=hard) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        eventually(lambda: running(own) == 2)
        assert own.lines("solve", text=EASY)[-1]["status"] == "SATISFIABLE"
        assert running(own) == 2  # they still run
        assert own.post("parse", text=EASY)["svg"]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    eventually(lambda: running(own) == 0)


@pytest.mark.slow
def test_the_queue_tells_its_length_and_is_bounded(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), "--jobs", "1", "--queue", "2") as server:
        clients = [httpx.Client(headers={"X-NLC-Token": TOKEN}, timeout=60) for _ in range(5)]
        opened = []
        try:
            for client in clients[:4]:  # one runs as a long job, one as a short one, two wait
                body = {"text": HARD, "question": "count"}
                request = client.build_request("POST", f"{server.url}/api/solve", json=body)
                opened.append(client.send(request, stream=True))
                eventually(lambda: _jobs(server) == (min(2, len(opened)), max(0, len(opened) - 2)))
            lines = opened[3].iter_lines()  # which, were it dropped, would close the connection
            told = json.loads(next(lines))
            assert told["event"] == "queued" and told["ahead"] == 1
            refused = clients[4].post(f"{server.url}/api/solve", json={"text": EASY})
            assert refused.status_code == 503 and refused.headers["retry-after"]
            assert server.post("parse", text=EASY)["svg"]  # pictures do not wait
            opened[0].close()
            eventually(lambda: server.get("status")["waiting"] < 2)
        finally:
            for each in opened:
                each.close()
            for client in clients:
                client.close()


WORDS = [
    *("numberlink", "slitherlink", "square", "board\n", "end", "{", "}", '"', ";", ".", "A", "#"),
    *(
        "rule",
        "for",
        "c in cells",
        "topology",
        "use",
        "mark",
        "at r1c1",
        "\x00",
        "é",
        "𝔸",
        "9" * 40,
    ),
    *("https://puzz.link/p?slither/3/3/2b3ag", "3x3t0:2b3e", "p cnf 1 1", 'use "../x.nl";'),
]


def _text(random: Random) -> str:
    kind = random.randrange(4)
    if kind == 0:
        return EASY
    if kind == 1:
        cut = random.randrange(len(EASY))
        return EASY[:cut] + random.choice(WORDS) + EASY[cut + random.randrange(3) :]
    return " ".join(random.choices(WORDS, k=random.randrange(20)))


def _value(random: Random, depth: int = 0) -> Any:
    simple = [None, True, 0, -1, 1e308, 2**70, "", "x" * 300, "default", "cmd:true", "all", 5]
    if depth > 2 or random.random() < 0.7:
        return random.choice([*simple, _text(random)])
    if random.random() < 0.5:
        return [_value(random, depth + 1) for _ in range(random.randrange(3))]
    return {_text(random)[:50]: _value(random, depth + 1) for _ in range(random.randrange(3))}


def _body(random: Random, properties: dict[str, Any]) -> bytes:
    """Return a body of a request: right, nearly right, or anything."""
    body: Any = {"text": _text(random)} if "text" in properties else {}
    plausible = {
        "genre": "numberlink",
        "columns": 4,
        "rows": 4,
        "tiling": "hex",
        "question": random.choice(["one", "unique", "all", "count", "facts"]),
        "seconds": 1,
        "edits": [{"element": "r1c2", "step": 1}],
        "drawn": {"yes": {"line": ["r1c1-r1c2"]}},
        "encodings": ["direct"],
        "solvers": ["minisat"],
        "rule": "terminal",
        "encoding": "log",
    }
    for name in properties:
        if name in plausible and random.random() < 0.8:
            body[name] = plausible[name]
        elif name != "text" and random.random() < 0.04:
            body[name] = _value(random)
    if random.random() < 0.05:
        body = _value(random)
    data = json.dumps(body).encode("utf-8", "surrogatepass")
    if random.random() < 0.05:
        cut = random.randrange(len(data))
        data = data[:cut] + random.randbytes(random.randrange(4))
    return data


@pytest.mark.slow
def test_random_and_broken_requests_are_answered_and_leave_no_process(own: Server) -> None:
    document = own.client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    posts = {}
    for path, methods in document["paths"].items():
        if "post" in methods:
            schema = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
            posts[path] = schemas[schema["$ref"].rpartition("/")[2]]["properties"]
    eventually(lambda: running(own) == 0)
    random = Random(18)
    seen: dict[int, int] = {}
    for number in range(100):
        path = random.choice(sorted(posts))
        body = _body(random, posts[path])
        headers = {"Content-Type": "application/json"}
        if random.random() < 0.03:
            headers["Content-Type"] = random.choice(["text/plain", "", "application/xml"])
        if random.random() < 0.05:
            path += random.choice(["/", "x", "?a=b", "%00", "/../status"])
        if random.random() < 0.1:  # goes away in the middle
            _half(own, path, body, random)
            continue
        response = own.client.post(path, content=body, headers=headers)
        seen[response.status_code] = seen.get(response.status_code, 0) + 1
        assert response.status_code < 500, (number, path, body, response.text)
        if response.headers["content-type"].startswith("application/x-ndjson"):
            last = json.loads(response.text.strip().splitlines()[-1])
            assert last["event"] in ("done", "error", "stopped"), (path, body, last)
            assert last.get("reason") != "crashed", (number, path, body, last)
    assert seen[200] > 30 and seen[400] > 1 and seen[422] > 1, seen
    eventually(lambda: running(own) == 0)
    status = own.get("status")
    assert status["waiting"] == 0
    # What is left are idle workers, each perhaps with an idle solver below it.
    eventually(lambda: len(own.descendants()) <= 2 * (2 * 2 + 1))


def _half(server: Server, path: str, body: bytes, random: Random) -> None:
    """Send a part of a request, or leave before the answer."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-NLC-Token: {TOKEN}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    data = head.encode() + body
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(data[: random.randrange(len(data) + 1)])
        if random.random() < 0.5:
            time.sleep(random.random() * 0.05)


@pytest.mark.slow
def test_the_end_of_the_server_is_the_end_of_its_processes(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        with serving("--data", str(tmp_path)) as server:
            body = {"text": HARD, "question": "count"}
            with server.client.stream("POST", "/api/solve", json=body) as response:
                lines = response.iter_lines()
                for line in lines:
                    if json.loads(line).get("stage") == "solve":
                        break
                children = server.descendants()
                assert children
                server.process.send_signal(number)
                server.process.wait(60)
                if number != signal.SIGKILL:
                    assert server.process.returncode == 0
                    assert server.errors() == ""
                    assert json.loads([*lines][-1])["reason"] == "closing"
            eventually(lambda: not [p for p in children if Path(f"/proc/{p}/exe").exists()])  # noqa: B023
