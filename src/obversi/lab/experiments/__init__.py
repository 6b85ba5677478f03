"""The experiments, one a module."""
