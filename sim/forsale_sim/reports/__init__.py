"""Balance reports: games played as a TOML file says, and what they show as a page with its data."""
