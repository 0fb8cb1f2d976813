"""The sections of a report, each a module: sentences, figures and tables."""
