"""A process behind walls, for code that nobody trusts.

It knows nothing of Reversi: it runs a script of ours, the guest, which then runs code of others.
"""

from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.layers import Layer, checked_minimum, missing_layers
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.sandbox import Sandbox

__all__ = [
    "Cause",
    "Layer",
    "Sandbox",
    "SandboxError",
    "SandboxLimits",
    "checked_minimum",
    "missing_layers",
]
