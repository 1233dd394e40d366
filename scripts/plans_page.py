#!/usr/bin/env python3
"""Rewrite the generated table of docs/solving.md: the plans that nlc makes.

    python scripts/plans_page.py            # rewrite it
    python scripts/plans_page.py --check    # only tell whether it is not up to date

It stands between ``<!-- generated: defaults -->`` and ``<!-- end -->``, as where Kissat is there.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from nlc.solving.defaults import table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "solving.md"

_PART = re.compile(r"(<!-- generated: defaults -->\n).*?(<!-- end -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Return the page with its table made anew."""
    rows = [
        f"| {name[0].upper()}{name[1:]} | {because} |\n" for name, _, because in table("kissat")
    ]
    made = "| puzzle | why |\n|---|---|\n" + "".join(rows)
    return _PART.sub(lambda found: f"{found[1]}\n{made}\n{found[2]}", text)


def main() -> int:
    """Rewrite or check; the exit code is 1 where the page is not up to date."""
    parser = argparse.ArgumentParser(description="Rewrite the table of docs/solving.md.")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    text = PAGE.read_text(encoding="utf-8")
    made = rewritten(text)
    if made == text:
        return 0
    if check:
        print(f"{PAGE} is not up to date: python scripts/plans_page.py")
        return 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
