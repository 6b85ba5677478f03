"""The agents of this folder are never imported here: only the judge runs them."""

collect_ignore_glob = ["*.py"]
