"""A field of strategies as a game: every multiset of them plays, on common deals."""
