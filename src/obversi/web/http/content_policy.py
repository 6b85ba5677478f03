"""The Content-Security-Policy of pages."""


def content_policy(ancestors: str | None) -> str:
    """Return a policy by which all content is from this server; `ancestors` may show it in frames.

    Without `ancestors` the policy is for the text of a page, where frame-ancestors is not allowed.

    >>> content_policy("'none'").split("; ")[-1]
    "frame-ancestors 'none'"
    """
    parts = [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
    return "; ".join(parts if ancestors is None else [*parts, f"frame-ancestors {ancestors}"])
