"""The rules of every edition as data, and of any file a user writes."""
