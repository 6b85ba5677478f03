"""The pages of a contest: for the teacher, for everyone, and for each student."""
