"""The brute force shares no code with what it is held against."""

import ast
import sys
from pathlib import Path

import nlc.oracle
import oracle

MODULES = [
    *sorted(Path(nlc.oracle.__file__).parent.glob("*.py")),
    *sorted(Path(oracle.__file__).parent.glob("**/[!t]*.py")),
]
OWN = ("nlc.oracle", "oracle")


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            names.add(node.module)
    return names


def test_the_oracle_imports_the_standard_library_and_itself_alone():
    assert len(MODULES) > 30
    for path in MODULES:
        for name in imported(path):
            top = name.partition(".")[0]
            assert top in sys.stdlib_module_names or name.startswith(OWN), (path, name)
