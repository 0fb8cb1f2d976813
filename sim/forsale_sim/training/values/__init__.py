"""Value functions learned from self-play."""
