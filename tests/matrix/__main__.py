"""Put kinds of clues and variables through the doors of nlc, and print what goes wrong.

In the folder `tests`: ``python -m matrix`` takes the whole product, some 45,000 kinds, which takes
days; ``--every 500`` takes each 500th, ``--pairs`` those of the tests.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice

from matrix.cases import NoCaseError, cases
from matrix.doors import DOORS
from matrix.kinds import Kind, every_kind, every_pair
from matrix.refused import wrong


def main(words: Sequence[str] | None = None) -> int:
    """Print what is wrong by kind and door; return whether something is."""
    parser = argparse.ArgumentParser(prog="python -m matrix", description=__doc__)
    parser.add_argument("doors", nargs="*", metavar="door", help=", ".join(DOORS))
    parser.add_argument("--pairs", action="store_true", help="the kinds of the tests")
    parser.add_argument("--every", type=int, default=1, help="each so-manieth kind alone")
    parser.add_argument("--first", type=int, default=0, help="the number of the first kind")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(words)
    if unknown := set(args.doors) - DOORS.keys():
        parser.error(f"there is no door {', '.join(unknown)}")
    kinds = every_pair() if args.pairs else every_kind()
    tried = list(islice(kinds, args.first, None, args.every))
    bad = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for lines in pool.map(partial(_tried, doors=args.doors or [*DOORS]), tried):
            bad += len(lines)
            for line in lines:
                print(line, flush=True)
    print(f"{len(tried)} kinds, {bad} times something is wrong")
    return bad > 0


def _tried(kind: Kind, doors: Sequence[str]) -> list[str]:
    try:
        cases(kind)
    except NoCaseError as error:
        print(f"passed over: {error}", flush=True)
        return []
    return [f"{kind} x {door}: {line}" for door in doors for line in wrong(kind, door)]


if __name__ == "__main__":
    sys.exit(main())
