"""A strategy among players that nobody had met, kind by kind."""
