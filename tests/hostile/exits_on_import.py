"""Leaves before it has a class."""

from hostile.honest import Honest

raise SystemExit(0)


class AI(Honest):
    pass
