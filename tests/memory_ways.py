"""Ways to hold 400 MB, as lines for the script of `sandbox_client`; each frees it at its end."""

MEGABYTES = 400

_START = f"""
import ctypes, mmap, os
MEGABYTE, MEGABYTES = 1 << 20, {MEGABYTES}
system = ctypes.CDLL(None, use_errno=True)
def checked(result):
    if result == -1: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def fill(memory):
    for begin in range(0, len(memory), 4096): memory[begin] = 1
"""

WAYS = {
    "private memory": "held = [bytearray(b'x') * MEGABYTE for _ in range(MEGABYTES)]",
    "private memory marked as free": """
held = mmap.mmap(-1, MEGABYTES * MEGABYTE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
fill(held); held.madvise(8)
""",
    "private copy of a file": """
import numpy, glob
path = max(glob.glob(numpy.__path__[0] + "*/**/*.so*", recursive=True), key=os.path.getsize)
size = os.path.getsize(path)
with open(path, "rb") as file:
    held = [mmap.mmap(file.fileno(), size, access=mmap.ACCESS_COPY)
            for _ in range(MEGABYTES * MEGABYTE // size + 1)]
for each in held: fill(each)
""",
    "shared memory": "held = mmap.mmap(-1, MEGABYTES * MEGABYTE); fill(held)",
    "shared memory that is given up": """
held = mmap.mmap(-1, MEGABYTES * MEGABYTE)
for begin in range(0, len(held), MEGABYTE):
    held[begin : begin + MEGABYTE] = b"x" * MEGABYTE
    held.madvise(mmap.MADV_DONTNEED, begin, MEGABYTE)
""",
    "shared memory of /dev/zero": """
file = os.open("/dev/zero", os.O_RDWR)
held = mmap.mmap(file, MEGABYTES * MEGABYTE)
for begin in range(0, len(held), MEGABYTE):
    held[begin : begin + MEGABYTE] = b"x" * MEGABYTE
    held.madvise(mmap.MADV_DONTNEED, begin, MEGABYTE)
""",
    "page tables": """
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
held = mmap.mmap(-1, 512 * MEGABYTES * MEGABYTE, flags, mmap.PROT_READ)
answer = sum(held[begin] for begin in range(0, len(held), 2 * MEGABYTE))
""",
    "files without a name": """
held = [os.memfd_create("held") for _ in range(MEGABYTES // 20)]
for file in held:
    for _ in range(20): os.write(file, bytes(MEGABYTE))
""",
    "System V memory": """
system.shmat.restype = ctypes.c_void_p
number = checked(system.shmget(0, ctypes.c_size_t(MEGABYTES * MEGABYTE), 0o600))
held = system.shmat(number, None, 0)
checked(system.shmctl(number, 0, None))
for begin in range(held, held + MEGABYTES * MEGABYTE, MEGABYTE):
    ctypes.memset(begin, 1, MEGABYTE)
    checked(system.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(MEGABYTE), 4))
""",
    "huge pages in pipes": """
class Part(ctypes.Structure): _fields_ = (("at", ctypes.c_void_p), ("size", ctypes.c_size_t))
HUGE, pipes, system.vmsplice.restype = 2 * MEGABYTE, [], ctypes.c_ssize_t
for _ in range(MEGABYTES // 32 + 1):
    private = mmap.mmap(-1, 17 * HUGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    private.madvise(14); fill(private)
    at = ctypes.addressof(ctypes.c_char.from_buffer(private)) // HUGE * HUGE + HUGE
    pipes.append(os.pipe())
    parts = (Part * 16)(*((at + HUGE * number, 4096) for number in range(16)))
    checked(system.vmsplice(pipes[-1][1], parts, ctypes.c_ulong(16), 0))
    private.madvise(mmap.MADV_DONTNEED)
""",
    "removed files of the scratch folder": """
held = []
for number in range(MEGABYTES // 10):
    held.append(open(f"{scratch}/{number}", "wb", buffering=0))
    os.remove(f"{scratch}/{number}")
    held[-1].write(bytes(10 * MEGABYTE))
""",
    "removed files in /dev/shm": """
path = f"/dev/shm/obversi-test-{os.getpid()}"
held = []
for number in range(MEGABYTES // 10):
    held.append(open(path, "wb", buffering=0))
    os.remove(path)
    held[-1].write(bytes(10 * MEGABYTE))
""",
    "another process": """
import time
reads, writes = os.pipe()
if not os.fork():
    held = bytearray(b"x") * (MEGABYTES * MEGABYTE)
    os.write(writes, b"x"); time.sleep(60); os._exit(0)
os.read(reads, 1)
""",
}


def lines_of(way: str) -> str:
    """Return the lines that hold the memory, with their imports; `answer` is then "held"."""
    return f"{_START}{WAYS[way]}\nanswer = 'held'"
