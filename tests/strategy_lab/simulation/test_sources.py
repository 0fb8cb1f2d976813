"""A strategy that has been edited is another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from forsale_sim.for_sale import GAME, load_entrant
from strategy_lab.errors import UsageError
from strategy_lab.simulation.checkpoints import Checkpoint
from strategy_lab.simulation.replaying import (
    code_files_of,
    leave_unloaded,
    load_unchanged,
    source_of,
)

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import Snapshots, go_on, small_spec, start


def held_of(spec: str) -> dict[str, Any]:
    """What the JSON of a spec holds of a strategy."""
    entrant = load_entrant(spec)
    source, files = source_of(entrant), code_files_of(entrant)
    return {
        "game": GAME.name,
        "strategy": entrant.name,
        "spec": entrant.spec,
        "source": source,
        "files": files,
    }


def test_no_code_is_run_that_was_not_there_when_games_were_played(tmp_path: Path) -> None:
    spec, ran = write(tmp_path), tmp_path / "ran"
    (tmp_path / "helper.py").write_text("LIMIT = 3\n")
    path = tmp_path / "mine.py"
    path.write_text(f"{path.read_text()}\nimport helper\n")
    held = held_of(spec)
    load_unchanged(held)
    harm = f"from pathlib import Path\nPath({str(ran)!r}).touch()\n"
    for name in ("mine.py", "helper.py"):
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(text + harm)
        with pytest.raises(UsageError, match="has changed"):
            load_unchanged(held)
        (tmp_path / name).write_text(text)
    (tmp_path / "evil.py").write_text(harm)
    with pytest.raises(UsageError, match="has changed"):  # a file that was not compared
        load_unchanged(held | {"spec": str(tmp_path / "evil.py")})
    assert not ran.exists()
    path.write_text(f"# comments make no difference\n{path.read_text()}")
    load_unchanged(held)


@pytest.mark.parametrize("edit", ["bid", "gone"])
def test_a_run_is_not_resumed_with_an_edited_strategy(tmp_path: Path, edit: str) -> None:
    (tmp_path / "mine").mkdir()
    path = write(tmp_path / "mine")
    snapshots = Snapshots(tmp_path / "run", tmp_path / "copies")
    start(tmp_path / "run", small_spec(strategies=[path, "spread"]), snapshots)
    folder, games = snapshots.taken[5]
    if edit == "gone":
        Path(path).unlink()
    else:
        write(tmp_path / "mine", bid="if view.round == 2: return 0")
    with pytest.raises(UsageError, match="has changed since games" if edit == "bid" else "no str"):
        go_on(folder)
    assert Checkpoint.load(folder, leave_unloaded).outcome.games == games
    write(tmp_path / "mine")
    assert go_on(folder).complete
