"""Learning the evaluation: from games of the engine against itself to a file of weights."""
