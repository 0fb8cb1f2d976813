"""A meta-game as text: tables and sentences."""
