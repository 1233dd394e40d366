"""LALR(1) tables of the grammar: Lark computes them once, then they are loaded from a cache.

To import Lark and compute the tables takes a tenth of a second in every run of the command line; to
load them takes about a millisecond and needs no Lark. The cache is a JSON text in the user's cache
folder, named after the version and the grammar's digest. It begins with a digest of itself; a
broken or foreign file is ignored, and so is a failure to write it.
"""

from __future__ import annotations

import contextlib
import json
import os
import pkgutil
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from nlc.version import __version__

LAYOUT = "2"
"""The version of the layout of `Tables`."""


class Production(NamedTuple):
    """One production of the grammar.

    Attributes:
        origin: the nonterminal that it makes; helper lists of the EBNF operators start with ``__``.
        size: the number of symbols on its right-hand side.
        action: the name of the method that builds its value, or "" to pass on a single value.
        slots: for each argument of the action the index of the symbol, or -1 for an absent
            optional one; fixed words and signs are not arguments.
    """

    origin: str
    size: int
    action: str
    slots: tuple[int, ...]


class Tables(NamedTuple):
    """The tables of the grammar for the lexer and the parser.

    Attributes:
        states: for each state, by symbol: n >= 0 goes to state n, n < 0 reduces by production ~n.
        productions: see `Production`.
        start: the first state.
        accept: the state that accepts the end of the text.
        literals: the terminal of each fixed text: words and signs.
        patterns: (terminal, regular expression) of the others, in the order of their priority.
        ignored: regular expressions of separators of tokens.
    """

    states: list[dict[str, int]]
    productions: list[Production]
    start: int
    accept: int
    literals: dict[str, str]
    patterns: list[tuple[str, str]]
    ignored: list[str]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """Return the tables of ``nl.lark``, from the cache if it has them."""
    grammar = pkgutil.get_data("nlc.grammar", "nl.lark") or b""
    folder = cache_folder()
    if folder is None:
        return compute(grammar.decode())
    path = folder / f"grammar-{__version__}-{_digest(LAYOUT.encode() + grammar)}.json"
    cached = _read(path)
    if cached is None:
        cached = compute(grammar.decode())
        _write(path, cached)
    return cached


def cache_folder() -> Path | None:
    """Return the cache folder of nlc, which may not exist; None if there is no home folder."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "nlc"
    except RuntimeError:
        return None


def compute(grammar: str) -> Tables:
    """Return the tables of a grammar in Lark's notation, whose start symbol is ``start``."""
    from lark import Lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

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


def _digest(data: bytes) -> str:
    """Return a checksum: it guards against accidents, and hashlib would take longer to import."""
    return f"{zlib.crc32(data):08x}"


def _read(path: Path) -> Tables | None:
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest.decode("ascii", "replace") != _digest(body):
        return None
    states, productions, *rest = json.loads(body)
    return Tables(states, [Production(*production) for production in productions], *rest)


def _write(path: Path, made: Tables) -> None:
    """Write the cache file in one step, if the folder is writable."""
    body = json.dumps(made, separators=(",", ":")).encode()
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(_digest(body).encode() + b"\n" + body)
        temporary.replace(path)
