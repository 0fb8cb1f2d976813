"""One selling round: all choose a house face down; higher houses take higher cheques."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from strategy_lab.moves import IllegalMoveError

from forsale_sim.cards import MAX_CARDS, count, has, highest, lowest, members, remove
from forsale_sim.reference.card_sets import spaced
from forsale_sim.reference.copyable import Copyable


class Sale(Copyable):
    """A selling round while houses are being chosen.

    A player's last house is chosen at once. So is the lowest house of a player who alone still
    holds houses: that player takes all the cheques that are left, whatever the order.

    Parameters
    ----------
    cheques
        The set of cheque cards on offer, one for each player who holds a house.
    hands
        By seat: the set of houses held.

    Attributes
    ----------
    cheques : int
    face_down : dict of int to int
        By seat: the house chosen. Not public.
    """

    def __init__(self, cheques: int, hands: Mapping[int, int]) -> None:
        self.cheques = cheques
        self._hands = {seat: hand for seat, hand in hands.items() if hand}
        self.face_down = {
            seat: lowest(hand)
            for seat, hand in self._hands.items()
            if count(hand) == 1 or len(self._hands) == 1
        }

    @property
    def turn(self) -> int:
        """The lowest seat that has yet to choose; 0 once all have."""
        return next((seat for seat in self._hands if seat not in self.face_down), 0)

    def choose(self, house: int) -> None:
        """Let the player whose turn it is put `house` face down."""
        hand = self._hands[self.turn]
        if not 1 <= house <= MAX_CARDS or not has(hand, house):
            raise IllegalMoveError(
                f"a sale of house {house}", f"the player holds {spaced(members(hand))}"
            )
        self.face_down[self.turn] = house

    def reveal(self) -> Iterator[tuple[int, int, int]]:
        """Yield (seat, house, cheque card), the highest house first."""
        cheques = self.cheques
        by_house = {house: seat for seat, house in self.face_down.items()}
        for house in sorted(by_house, reverse=True):
            yield by_house[house], house, highest(cheques)
            cheques = remove(cheques, highest(cheques))
