"""Inside: limits that the system keeps for this process."""

import resource
from typing import Any

__all__ = ["lock"]


def lock(settings: dict[str, Any]) -> str:
    """Set limits by their names, such as CPU; nobody may raise them again."""
    refused = []
    for name, most in settings.items():
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):
            refused.append(name)
    return f"the system does not take those on {', '.join(refused)}" if refused else ""
