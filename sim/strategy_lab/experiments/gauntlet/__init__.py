"""A strategy among players that it was not made for, kind by kind."""
