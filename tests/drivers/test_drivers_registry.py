"""Drivers by name, and those of other packages."""

from __future__ import annotations

import pytest
from support.packages import Install

from nlc.drivers import DEFAULT, available, get
from nlc.drivers.base import Driver
from nlc.drivers.external import MinisatDriver
from nlc.errors import UserError


class Plugin(MinisatDriver):
    """A driver of another package."""

    name = "plugin"


def broken() -> Driver:
    raise OSError("no licence")


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("minisat", "minisat"),
        ("cadical", "cadical"),
        ("kissat", "kissat"),
        ("pysat:g4", "pysat:glucose4"),
        ("cmd:foo {cnf}", "cmd:foo {cnf}"),
        (DEFAULT, DEFAULT),
    ],
)
def test_names_lead_to_drivers(name: str, same: str) -> None:
    assert get(name).name == same


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("minisatt", "'minisat'"),
        ("kisat", "'kissat'"),
        ("cadical195", "'pysat:cadical195'"),
        ("g3", "'pysat:glucose3'"),
        ("pysat:glucose5", "'glucose"),
        ("tabu", "no longer has the solver 'tabu'"),
    ],
)
def test_an_unknown_name_is_an_error_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UserError, match=hint):
        get(name)


def test_another_package_adds_a_driver(install: Install) -> None:
    install("nlc.drivers", plugin="test_drivers_registry:Plugin")
    assert get("plugin").name == "plugin"
    assert "plugin" in [driver.name for driver in available()]


@pytest.mark.parametrize(
    ("value", "cause"),
    [
        ("test_drivers_registry:broken", "no licence"),
        ("no_such_module:Driver", "no_such_module"),
        ("test_drivers_registry:Nothing", "Nothing"),
    ],
)
def test_a_broken_plug_in_is_named_and_breaks_nothing(
    install: Install, value: str, cause: str
) -> None:
    install("nlc.drivers", bad=value)
    drivers = {driver.name: driver for driver in available()}
    missing = drivers["bad"].missing()
    assert missing is not None
    assert value in missing
    assert cause in missing
    assert drivers["minisat"].missing() is None
    with pytest.raises(UserError, match=cause):
        get("bad")


def test_a_name_claimed_twice_is_told_in_the_list(install: Install) -> None:
    install("nlc.drivers", minisat="test_drivers_registry:Plugin")
    with pytest.raises(UserError, match="claimed twice"):
        get("minisat")
    clash = next(driver for driver in available() if driver.name == "minisat")
    assert clash.version() is None
    assert "claimed twice" in str(clash.missing())
    assert get("kissat").name == "kissat"
