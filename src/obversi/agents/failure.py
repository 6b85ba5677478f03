"""What an agent can do instead of a legal move in time."""

from enum import StrEnum

from obversi.errors import ObversiError

__all__ = ["AgentFailureError", "Fault"]


class Fault(StrEnum):
    """Why an agent loses a game that is not over."""

    TIME = "time"  # it moved too late
    HANG = "hang"  # it did not move at all
    ILLEGAL = "illegal"  # the rules do not allow its move
    ERROR = "error"  # it said, or its code did, that it cannot move
    DEATH = "death"  # its program, or the process that it ran in, ended
    PROTOCOL = "protocol"  # what it said is not of the protocol
    FLOOD = "flood"  # it said more than anyone reads
    MEMORY = "memory"  # it held more memory than it may
    FORBIDDEN = "forbidden"  # it uses or does what its course does not allow


class AgentFailureError(ObversiError):
    """An agent that does not move, with the fault that it is blamed for."""

    def __init__(self, fault: Fault, reason: str) -> None:
        """Keep the fault for those who count them."""
        super().__init__(reason)
        self.fault = fault

    def __reduce__(self) -> tuple[type["AgentFailureError"], tuple[Fault, str]]:
        """Pickle both, for games are played in other processes too."""
        return AgentFailureError, (self.fault, str(self))
