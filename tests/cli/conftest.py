"""Ways to use the command line in tests: in this process, and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from support import forked


@pytest.fixture
def nlc(nlc_command):
    """Run nlc in this process, under a shorter name."""
    return nlc_command


@pytest.fixture
def process(tmp_path):
    """Start nlc in a process of its own, with a folder for temporary files of its own.

    It is a fork of this one, or a `fresh` start of Python.
    """
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    started: list[subprocess.Popen[str]] = []

    def start(*words: object, fresh: bool = False, **options: Any) -> subprocess.Popen[str]:
        environment = {**os.environ, "TMPDIR": str(scratch), **options.pop("env", {})}
        environment.pop("PYTHONUNBUFFERED", None)
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options = {**pipes, "text": True, **options, "env": environment, "start_new_session": True}
        if fresh:
            command = [sys.executable, "-m", "nlc", *map(str, words)]
            child = subprocess.Popen(command, **options)
        else:
            child = forked.start(*words, **options)
        started.append(child)
        return child

    yield start
    for child in started:
        if child.poll() is None:
            child.kill()
        child.communicate()


@pytest.fixture
def write(tmp_path):
    """Write a file and return its path."""

    def make(name: str, text: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return make
