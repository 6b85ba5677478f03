"""Agents as courses ask for them: one Python file, with limits, run where it can do no harm."""
