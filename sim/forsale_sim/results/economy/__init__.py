"""What houses cost and return, where money goes, and what luck decides."""
