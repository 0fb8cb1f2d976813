"""What players do from round to round: bids, coins kept, houses sold."""
