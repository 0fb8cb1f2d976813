"""Rules that a Python file replaces."""

from __future__ import annotations

import copy
import json
import zlib
from base64 import b64encode
from pathlib import Path

import forsale_sim
import numpy as np
import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules import house_code
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.errors import UsageError, shown_by
from strategy_lab.simulation.experiment import Chunk, make_plan
from strategy_lab.simulation.replaying import SeatedEngine as PlainEngine
from strategy_lab.varying import differences

WHOLE_FOR_THE_FIRST = '''
says = "giving the first to pass the whole bid back"

def refund(bid: int, place: int) -> int:
    """The first to pass gets the whole bid back, the others half of it, rounded down."""
    return bid if place == 1 else bid // 2
'''
POOREST_OPENS = '''
def opener(poorest: int) -> int:
    """Whoever has the fewest coins opens."""
    return poorest
'''
PRIZE = '''
PRIZE = 10

def score(cheques: int, coins: int, most_coins: int) -> int:
    """Whoever has most coins left gets 10 more."""
    return cheques + coins + (PRIZE if coins == most_coins else 0)
'''
A_HOUSE_LESS = '''
def houses_on_offer(auction: int, players: int) -> int:
    """Every other auction has a house less than there are players."""
    return players - auction % 2
'''
GIFT = '''
def pass_gift(bid: int, place: int) -> int:
    """Who passes gets a coin for every three of the bid, and the first to pass one more."""
    return min(bid // 3, 3) + (place == 1) * 1
'''
HIDE = '''
def hidden_houses(auction: int, houses: int) -> int:
    """Every auction hides one house more, until only one is shown."""
    return min(auction, houses - 1)
'''
EXAMPLES = (WHOLE_FOR_THE_FIRST, POOREST_OPENS, PRIZE, A_HOUSE_LESS, GIFT, HIDE)


def written(folder: Path, code: str, base: str = "iello-en") -> Ruleset:
    (folder / "rules.py").write_text(code)
    (folder / "house.toml").write_text(f'extends = "{base}"\ncode = "rules.py"\n')
    return load_ruleset(str(folder / "house.toml"))


@pytest.mark.parametrize(
    ("code", "players"), [*zip(EXAMPLES, (3, 5, 3, 5, 4, 4), strict=True), ("".join(EXAMPLES), 4)]
)
def test_both_engines_play_the_same(code: str, players: int, tmp_path: Path) -> None:
    base = load_ruleset("iello-en-variant")
    ruleset = written(tmp_path, code, base.name)
    field = load_field(["random", "spread", "appraiser", "counter"])
    played = {}
    for each in (base, ruleset):
        plan = make_plan([each], field=field, players=[players], seed=7, games=20)
        chunk = Chunk(0, 0, 1, plan.cells[0].deals)
        compiled = CompiledEngine(plan, compared=True).play(chunk, detail=True)
        plain = PlainEngine(plan).play(chunk, detail=True)
        assert np.array_equal(compiled.data, plain.data)
        assert np.array_equal(compiled.detail, plain.detail)
        played[each.name] = plain
    assert not np.array_equal(played[base.name].data, played[ruleset.name].data)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (PRIZE.replace("coins +", "coins -"), "line 4: score(cheques=0, coins=0, most_coins=0) "
         "returns -10: it must be 0 to 32767 here"),
        (PRIZE.replace("cheques + coins", "cheques // (coins - 3)"), "line 6: score(cheques=0, "
         "coins=3, most_coins=3) raises ZeroDivisionError: integer division or modulo by zero"),
        (PRIZE.replace("cheques + coins", "cheques / 2"), "returns 10.0: a whole number (int) is"),
        (POOREST_OPENS.replace("poorest:", "porest:"), "line 2: opener cannot ask for 'porest': "
         "did you mean 'poorest'"),
        (PRIZE.replace("score(", "scores("), "line 4: scores replaces no rule: did you mean score"),
        (POOREST_OPENS + PRIZE.replace("score(", "scores("), "line 8: scores replaces no rule"),
        (WHOLE_FOR_THE_FIRST.replace("bid if", "bid + 1 if"), "line 4: refund(bid=0, place=1) "
         "returns 1: it must be 0 to 0 here"),
        (POOREST_OPENS.replace("Whoever has the fewest coins opens.", ""), "line 2: opener does "
         "not say what it does: give it a docstring"),
        ("import random\n" + POOREST_OPENS.replace("return poorest", "return random.randint(1, 3)"),
         "a rule draws no number and remembers nothing"),
        ("x = 1", "replaces no rule: define refund, score, opener, houses_on_offer, pass_gift, "
         "hidden_houses"),
        (A_HOUSE_LESS.replace("auction % 2", "9"), "line 2: houses_on_offer(auction=1, players=3) "
         "returns -6: it must be 1 to 3 here"),
        (GIFT.replace("bid // 3, 3", "bid, 11"), "line 2: pass_gift(bid=10, place=1) returns 11: "
         "it must be 0 to 10 here"),
        ("def opener(winner):\n    return 1 +", "cannot be run: SyntaxError: invalid syntax ("),
        ("x = 1 / 0", "rules.py, line 1)"),
    ],
)  # fmt: skip
def test_a_wrong_rule_is_refused_with_its_line(code: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        written(tmp_path, code)
    assert problem in str(error.value)
    assert "rules.py" in str(error.value)


def test_how_many_answers_there_are_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_code, "TOLD_EVERY", 0)
    told: list[str] = []
    with shown_by(told.append):
        written(tmp_path, POOREST_OPENS)
    assert told[0].endswith("rules.py: opener has given 1 of 4 answers")


