"""The command `obversi` as a process whose judge tests the machine for a moment only."""

import sys

QUICK_JUDGE = [
    sys.executable,
    "-c",
    "from obversi.judge import machine_test; machine_test.SECONDS = 0.1; "
    "from obversi.cli import main; main()",
]
