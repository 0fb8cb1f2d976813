"""A ranking for people: sentences and tables."""
