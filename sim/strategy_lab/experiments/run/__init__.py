"""Who wins: games between strategies of a field, or of one lineup."""
