"""Comparisons, and the clauses behind them."""

from __future__ import annotations

from support.server import Server

import nlc

ROWS = 'puzzle "rows" is numberlink { topology square; board\nA..A\n....\nB..B\nend }'


def test_sizes_are_of_the_formulas_that_were_measured_and_notes_are_those_of_diff(
    server: Server,
) -> None:
    specs = ["default", "domains=direct,acyclic=order"]
    *lines, last = server.lines("compare", text=ROWS, encodings=specs)
    rows = {line["row"]["encoding"]: line["row"] for line in lines if line["event"] == "row"}
    told = {line["encoding"]: line for line in lines if line["event"] == "sizes"}
    assert list(rows) == list(told) == specs
    for spec in specs:
        sizes = {each["rule"]: each["clauses"] for each in told[spec]["rules"]}
        assert sizes == {name: size["clauses"] for name, size in rows[spec]["by_rule"].items()}
        assert told[spec]["clauses"] == rows[spec]["clauses"]
        body = {"text": ROWS, "encoding": spec, "solver": told[spec]["solver"]}
        assert server.post("clauses", **body)["clauses"] == rows[spec]["clauses"]
    notes = "\n".join(last["answer"]["notes"])
    assert f"{specs[1]} differs from default in more than one part: " in notes
    assert f"default: {rows['default']['used']}" in notes
    assert all(note in last["answer"]["report"] for note in last["answer"]["notes"])


def test_an_encoding_that_refuses_says_why(server: Server) -> None:
    text = 'puzzle "s" is slitherlink { topology square; board\n..\n..\nend }'
    lines = server.lines("compare", text=text, encodings=["edge-path"], solvers=["minisat"])
    (told,) = [line for line in lines if line["event"] == "sizes"]
    assert told["refused"] and told["clauses"] == 0
    last = server.lines("compare", text=text, encodings=["x"])[-1]
    assert last["event"] == "error" and "no encoding" in last["diagnostics"][0]["message"]
    for command in ("cmd:true", "no-such"):
        last = server.lines("compare", text=text, solvers=[command])[-1]
        assert "there is no solver" in last["diagnostics"][0]["message"]
        last = server.lines("solve", text=text, solver=command)[-1]
        assert "there is no solver" in last["diagnostics"][0]["message"]


def test_the_formula_is_the_one_that_is_compiled(server: Server) -> None:
    response = server.client.post("/api/formula", json={"text": ROWS, "encoding": "direct"})
    assert "attachment" in response.headers["content-disposition"]
    formula = nlc.compile(nlc.loads(ROWS)[0], "direct")
    numbers = [line for line in response.text.splitlines() if not line.startswith("c")]
    assert numbers == [line for line in str(formula).splitlines() if not line.startswith("c")]
    assert "c rule terminal" in response.text


def test_clauses_of_a_rule_are_told_by_names(server: Server) -> None:
    formula = nlc.compile(nlc.loads(ROWS)[0], "direct")
    known: list[list[int]] = []
    for block in formula.lowered.cnf.blocks:
        if block.rule == "terminal":
            known += block.clauses.tolist()
    body = {"text": ROWS, "encoding": "direct", "rule": "terminal"}
    found = server.post("clauses", **body)
    assert [each["literals"] for each in found["shown"]] == known
    names = {name.lstrip("not ") for each in found["shown"] for name in each["names"]}
    assert "line[r1c1-r1c2]" in names
    part = server.post("clauses", **body, first=1, most=2)
    assert [each["literals"] for each in part["shown"]] == known[1:3]
    assert server.post("clauses", text=ROWS)["shown"] == []
    with_limit = {"text": ROWS, "encoding": "no-such"}
    assert "no encoding" in server.post("clauses", 422, **with_limit)["error"]
