"""Why the network did not do what it should, in the system's own words."""

import os
import re
from typing import Final

__all__ = ["plain_reason"]

_NUMBER: Final = re.compile(r"\[Errno (\d+)\]")


def plain_reason(error: Exception) -> str:
    """Return why, without what asyncio says of addresses.

    Where a name has several addresses, it puts what went wrong with each into one text.

    >>> from errno import ECONNREFUSED as number
    >>> plain_reason(OSError(number, "Connect call failed ('127.0.0.1', 1)"))
    'Connection refused'
    >>> plain_reason(OSError(f"Multiple exceptions: [Errno {number}] a, [Errno {number}] b"))
    'Connection refused'
    """
    number = getattr(error, "errno", None)
    if number is not None and number > 0:  # those of names that are not known are below
        return os.strerror(number)
    reasons = dict.fromkeys(os.strerror(int(each)) for each in _NUMBER.findall(str(error)))
    return ", ".join(reasons) or getattr(error, "strerror", None) or str(error)
