"""Words that nobody vouches for, as they may be shown."""

import re
from typing import Final

__all__ = ["visible"]

# What a screen would obey instead of showing it: control characters, marks that turn the direction
# of writing around, ends of lines that only some programs know, and letters that nobody sees.
_OBEYED: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""Show a dot for every character that is no letter but an order to the screen.

    >>> visible("red: \x1b[31m, \u202edesrever\r\nand a new line")
    'red: ·[31m, ·desrever\nand a new line'
    """
    return _OBEYED.sub("·", text.replace("\r\n", "\n"))
