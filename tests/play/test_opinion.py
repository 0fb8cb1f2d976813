"""The one opinion knows nothing that is hidden, fits the others, and is that of every screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import forsale_sim
import numpy as np
import pytest
from forsale_sim.cards import count
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.opinion import Opinion, opinion_of
from forsale_sim.play.review import Hint, Judged, judge
from forsale_sim.program import DEFAULT_FIELD
from forsale_sim.reference.table import Deal, Game, game_view, play_seated
from forsale_sim.search.sales import TOLD, TOLD_MONEY, TOLD_PRICE
from forsale_sim.view import View
from scipy.stats import spearmanr
from strategy_lab.random_words import GameWords

from tests.play.positions import dealt, positions
from tests.support.decks import one_round, play


def view_of(game: Game) -> View:
    return game_view(game, GameWords(7, game.rules.players, 1, 1).decision(game.to_act, 0))


def made_up(game: Game, moves: Mapping[int, tuple[float, float]]) -> Opinion:
    """Return an opinion by which moves have a chance and money, whenever they were tried."""
    told = np.zeros((len(moves), 3, TOLD))
    for i, (chance, money) in enumerate(moves.values()):
        told[i, :, game.to_act], told[i, :, TOLD_MONEY] = chance, money
    return Opinion(game, list(moves), told)


POOL = [*DEFAULT_FIELD, "appraiser", "blueprint", "quick", "solver"]
LINEUPS, GAMES = 30, 12


class Obedient:
    name = "obedient"

    def __init__(self) -> None:
        self.game: Game | None = None

    def decide(self, _decision: str, view: View) -> int:
        assert self.game is not None
        return opinion_of(self.game, view).best


def reviewed(lineup: Sequence[str], deal: int, first: int, who: str = "") -> list[Judged]:
    """Review a game, in which those at `first` and after it in a lineup sit first."""
    obedient = Obedient()
    obedient.game = game = dealt("iello-en", len(lineup), deal)
    seated = [obedient if name == obedient.name else load_entrant(name) for name in lineup]
    seated = seated[first:] + seated[:first]
    decisions = play_seated(game, seated, 5, deal, recording=True)
    return judge(each for each in decisions if who in ("", each.strategy))


@pytest.mark.parametrize("games", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_hints_that_are_obeyed_cost_nothing(games: int) -> None:
    for deal in range(1, games + 1):
        lineup = ["obedient", *Random(deal).sample(POOL, 2 + deal % 4)]
        judged = reviewed(lineup, deal, deal % len(lineup), "obedient")
        assert len(judged) > 5
        assert [(each.best, each.cost) for each in judged] == [(m.made.move, 0.0) for m in judged]


def test_a_hint_names_what_champion_sells_where_it_draws_none() -> None:
    told = [
        (each.opinion, each.made.move)
        for deal in range(1, 5)
        for each in reviewed(["champion", *["bid=expert,sell=random"] * 3], deal, 0, "champion")
        if each.opinion.sold
    ]
    # It draws fewer rounds than an opinion: near a limit, they may find otherwise.
    assert np.mean([opinion.best == made for opinion, made in told]) >= 0.8
    wary = 0
    for opinion, made in told:
        most = max(opinion.chances, key=lambda move: opinion.chances[move])
        assert most in opinion.good
        if opinion.best == made and opinion.chances[most] > opinion.chances[made]:
            wary += 1
            assert "unless another wins clearly more" in opinion.reason(made, most)
    assert wary


@pytest.mark.slow
def test_who_wins_more_gives_less_away() -> None:
    """Spearman's rank correlation of wins and costs, mean over line-ups."""
    draw, found = Random(2), []
    for number in range(LINEUPS):
        lineup = draw.sample(POOL, 3 + number % 4)
        costs = dict.fromkeys(lineup, 0.0)
        for game in range(GAMES):
            for each in reviewed(lineup, 1 + game // len(lineup), game % len(lineup)):
                costs[each.made.strategy] += each.cost
        rates = forsale_sim.run(3000 * len(lineup), lineup=lineup, seed=7, progress=False)
        wins = dict(rates.by_strategy[["strategy", "win_rate"]].to_numpy())
        found.append(spearmanr([-costs[name] for name in lineup], [wins[n] for n in lineup])[0])
        print(f"{found[-1]:.2f} {lineup}")
    print(f"mean {np.mean(found):.3f} +- {1.96 * np.std(found, ddof=1) / LINEUPS**0.5:.3f}")
    assert np.mean(found) >= 0.8


@pytest.mark.parametrize("ruleset", ["iello-fr[opener=lot]", "iello-en[refund=1/3 up,raise=2]"])
def test_what_is_hidden_decides_nothing(ruleset: str) -> None:
    hidden = 0
    for game in positions(ruleset, 4, deal=3):
        other = otherwise(game)
        hidden += other.sale is not None and other.sale.face_down != game.sale.face_down
        one, two = opinion_of(game, view_of(game)), opinion_of(other, view_of(other))
        assert one.moves == two.moves
        assert np.array_equal(one.told, two.told)
    assert hidden > 3


def otherwise(game: Game) -> Game:
    """Return a game with all cards that nobody has seen in another order."""
    other, deal, dealt_cards = game.copy(), game.deal, game.rules.cards_dealt
    decks = [
        (*cards[: count(seen)], *reversed((*cards[count(seen) :], *undealt)))
        for cards, undealt, seen in (
            (deal.houses, deal.undealt_houses, game.seen_houses),
            (deal.cheques, deal.undealt_cheques, game.seen_cheques),
        )
    ]
    dealt_decks = [deck[:dealt_cards] for deck in decks]
    set_aside = [tuple(sorted(deck[dealt_cards:])) for deck in decks]
    drawn = len(game.past_auctions)
    lots = (seat % game.rules.players + 1 for seat in deal.openers[drawn:])
    other.deal = Deal(*dealt_decks, *set_aside, openers=(*deal.openers[:drawn], *lots))
    if other.sale:
        for seat, house in other.sale.face_down.items():
            hand = other.hands[seat]
            other.sale.face_down[seat] = (hand & ~(1 << (house - 1)) or hand).bit_length()
    return other


def test_it_counts_what_the_others_have_bid() -> None:
    paid = []
    for most in (0, 4):  # that the others bid in the first auctions
        game = dealt("iello-en", 4)
        while game.auction and (game.round < 4 or game.to_act != 1):
            bids = game.round < 4 and game.to_act != 1 and game.auction.least_bid <= most
            game.step(game.auction.least_bid if bids else 0)
        opinion = opinion_of(game, view_of(game))
        paid.append(opinion.told[opinion.moves.index(1), :, TOLD_PRICE].mean())
    assert paid[0] == 1
    assert paid[1] > 4


def test_a_bid_of_all_coins_is_no_good() -> None:
    game = play(one_round(), 1, 2, 5, 6)  # seat 2 to act: a pass leaves it the worst house
    opinion = opinion_of(game, view_of(game), made=28)
    assert opinion.chances[28] < 0.1 < opinion.chances[opinion.best]
    assert opinion.cost(28) > 0.2
    assert 28 not in opinion.good


def test_a_hopeless_position_has_good_and_bad_moves() -> None:
    opinion = made_up(one_round(), {0: (0.0, 40.0), 1: (0.0, 44.0), 2: (0.0, 44.0)})
    assert (opinion.best, opinion.good) == (1, [1, 2])
    assert opinion.cost(0) == pytest.approx(2 / 3 * 4 / 20)
    assert opinion.cost(2) == 0


def test_the_chance_to_win_goes_before_money() -> None:
    opinion = made_up(one_round(), {0: (0.5, 40.0), 1: (0.4, 50.0)})
    assert opinion.best == 0
    assert opinion.cost(1) == 0  # which gives nothing away, as it brings so much more


@pytest.mark.parametrize("phase", ["buying", "selling"])
def test_a_hint_says_what_is_best_why_and_if_what(phase: str) -> None:
    game = next(game for game in positions("iello-en", 3) if game.phase == phase)
    hint = Hint(opinion_of(game, view_of(game)))
    lines = list(hint.lines())
    assert lines[0] == "What each move is worth, if the others go on as they have bid and sold:"
    assert [line.strip().split("  ")[0] for line in lines if line.endswith("<- best")] == [
        f"{'bid' if phase == 'buying' else 'sell'} {hint.opinion.best}"
        if hint.opinion.best
        else "pass"
    ]
    assert {*hint.opinion.chances} <= {*game.legal_moves()}
    assert " ".join(lines).endswith(hint.reason)
    assert max(map(len, lines)) <= 80
