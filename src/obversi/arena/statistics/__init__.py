"""What results are worth: strengths with their errors, and when enough has been played."""
