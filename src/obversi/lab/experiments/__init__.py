"""The experiments, one in each module."""
