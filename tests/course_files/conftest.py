"""The files of this folder are handed in, not imported: they are written as students write."""

collect_ignore_glob = ["*.py"]
