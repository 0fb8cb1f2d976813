"""What a report is made of: sections, figures and tables, and how they become a page."""
