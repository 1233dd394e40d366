"""The page on engines, compared with the code."""

from __future__ import annotations

import re

from support import documents

from nlc.engines import ENGINES


def test_the_table_has_each_engine_with_what_it_says_of_itself() -> None:
    section = documents.document("docs/engines.md").partition("## Which there are\n")[2]
    rows = re.findall(r"^\| `(\S+)` \| (.*?) \| (.*?) \|", section.partition("\n## ")[0], re.M)
    engines = [ENGINES.get(name) for name in ENGINES.names()]
    assert rows == [(one.name, one.summary, ", ".join(one.statistics)) for one in engines]
