"""Built-in strategies for Monopoly, a file each, written against the public contract only."""