def test_code_is_part_of_what_a_ruleset_is(tmp_path: Path) -> None:
    first = written(tmp_path, PRIZE)
    held = first.model_dump(mode="json", by_alias=True)
    (tmp_path / "rules.py").write_text(PRIZE + "\n# a comment\n")
    again = Ruleset.validated(held, "the rules")
    assert not differences(first, again)
    other = written(tmp_path, PRIZE.replace("PRIZE = 10", "PRIZE = 11"))
    assert [each.parameter for each in differences(first, other)] == ["code"]
    assert first.rules(4).settings() != other.rules(4).settings()
    (tmp_path / "rules.py").unlink()
    kept = Ruleset.validated(json.loads(json.dumps(held)), "the rules")
    assert kept == first
    assert kept.model_dump(mode="json", by_alias=True) == held
    for players in first.players:
        assert kept.rules(players).table_of("score") == first.rules(players).table_of("score")
    assert kept.vary(coins=9).rules(4).money_of(20, 9, 9) == 39  # they answer for fewer coins
    with pytest.raises(UsageError, match=r"rules.py: score\(\) can be asked for more than it was"):
        kept.vary(coins=30)


def test_answers_that_results_hold_are_checked(tmp_path: Path) -> None:
    held = written(tmp_path, WHOLE_FOR_THE_FIRST + POOREST_OPENS).model_dump(
        mode="json", by_alias=True
    )

    def packed(*answers: int) -> str:
        return b64encode(zlib.compress(np.array(answers, "<i2").tobytes())).decode()

    bomb = b64encode(zlib.compress(bytes(10**8))).decode()
    for change, problem in (
        (lambda rules: rules.clear(), "it replaces no rule"),
        (lambda rules: rules.update(opener=7), "it is nothing that results hold: rules.opener: "),
        (lambda rules: rules.update(raises=rules["opener"]), "it is nothing that results hold"),
        (lambda rules: rules["opener"].update(takes=["view"]), "opener cannot ask for view"),
        (lambda rules: rules["opener"]["tables"].pop("4"), "can be asked for more than it was"),
        (lambda rules: rules["opener"]["tables"]["4"].update(answers="x"), "cannot be read"),
        (lambda rules: rules["opener"]["tables"]["4"].update(answers=bomb), "other answers than 5"),
        (lambda rules: rules["opener"]["tables"]["4"].update(spans=[10**5] * 5), "has no table"),
        (
            lambda rules: rules["opener"]["tables"]["4"].update(answers=packed(0, 1, 2, 3, 5)),
            r"rules.py: opener() has answers that cannot be",
        ),
        (
            lambda rules: rules["opener"]["tables"]["4"].update(answers=packed(0, 0, 2, 3, 4)),
            r"rules.py: opener() has answers that cannot be",
        ),
    ):
        forged = copy.deepcopy(held)
        forged["code"]["source"] = problem  # other tables of the same source are known
        change(forged["code"]["rules"])
        with pytest.raises(UsageError) as refused:
            Ruleset.validated(forged, "the rules")
        assert problem in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_run_by_code_is_kept_replayed_and_compared(tmp_path: Path) -> None:
    ruleset = written(tmp_path, PRIZE)
    out = tmp_path / "run"
    options = {"players": 4, "strategies": ["spread", "linear"], "seed": 3}
    result = forsale_sim.run(
        400, rulesets=[str(tmp_path / "house.toml")], out=str(out), **options
    )  # fmt: skip
    plain = forsale_sim.run(400, rulesets=[ruleset], engine="python", **options)
    assert result.manifest["digest"] == plain.manifest["digest"]
    games = result.games
    gets = games[[f"cheques_{seat}" for seat in range(1, 5)]].sum(axis=1)
    left = games[[f"coins_left_{seat}" for seat in range(1, 5)]]
    money = games[[f"money_{seat}" for seat in range(1, 5)]].sum(axis=1)
    richest = left.eq(left.max(axis=1), axis=0).sum(axis=1)
    assert (money == gets + left.sum(axis=1) + 10 * richest).all()
    assert result.by_strategy["cheques_mean"].isna().all()
    assert "cheques" not in set(result.measures["measure"])
    assert forsale_sim.load(str(out)).replay(7).trace == result.replay(7).trace
    (tmp_path / "rules.py").write_text("raise SystemExit('this was executed')")
    assert forsale_sim.load(str(out)).replay(7).trace == result.replay(7).trace
