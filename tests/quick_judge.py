"""The command `obversi` as a process whose judge tests the machine for a moment only."""

import sys
from typing import Final

QUICK_JUDGE: Final = [
    sys.executable,
    "-c",
    "from obversi.judge import machine_test; machine_test.SECONDS = 0.1; "
    "from obversi.cli import main; main()",
]
