"""Never comes to its class, and catches whatever wants it to."""

from hostile.honest import ENDLESS, Honest

for _ in ENDLESS:
    try:
        for _ in ENDLESS:
            pass
    except BaseException:
        continue


class AI(Honest):
    pass
