"""From the rows of games to tables of results: integer tallies, the digest, files."""
