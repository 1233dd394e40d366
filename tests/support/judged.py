"""Drawings of puzzles, judged by nlc and by the page: right, partial and broken ones."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import nlc
from nlc.board import Sort
from nlc.ir.nodes import BoolVar, Domain, Program, is_drawn
from nlc.ir.partial import MOST, finished, instances, judge, number_givens
from nlc.language.resolve import Puzzle
from nlc.playing.rules import rules_json
from nlc.solving.judging import complete

JUDGE = Path(nlc.__file__).parent / "serve" / "static" / "app" / "judge"

NODE = """
import {readFileSync} from "node:fs";
const packs = JSON.parse(readFileSync(0, "utf8"));
for (const folder of process.argv.slice(2)) {
  const {Rules} = await import(folder + "/rules.js");
  const {judge, finished} = await import(folder + "/judge.js");
  console.log(JSON.stringify(packs.map(({rules, names, clues, drawn}) => {
    const told = new Rules(rules, names);
    return drawn.map((each) => {
      try { return {...judge(told, each), finished: finished(told, each, clues)}; }
      catch (error) { return {status: String(error), findings: [], finished: []}; }
    });
  })));
}
"""
"""Reads puzzles with their drawings; prints the verdicts of each evaluator: a line for each."""

MUTANTS = {
    "values.js": [
        ("state > 0) low++", "state >= 0) low++"),
        ("=== then.equal ? 1 : -1", "=== true ? 1 : -1"),
    ],
    "propagate.js": [("all = !meets(counts, low, high - 1)", "all = false")],
    "whole.js": [
        ("firsts.slice(1)", "firsts.slice(2)"),
        ("size > number", "size > number + 1"),
        ("size < number", "size < 0"),
        ("degree[node] > limit(node)", "degree[node] > 2"),
        ("told.add(root[node]);\n    out.push([node, start])", "told.add(root[node])"),
    ],
    "judge.js": [
        ("known.truth[i] || (drawn ? -1 : 0)", "known.truth[i]"),
        ("!broken.length && known.full", "!broken.length && false"),
        ("value === ABSENT ? optional", "value === ABSENT ? true"),
        ('text === "0" ||', ""),
        ("found.indexOf(value) !== i", "false"),
        ("(!choices) return values", "(!choices?.length) return values"),
    ],
}
"""Changes of the evaluator, each of which some drawing must tell from the right one."""


def mutants(folder: Path) -> Iterator[tuple[str, Path]]:
    """Write the changed evaluators into a folder; yield the change and the place of each."""
    for name, changes in MUTANTS.items():
        for before, after in changes:
            place = folder / f"m{len(list(folder.iterdir()))}"
            copytree(JUDGE, place)
            text = (JUDGE / name).read_text()
            assert text.count(before) >= 1, f"{name} has no {before}"
            (place / name).write_text(text.replace(before, after, 1))
            yield f"{before} -> {after}", place


State = dict[str, dict[str, Any]]
"""What is drawn: ``yes``, ``no`` and ``values`` by variable, as the page sends it."""


def drawings(puzzle: Puzzle, program: Program, count: int, seed: int) -> Iterator[State]:
    """Yield drawings: nothing, the solution, parts of it, with faults, crosses, and noise."""
    rng = random.Random(f"{seed} {puzzle.title}")
    found = nlc.solve(puzzle).solutions
    variables: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    shown = [var for var in variables if is_drawn(var)]
    full: State = {"yes": {}, "no": {}, "values": {}}
    for var in shown if found else ():
        names, board = program.board.names(var.sort), found[0]
        if isinstance(var, Domain):
            values = board.domains[var.name].tolist()
            full["values"][var.name] = {
                names[i]: var.values[v] for i, v in enumerate(values) if v >= 0
            }
        else:
            held = board.bools[var.base : var.base + var.size]
            full["yes"][var.name] = [name for name, on in zip(names, held, strict=True) if on]
    yield {"yes": {}, "no": {}, "values": {}}
    yield full
    for number in range(count - 2):
        part = (1.0, 1.0, 0.9, 0.6, 0.3)[number % 5]
        faults = (1, 2, 0, 1, 4)[(number // 2) % 5]
        state: State = {"yes": {}, "no": {}, "values": {}}
        for var in shown:
            names = program.board.names(var.sort)
            if isinstance(var, Domain):
                own = full["values"].get(var.name, {})
                values = {name: own[name] for name in own if rng.random() < part}
                for name in rng.choices(names, k=faults):
                    values[name] = rng.choice(var.values)
                state["values"][var.name] = values
            else:
                right = set(full["yes"].get(var.name, ()))
                yes = {name for name in names if name in right and rng.random() < part}
                crosses = (name for name in names if name not in right and rng.random() < 0.7)
                no = set(crosses) if number % 3 == 1 else set()
                for name in rng.choices(names, k=faults):
                    yes, no = (yes - {name}, no | {name}) if name in yes else (yes | {name}, no)
                state["yes"][var.name] = sorted(yes)
                state["no"][var.name] = sorted(no - yes)
        yield state


def verdict(puzzle: Puzzle, program: Program, state: State) -> dict[str, Any]:
    """Return what nlc says of a drawing."""
    index = {
        var.name: {name: i for i, name in enumerate(program.board.names(var.sort))}
        for var in (*program.bools, *program.domains.values())
    }
    yes, no = (
        {name: {index[name][each] for each in state[kind][name]} for name in state[kind]}
        for kind in ("yes", "no")
    )
    values = {
        name: {
            index[name][each]: program.domains[name].values.index(text)
            for each, text in found.items()
        }
        for name, found in state["values"].items()
    }
    told = judge(program, yes, no, values, extend=complete)
    numbers = number_givens(puzzle.rules.givens, program)
    done = finished(program, numbers, instances(program, yes, values))
    findings = [
        (each.rule, tuple(element for _, element in each.place), elements)
        for each, elements in told.findings
    ]
    return {
        "status": told.status,
        "findings": findings,
        "finished": sorted(program.board.names(sort)[i] for sort, i in done),
    }


Judged = tuple[dict[str, Any], list[dict[str, Any]]]
"""A puzzle with drawings as the evaluator takes them, and what nlc says of these."""


def judged(puzzle: Puzzle, count: int, seed: int = 1) -> Judged:
    """Return drawings of a puzzle, and what nlc says of them."""
    program = nlc.elaborate(puzzle)
    states = list(drawings(puzzle, program, count, seed))
    return pack(puzzle, program, states), [verdict(puzzle, program, each) for each in states]


def differing(boards: Sequence[Judged], folders: Sequence[Path] = (JUDGE,)) -> list[list[str]]:
    """Return in words of which drawings evaluators say otherwise than nlc."""
    out = []
    for said in by_page([packed for packed, _ in boards], folders):
        wrong = []
        for (packed, told), theirs in zip(boards, said, strict=True):
            for state, one, other in zip(packed["drawn"], told, theirs, strict=True):
                if not alike(one, other):
                    wrong.append(f"{packed['title']}: {json.dumps(state)}\n  {one}\n  {other}")
        out.append(wrong)
    return out


def pack(puzzle: Puzzle, program: Program, states: list[State]) -> dict[str, Any]:
    """Return what the evaluator of the page takes."""
    sorts = (Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX)
    clues = {
        name: {program.board.names(program.given_sorts[name])[i]: text for i, text in held.items()}
        for name, held in program.givens.items()
    }
    names = {sort.value: list(program.board.names(sort)) for sort in sorts}
    rules = json.loads(json.dumps(rules_json(puzzle, program)))
    return {"title": puzzle.title, "rules": rules, "names": names, "clues": clues, "drawn": states}


def by_page(
    packs: list[dict[str, Any]], folders: Sequence[Path]
) -> list[list[list[dict[str, Any]]]]:
    """Return what the evaluator of each folder says of drawings."""
    command = ["node", "--input-type=module", "-e", NODE, "judge", *map(str, folders)]
    done = subprocess.run(command, input=json.dumps(packs), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two verdicts name the same rules at the same places; the first ones do."""
    found = {(rule, place, frozenset(elements)) for rule, place, elements in one["findings"]}
    said = {
        (each["rule"], tuple(each["place"]), frozenset(each["elements"]))
        for each in other["findings"]
    }
    many = len(one["findings"]) == MOST
    same = one["status"] == other["status"] and sorted(set(other["finished"])) == one["finished"]
    return same and (many or found == said)
