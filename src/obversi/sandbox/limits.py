"""How much a sandbox lets its inside have."""

from dataclasses import dataclass, fields

from obversi.errors import ObversiError

__all__ = ["SandboxLimits"]


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """What the code inside may have at most, from the start of its process to its end.

    `memory_mb` is what it holds more than it did when the guest was ready. `file_mb` is for one
    file, `scratch_mb` for all of them.

    >>> SandboxLimits(memory_mb=100, threads=4).threads
    4
    """

    memory_mb: float = 100.0
    processor_seconds: float = 600.0
    file_mb: float = 32.0
    scratch_mb: float = 32.0
    threads: int = 32
    output_kb: float = 1024.0
    open_files: int = 64

    def __post_init__(self) -> None:
        """Refuse what nothing could run with."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 < value < float("inf"):
                raise ObversiError(f"{field.name} must be more than 0, not {value!r}")
