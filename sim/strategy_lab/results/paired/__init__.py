"""What differs between rulesets, deal by deal."""
