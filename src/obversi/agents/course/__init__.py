"""Agents of students: one Python file each, run in a sandbox by the rules of a course."""
