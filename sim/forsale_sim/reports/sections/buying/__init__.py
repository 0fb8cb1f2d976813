"""Buying: what to pay for which house and when, how many coins to keep, when to fight."""
