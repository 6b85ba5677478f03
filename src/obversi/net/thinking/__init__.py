"""Who thinks for the server: threads, the work that waits for them, and the agents on offer."""

from obversi.net.thinking.pool import Pool

__all__ = ["Pool"]
