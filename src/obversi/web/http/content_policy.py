"""The Content-Security-Policy of pages."""

__all__ = ["content_policy"]


def content_policy(ancestors: str) -> str:
    """Return a policy by which all content is from this server; `ancestors` may show it in frames.

    >>> content_policy("'none'").split("; ")[-1]
    "frame-ancestors 'none'"
    """
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        )
    )
