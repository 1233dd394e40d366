"""The API, asked over sockets."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from support.commands import FIXTURES
from support.server import TOKEN, Server, serving

import nlc
from nlc.serve.puzzles import parse
from nlc.serve.requests import ParseRequest
from nlc.serve.task import without_options

ROWS = 'puzzle "rows" is numberlink { topology square; board\nA.A\nB.B\nend }'


def test_a_text_is_answered_with_its_board_and_a_picture(server: Server) -> None:
    found = server.post("parse", text=ROWS)
    assert found["diagnostics"] == []
    assert found["format"] == "nl"
    assert found["puzzle"]["genre"] == "numberlink"
    (label,) = [each for each in found["puzzle"]["givens"] if each["name"] == "label"]
    assert label["clues"] == {"r1c1": "A", "r1c3": "A", "r2c1": "B", "r2c3": "B"}
    assert found["board"]["cells"]["names"] == ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert 'data-e="r1c1"' in found["svg"]


@pytest.mark.slow
def test_values_that_are_printed_are_told() -> None:
    shown = {}
    for puzzle in nlc.load(FIXTURES / "genres.nl"):
        (found,) = parse(ParseRequest(text=puzzle.to("nl")))
        assert found.puzzle is not None
        clued = {name for given in found.puzzle.givens for name in given.clues}
        for var in found.puzzle.variables:
            assert set(var.printed) <= clued
            shown[puzzle.genre] = len(var.printed)
    # Numbers, digits and stones; not what a clue says of shades, lines or regions.
    assert {genre for genre, count in shown.items() if count} == {
        *("sudoku", "suguru", "ripple", "cojun", "binairo", "yinyang")
    }


def test_a_board_that_is_known_is_not_sent_again(server: Server) -> None:
    first = server.post("parse", text=ROWS)
    again = server.post("parse", text=ROWS.replace("A.A", "C.C"), known=first["key"])
    assert again["board"] is None and again["key"] == first["key"]
    other = server.post("parse", text=ROWS.replace("A.A", "A.A\n..."), known=first["key"])
    assert other["board"] is not None and other["key"] != first["key"]


@pytest.mark.parametrize(
    "text", ["hello", "towers 5:a", "https://puzz.link/p?kakuro/4/4/a", "6x6:a", "...\n..2"]
)
@pytest.mark.parametrize("kind", ["auto", "auto:slitherlink"])
def test_messages_hold_no_option_of_the_command_line(text: str, kind: str) -> None:
    (told,) = parse(ParseRequest(text=text, format=kind))
    said = [words for each in told.diagnostics for words in (each.message, each.hint or "")]
    assert not [words for words in said if re.search(r"--[a-z]", words)]
    assert said or told.puzzles


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("name it: --genre hashi; a format is named with --from: nl", "name it: hashi"),
        ("leave out --genre", "leave out its kind"),
        ("--set touch=false or --pairs 5", "touch=false or pairs 5"),
        ("a-b -- c", "a-b -- c"),
    ],
)
def test_options_are_called_by_their_names(text: str, plain: str) -> None:
    assert without_options(text) == plain


def test_what_is_not_said_in_the_document_is_refused(server: Server) -> None:
    assert "unknown field" in server.post("parse", 400, text=ROWS, colour="red")["error"]
    assert "`text`" in server.post("parse", 400)["error"]
    assert server.client.post("/api/parse", content=b"{").status_code == 415
    broken = server.client.post(
        "/api/parse", content=b"{", headers={"content-type": "application/json"}
    )
    assert broken.status_code == 400 and "not JSON" in broken.json()["error"]
    assert server.client.get("/api/parse").status_code == 405
    assert server.client.get("/api/none").status_code == 404


def test_the_document_lists_what_is_taken(server: Server) -> None:
    document = server.client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    solve = document["paths"]["/api/solve"]["post"]
    name = solve["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert "question" in document["components"]["schemas"][name]["properties"]
    page = server.client.get("/api")
    assert "<li><strong>Access</strong>: the header <code>X-NLC-Token</code>" in page.text
    assert "/api/solve" in page.text and page.headers["content-type"].startswith("text/html")


def test_lists_tell_what_there_is(server: Server) -> None:
    genres = {each["name"]: each for each in server.get("genres")}
    assert genres["slitherlink"]["rules"][0]["name"] == "clues"
    assert genres["slitherlink"]["text"].startswith("// Slitherlink")
    assert {"square", "hex", "triangle"} <= set(server.get("tilings"))
    solvers = {each["name"]: each for each in server.get("solvers")}
    assert solvers["pysat:cadical195"]["default"] and solvers["minisat"]["missing"] is None
    assert solvers["frontier"]["kind"] == "engine"
    encodings = server.get("encodings")
    assert "thesis" in encodings["presets"]
    assert "log" in [each["name"] for each in encodings["parts"]["domains"]]
    assert "pzpr" in [each["name"] for each in server.get("formats")]
    made = {each["genre"]: each for each in server.get("generators")}
    options = {each["name"]: each for each in made["numberlink"]["options"]}
    assert options["unique"]["kind"] == "flag" and options["pairs"]["kind"] == "int"
    assert options["method"]["choices"][0] == "solution"
    assert "puzzle" in server.get("language")["keywords"]


def test_a_browser_keeps_the_files_of_the_page_until_they_change(server: Server) -> None:
    page = server.client.get("/").text
    (script,) = re.findall(r'src="(/static/\w+/app/main\.js)"', page)
    kept = server.client.get(script)
    assert kept.status_code == 200 and "immutable" in kept.headers["cache-control"]
    asked = server.client.get("/static/app/main.js")
    assert asked.content == kept.content and asked.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": asked.headers["etag"]}
    assert server.client.get("/static/app/main.js", headers=known).status_code == 304
    digest = script.split("/")[2]
    other = digest.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
    assert server.client.get(script.replace(digest, other)).status_code == 404


def test_others_are_refused(server: Server) -> None:
    import httpx

    with httpx.Client(base_url=server.url) as stranger:
        assert stranger.get("/api/status").status_code == 403
        assert stranger.get("/?token=guess").status_code == 403
        came = stranger.get(f"/?token={TOKEN}")
        assert came.status_code == 303 and came.headers["location"] == "/"
        cookie = came.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie
        assert stranger.get("/api/status").status_code == 200  # by the cookie
    for headers, status in (
        ({"Host": f"evil.example:{server.port}"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": f"http://127.0.0.1:{server.port + 1}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": server.url, "Sec-Fetch-Site": "same-origin"}, 200),
    ):
        assert server.client.get("/api/status", headers=headers).status_code == status, headers
    policy = server.client.get("/api/status").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy


def test_where_others_come_the_token_stays_in_the_address_and_links_have_a_base() -> None:
    import httpx

    base = "https://example.org/nlc/play.html"
    with (
        serving("--host", "0.0.0.0", "--share-base", base) as running,
        httpx.Client(base_url=running.url) as guest,
    ):
        came = guest.get(f"/?token={TOKEN}")
        assert came.status_code == 200 and "HttpOnly" in came.headers["set-cookie"]
        assert guest.get("/api/status").json()["share"] == base
        other = httpx.get(f"{running.url}/?token=guess", headers={"Accept": "text/html"})
        assert other.status_code == 403 and "The token is missing or wrong" in other.text


def test_a_puzzle_is_taken_away_as_a_page_and_a_link_that_plays(server: Server) -> None:
    text = 'puzzle "x" is slitherlink { topology square; board\n3 .\n. .\nend }'
    link = server.client.post("/api/picture", json={"text": text, "to": "link"})
    assert link.text.startswith("#f=") and len(link.text) < 2000
    page = server.client.post("/api/picture", json={"text": text, "to": "play"})
    assert page.text.startswith("<!doctype html>") and "Links that play" in page.text


def test_a_person_is_refused_in_words(server: Server) -> None:
    import httpx

    accept = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with httpx.Client(base_url=server.url) as stranger:
        refused = stranger.get("/", headers=accept)
        assert stranger.get("/", headers={"Accept": "*/*"}).json()["hint"]
    other = server.client.get("/", headers={**accept, "Host": f"evil.example:{server.port}"})
    missing = server.client.get("/nowhere", headers=accept)
    for response, status, words in (
        (refused, 403, "<p>Open the address that nlc serve has printed, with its token.</p>"),
        (other, 421, "<p>This server has another name.</p>"),
        (missing, 404, "<p>Not Found.</p>"),
    ):
        assert response.status_code == status
        assert response.headers["content-type"].startswith("text/html")
        assert words in response.text
        assert "default-src 'none'" in response.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ((("Origin", "URL"), ("Origin", "http://evil.example")), "more than one Origin"),
        ((("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")), "one Sec-Fetch-Site"),
        ((("X-Nlc-Token", TOKEN), ("X-Nlc-Token", "guess")), "more than one X-Nlc-Token"),
        (
            (("Content-Length", "4"), ("Transfer-Encoding", "chunked")),
            "both Content-Length and Transfer-Encoding",
        ),
    ],
)
def test_a_request_that_can_be_read_in_two_ways_is_refused(
    server: Server, headers: tuple[tuple[str, str], ...], told: str
) -> None:
    lines = [f"{name}: {server.url if text == 'URL' else text}" for name, text in headers]
    lines = ["POST /api/parse HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *lines]
    with socket.create_connection(("127.0.0.1", server.port), 20) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", "0\r\n\r\n"]).encode())
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()
    assert answer.startswith("HTTP/1.1 400 ") and told in answer


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (rb'{"text": "\ud800"}', "half of a surrogate pair"),
        (rb'{"text": "a\udc00", "format": "nl"}', "half of a surrogate pair"),
        (rb'{"text": "", "options": {"\ud83d": 1}}', "half of a surrogate pair"),
        (rb'{"text": "\ud800" "', "is not JSON"),
        (b'{"text": "\xed\xa0\x80"}', "is not UTF-8"),
    ],
)
def test_half_of_a_character_is_told(server: Server, body: bytes, told: str) -> None:
    kind = {"Content-Type": "application/json"}
    answer = server.client.post("/api/parse", content=body, headers=kind)
    assert answer.status_code == 400 and told in answer.json()["error"]


@pytest.mark.parametrize(
    ("kind", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!doctype")]
)
def test_pictures_are_files(server: Server, kind: str, start: bytes) -> None:
    drawn = {"yes": {"line": ["r1c1-r1c2"]}}
    response = server.client.post("/api/picture", json={"text": ROWS, "to": kind, "drawn": drawn})
    assert response.status_code == 200 and response.content.startswith(start)
    assert f"puzzle.{kind}" in response.headers["content-disposition"]
    if kind == "svg":
        assert 'data-e="r1c1-r1c2"' in response.text


def test_a_drawing_is_checked(server: Server) -> None:
    found = server.post("check", text=ROWS, drawn={"yes": {"line": ["r1c1-r2c1"]}})
    assert found["status"] == "broken"
    wrong = [each for each in found["violations"] if each["wrong"]]
    assert wrong[0]["rule"] == "same" and wrong[0]["text"] == "a segment joins cells of one path"
    assert server.post("check", text=ROWS, drawn={})["status"] == "possible"
    every = ["r1c1-r1c2", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"]
    solved = server.post("check", text=ROWS, drawn={"yes": {"line": every}})
    assert solved["status"] == "complete" and solved["violations"] == solved["diagnostics"] == []
    both = {"yes": {"line": ["r1c1-r1c2"]}, "no": {"line": ["r1c1-r1c2"]}}
    assert "crossed out" in server.post("check", 422, text=ROWS, drawn=both)["error"]
    lost = {"yes": {"line": ["r9c9-r9c8"]}}
    assert "no link" in server.post("check", 422, text=ROWS, drawn=lost)["error"]


def test_a_hint_is_right_and_what_is_wrong_is_told(server: Server) -> None:
    *_, found, last = server.lines("hint", text=ROWS, drawn={})
    facts = [found["hint"]["facts"][i] for i in found["hint"]["steps"][-1]["facts"]]
    (solution,) = (each for each in server.lines("solve", text=ROWS) if each["event"] == "solution")
    line = solution["solution"]["line"]
    assert facts and all(each["variable"] == "line" for each in facts)
    assert all(each["value"] == (each["element"] in line) for each in facts)
    assert last["event"] == "done" and last["status"] == "steps"
    assert found["words"][0].removeprefix("no ").startswith("line at r")
    crossed = {"no": {"line": ["r1c1-r1c2"]}}
    *_, found, last = server.lines("hint", text=ROWS, drawn=crossed)
    assert last["status"] == "wrong" and found["words"] == ["no line at r1c1-r1c2"]


@pytest.mark.slow
def test_other_machines_are_served_when_asked_and_warned_of(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), "--host", "0.0.0.0") as server:
        url = f"http://127.0.0.1:{server.port}/api/status"
        headers = {"X-NLC-Token": TOKEN}
        for host, status in (
            ("192.168.7.7:8000", 200),
            ("localhost:9", 200),
            ("evil.example", 421),
            ("[::1]", 200),
        ):
            response = server.client.get(url, headers={**headers, "Host": host})
            assert response.status_code == status, host
        assert "others can reach 0.0.0.0" in server.errors()
    with serving("--data", str(tmp_path), "--name", "puzzles.example") as server:
        host = {"Host": f"puzzles.example:{server.port}"}
        assert server.client.get("/api/status", headers=host).status_code == 200


def test_a_genre_that_is_chosen_is_compared_with_that_of_a_link(server: Server) -> None:
    url = "https://puzz.link/p?slither/2/2/2h3"
    assert server.post("parse", text=url, format="auto:slitherlink")["puzzles"]
    found = server.post("parse", text=url, format="auto:hitori")
    assert [each["message"] for each in found["diagnostics"]] == [
        "this puzzle is slitherlink, not hitori"
    ]
