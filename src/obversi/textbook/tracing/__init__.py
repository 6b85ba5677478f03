"""Searches step by step: opened nodes, values, cut-offs, and a picture of the tree."""
