"""What players may answer, as whole numbers."""

from __future__ import annotations

from enum import IntEnum

SQUARES = 64
"""An action on a square is a kind times this number, and the square."""

DONE = 0
"""The answer to `manage` that ends it."""


class Manage(IntEnum):
    """Kinds of actions on a square."""

    DONE = 0
    BUILD = 1
    SELL = 2
    MORTGAGE = 3
    REDEEM = 4


def build(square: int) -> int:
    """Return the action that builds on a street: a house, or a hotel after four."""
    return Manage.BUILD * SQUARES + square


def sell(square: int) -> int:
    """Return the action that sells a building on a street to the bank."""
    return Manage.SELL * SQUARES + square


def mortgage(square: int) -> int:
    """Return the action that mortgages a deed."""
    return Manage.MORTGAGE * SQUARES + square


def redeem(square: int) -> int:
    """Return the action that redeems a deed."""
    return Manage.REDEEM * SQUARES + square


ROLL, PAY, CARD = 0, 1, 2
"""The answers to `jail`: to try for doubles, to pay the fee, to play a card."""

HOUSE, HOTEL_LOT = 64, 65
"""Lots of an auction that are no deeds."""
