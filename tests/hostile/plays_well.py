"""Does nothing wrong, so that what goes wrong with it is the test's fault."""

from hostile.honest import Honest


class AI(Honest):
    pass
