"""A meta-game for people: its tables, and what they show in words."""
