"""The sections of a report, each by itself: what it says, draws and lists."""
