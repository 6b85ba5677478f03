"""Reports about tournaments: an HTML page, and tables in Markdown."""
