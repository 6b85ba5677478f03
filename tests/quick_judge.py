"""The command `obversi` as a process whose judge tests the machine for a moment only."""

import sys

QUICK_JUDGE = [
    sys.executable,
    "-c",
    "from obversi.judge import machine_timing; machine_timing.SECONDS = 0.1; "
    "from obversi.cli import main; main()",
]
