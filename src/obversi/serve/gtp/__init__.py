"""The engine behind a board that speaks GTP."""

from obversi.serve.gtp.session import GtpSession

__all__ = ["GtpSession"]
