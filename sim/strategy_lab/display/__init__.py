"""Text for the terminal, and plots."""
