"""R2's four performance models: measures of how strong an agent or an evaluation is."""
