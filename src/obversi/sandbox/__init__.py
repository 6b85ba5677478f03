"""An isolated process for untrusted code.

It does not know Reversi: it runs a trusted script, which then runs the untrusted code.
"""

from obversi.sandbox.error import SandboxError
from obversi.sandbox.layers import checked_minimum, missing_layers
from obversi.sandbox.sandbox import Sandbox
from obversi.sandbox.settings import SandboxLimits

__all__ = [
    "Sandbox",
    "SandboxError",
    "SandboxLimits",
    "checked_minimum",
    "missing_layers",
]
