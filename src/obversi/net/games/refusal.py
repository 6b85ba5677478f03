"""What a visitor cannot have."""

from obversi.errors import ObversiError
from obversi.wire.session import ErrorCode

__all__ = ["RefusedError"]


class RefusedError(ObversiError):
    """What a visitor asked for cannot be had, with the code of the answer."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        """Keep the code."""
        super().__init__(reason)
        self.code = code
