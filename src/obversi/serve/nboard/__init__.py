"""The engine behind a board that speaks NBoard."""

from obversi.serve.nboard.session import NBoardSession

__all__ = ["NBoardSession"]
