"""Rules searched for: candidates race for a goal, and the best are confirmed on fresh deals."""
