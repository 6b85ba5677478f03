"""What several figures have in common."""
