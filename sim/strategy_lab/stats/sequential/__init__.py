"""Statistics of data that are looked at while they come in."""
