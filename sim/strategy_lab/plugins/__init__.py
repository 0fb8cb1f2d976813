"""The plug-in contract: what a strategy is, where strategies are found, how they are compiled."""
