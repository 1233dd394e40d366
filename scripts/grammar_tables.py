#!/usr/bin/env python3
"""Writes `grammar/nl.json`, the tables of the parser, from `grammar/nl.lark`.

python scripts/grammar_tables.py            # after each change of the grammar
python scripts/grammar_tables.py --check    # exit code 1 if they are not those of the grammar
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from nlc.language.tables import Production, Tables

GRAMMAR = Path(__file__).parents[1] / "grammar" / "nl.lark"
TABLES = GRAMMAR.with_suffix(".json")


def compute(grammar: str) -> Tables:
    """Return the tables of a grammar in Lark's notation, whose start symbol is ``start``."""
    lark = Lark(grammar, parser="lalr", lexer="basic")
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    rules = [(number, entry) for number, entry in memo.items() if entry["__type__"] == "Rule"]
    rules.sort(key=lambda rule: json.dumps(rule[1]))
    place = {number: i for i, (number, _) in enumerate(rules)}
    terminals = [entry for entry in memo.values() if entry["__type__"] == "TerminalDef"]
    ignored = data["parser"]["lexer_conf"]["ignore"]
    regular = sorted(
        (t for t in terminals if t["pattern"]["__type__"] == "PatternRE"),
        key=lambda t: -int(t["priority"]),
    )
    actions = {
        state: sorted((table["tokens"][symbol], action) for symbol, action in entry.items())
        for state, entry in table["states"].items()
    }
    # Lark numbers the states arbitrarily; here they are in breadth-first order from the start.
    order = [table["start_states"]["start"]]
    for state in order:
        order += [t for _, (reduce, t) in actions[state] if not reduce and t not in order]
    number = {state: i for i, state in enumerate(order)}
    return Tables(
        states=[
            {
                symbol: ~place[target["@"]] if reduce else number[target]
                for symbol, (reduce, target) in actions[state]
            }
            for state in order
        ],
        productions=[_production(entry) for _, entry in rules],
        start=0,
        accept=number[table["end_states"]["start"]],
        literals={
            t["pattern"]["value"]: t["name"]
            for t in terminals
            if t["pattern"]["__type__"] == "PatternStr"
        },
        patterns=[(t["name"], t["pattern"]["value"]) for t in regular if t["name"] not in ignored],
        ignored=[t["pattern"]["value"] for t in regular if t["name"] in ignored],
    )


def _production(rule: dict[str, Any]) -> Production:
    options, origin, symbols = rule["options"], rule["origin"]["name"], rule["expansion"]
    slots: list[int] = []
    symbol = 0
    for absent in options["empty_indices"] or [False] * len(symbols):
        if absent:
            slots.append(-1)
            continue
        if options["keep_all_tokens"] or not symbols[symbol].get("filter_out"):
            slots.append(symbol)
        symbol += 1
    passes = options["expand1"] and len(slots) == 1 and not rule["alias"]
    action = "" if passes else rule["alias"] or origin
    return Production(origin, len(symbols), action, tuple(slots))


def text_of(tables: Tables) -> str:
    """Return the JSON of tables, a state or a production a line."""
    parts = []
    for table in tables:
        items = [json.dumps(item) for item in table] if isinstance(table, list) else []
        parts.append("[\n" + ",\n".join(items) + "\n]" if items else json.dumps(table))
    return "[" + ",\n".join(parts) + "]\n"


def main() -> int:
    """Write the tables, or compare them."""
    text = text_of(compute(GRAMMAR.read_text(encoding="utf-8")))
    if "--check" in sys.argv[1:]:
        if TABLES.read_text(encoding="utf-8") != text:
            print(f"{TABLES.name} is not that of the grammar: python scripts/grammar_tables.py")
            return 1
        return 0
    TABLES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
