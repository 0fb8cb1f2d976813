from __future__ import annotations

import pytest

from tests.cli.conftest import Command


@pytest.mark.parametrize(("command", "name"), [("strategies", "expert"), ("rulesets", "iello-en")])
def test_a_name_in_place_of_a_command(forsale: Command, command: str, name: str) -> None:
    said = forsale(command, name)
    assert said.status == 2
    assert f"forsale-sim {command} has no command {name!r}. Known: " in said.message
    assert f"To see one of the {command}: forsale-sim {command} show {name}" in said.message
