"""Public events of a game; their fields are those of the trace's lines, in order.

Seats and rounds count from 1 (rounds within their phase); money is in thousands; cards are their
printed values. `trace` writes events as JSON Lines, `story` as sentences.
"""

from __future__ import annotations

from collections import namedtuple

Houses = namedtuple("Houses", "round cards opener")
Bid = namedtuple("Bid", "round seat amount")  # the amount is the bid's total
Pass = namedtuple("Pass", "round seat house bid refund")  # house: None for none
Take = namedtuple("Take", "round seat house paid")
Cheques = namedtuple("Cheques", "round cards")
Sell = namedtuple("Sell", "round seat house cheque")

Event = Houses | Bid | Pass | Take | Cheques | Sell
