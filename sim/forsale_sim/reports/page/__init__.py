"""The parts of a report, and the templates that render them as a page."""
