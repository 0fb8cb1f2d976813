"""Rules as data: those of every edition, and of any file that a user writes."""
