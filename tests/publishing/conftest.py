"""The command line in tests of what is printed."""

from __future__ import annotations

import pytest
from support.commands import Said

from nlc.cli import main


@pytest.fixture
def nlc_command(capsys):
    """Run nlc in this process."""

    def call(*words: object) -> Said:
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:
            status = end.code
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call
