"""A ranking as text: tables and sentences."""
