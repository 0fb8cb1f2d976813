"""Rules that are looked for: a race, and fresh deals for the last ones."""
