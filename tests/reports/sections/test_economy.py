"""What the section on the economy says where there is none, and where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.reports.config import Config
from forsale_sim.reports.sections.economy import economy

from tests.reports.conftest import played

WITHOUT_COINS = 'extends = "iello-en"\ncoins = {3 = 0, 4 = 0, 5 = 0, 6 = 0}\n'


@pytest.mark.parametrize(
    ("others", "finding"),
    [((), "No coins are lost"), (("iello-en",), "% are lost by passing, the rest by winning")],
)
def test_coins_that_nobody_has_buy_nothing(
    tmp_path: Path, others: tuple[str, ...], finding: str
) -> None:
    (tmp_path / "poor.toml").write_text(WITHOUT_COINS)
    config = Config(
        rulesets=(str(tmp_path / "poor.toml"), *others),
        players=(3,),
        fields=("expert,spread",),
        alternatives=(),
        sections=("economy",),
        games=120,
        seed=1,
    )
    section = economy(played(config))
    findings = {figure.name: figure.finding for figure in section.figures}
    assert section.answer == []
    assert findings["returns"].startswith("It is not shown whether a coin returns more")
    assert findings["coins"].endswith(finding)
