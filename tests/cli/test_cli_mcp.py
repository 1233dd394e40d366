"""``nlc mcp`` and a client that nlc did not write: from rules to a puzzle, its hint and picture."""

from __future__ import annotations

import asyncio
import re
import sys

import pytest
from support.documents import ROOT

import nlc
from nlc.serve import tools

RULES = """genre mines "a number counts the mines around it" {
  given n : cell -> 0..8?;
  var mine : cell -> bool;
  show mine;
  rule around { for c in cells where has n(c) { exactly n(c) of mine[touching(c)]; not mine[c]; } }
}
"""


@pytest.mark.slow
def test_a_client_goes_from_rules_to_a_puzzle_with_one_solution_and_its_picture():
    from mcp import Client, StdioServerParameters

    server = StdioServerParameters(command=sys.executable, args=["-m", "nlc", "mcp"], cwd=ROOT)

    async def talk():
        async with Client(server) as client:

            async def call(tool, **words):
                return await client.call_tool(tool, words)

            async def said(tool, **words):
                found = await call(tool, **words)
                assert not found.is_error, found.content[0].text
                return found.content[0].text

            offered = {tool.name for tool in (await client.list_tools()).tools}
            assert offered == {each.__name__ for each in tools.TOOLS}
            assert "connected(N)" in await said("manual")
            assert "slitherlink" in await said("genres")
            assert (await said("genres", name="masyu")).startswith("//")

            wrong = await call("check", text=RULES.replace("touching", "touchin"))
            assert wrong.is_error
            assert "<text>:5:" in wrong.content[0].text and "touching" in wrong.content[0].text
            assert "no mistake" in await said("check", text=RULES)

            made = await said("make", genre=RULES, size="5x5", seed=3)
            solved = (await call("solve", text=made)).structured_content
            assert (solved["status"], solved["unique"]) == ("SATISFIABLE", True)
            (puzzle,) = nlc.loads(made)
            assert nlc.check(puzzle, solved["values"]) == []
            assert "mine" in await said("hint", text=made)
            assert (await said("draw", text=made, solved=True)).startswith("<svg")
            assert "easy" in await said("grade", text=made)
            assert "there is a solution" in await said("explain", text=made)

    asyncio.run(asyncio.wait_for(talk(), 120))


def test_what_the_short_manual_shows_is_right():
    blocks = re.findall(r"^```nl\n(.*?)^```$", tools.manual(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    for text in blocks:
        assert all(map(nlc.unique, nlc.loads(text)))
    assert len(tools.manual()) < 12_000  # two pages


def test_what_a_tool_cannot_do_is_said_with_what_to_do():
    text = RULES + 'puzzle "a" is mines { topology square; board\n. 1\nend }'
    with pytest.raises(ValueError, match="no stock genre 'none'"):
        tools.genres("none")
    with pytest.raises(ValueError, match="title: none"):
        tools.solve(RULES)
    assert tools.solve(text)["unique"] is True
    assert "r1c1" in tools.explain(text.replace(". 1", "0 1"))
