"""What built-in strategies know of the game, learned from games."""
