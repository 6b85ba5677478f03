"""Does nothing wrong, so what goes wrong with it is an error of the test."""

from hostile.honest import Honest


class AI(Honest):
    pass
