"""A Monte Carlo laboratory for the card game For Sale."""
