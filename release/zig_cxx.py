#!/usr/bin/env python3
"""A C++ compiler for the systems of the wheels: Clang with the C libraries that zig brings.

OBVERSI_ZIG is the program zig; OBVERSI_TARGET names the system as zig does, for example
x86_64-linux-gnu.2.28. The names of processors are those of GCC and Clang; zig has its own.
"""

import os
import subprocess
import sys

_PROCESSORS = {
    "-march=x86-64-v4": "-mcpu=x86_64_v4",
    "-march=x86-64-v3": "-mcpu=x86_64_v3",
    "-march=x86-64-v2": "-mcpu=x86_64_v2",
    "-march=armv8.2-a+crc+dotprod": "-mcpu=generic+v8_2a+crc+dotprod",
    "-march=armv8-a": "-mcpu=generic",
}


def main() -> int:
    """Run zig, and return its status."""
    zig, target = os.environ["OBVERSI_ZIG"], os.environ["OBVERSI_TARGET"]
    # A level for links as well: zig builds its C++ library once for each level.
    arguments = ["-O3", *(_PROCESSORS.get(each, each) for each in sys.argv[1:])]
    if "-c" in arguments:
        # nanobind needs it, and Python's headers for the stable ABI do not include it.
        arguments += ["-include", "stdio.h"]
    status = subprocess.call([zig, "c++", "-target", target, *arguments])
    if status == 0 and target.endswith("musl") and "-shared" in arguments:
        # zig has another name for musl than the systems that use it.
        library = f"libc.musl-{target.split('-')[0]}.so.1"
        made = arguments[arguments.index("-o") + 1]
        status = subprocess.call(["patchelf", "--replace-needed", "libc.so", library, made])
    return status


if __name__ == "__main__":
    sys.exit(main())
