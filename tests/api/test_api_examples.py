"""The examples of the public names, in their docstrings and in docs/api.md, run as they stand."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nlc

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
CONSTANTS = ("ALL", "BACKBONE", "COUNT", "ONE", "UNIQUE")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [name for name in nlc.__all__ if name not in CONSTANTS])
def test_a_public_name_has_a_docstring_with_an_example_that_runs(name):
    thing = getattr(nlc, name)
    (test,) = doctest.DocTestFinder(recurse=False).find(thing, name)
    assert test.examples, f"nlc.{name} has no example"
    told = []
    failed, _ = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append)
    assert not failed, "".join(told)


@pytest.mark.slow
def test_the_manual_runs():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "docs/api.md", None, 0)
    told = []
    failed, tried = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append)
    assert not failed, "".join(told)
    assert tried > 20


def test_the_manual_uses_each_public_name():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [name for name in nlc.__all__ if not re.search(rf"nlc\.{name}\b", text)] == []


def test_the_examples_of_the_readme_run(capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    model, example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(model, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("2 ways, ")
    exec(compile(example, "README.md", "exec"), {})
    assert "╭─C A ╰─B │" in capsys.readouterr().out


def test_what_is_promised_to_type_checkers_is_what_is_there():
    text = (ROOT / "nlc" / "__init__.pyi").read_text(encoding="utf-8")
    declared = re.findall(r"from (\S+) import (\w+) as \2", text)
    for module, name in declared:
        assert getattr(nlc, name) is getattr(importlib.import_module(module), name)
    assert {name for _, name in declared} == {*nlc.__all__, "__version__"} == {*dir(nlc)}


def python(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    ).stdout


def test_importing_nlc_imports_nothing_else():
    code = "import sys; import nlc; print(*(m for m in sys.modules if m[:3] in ('nlc', 'num')))"
    assert python(code).split() == ["nlc"]


def test_no_public_name_is_that_of_a_module():
    own = {module.name for module in pkgutil.iter_modules(nlc.__path__)}
    assert own & {*nlc.__all__} == set()


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        nlc.solv  # noqa: B018
    assert {"solve", "__version__"} <= set(dir(nlc))
