"""The report on Monopoly: what rules, groups and seats do, for players of several kinds."""
