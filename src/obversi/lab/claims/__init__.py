"""What reports claim, and what a few games can tell."""
