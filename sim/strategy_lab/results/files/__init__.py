"""Files of results: whole or not there, and read again."""
