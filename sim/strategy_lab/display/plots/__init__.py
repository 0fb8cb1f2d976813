"""One kit for the plots of results and the figures of reports."""
