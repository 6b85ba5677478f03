"""Games in addresses, as the app writes them."""

from urllib.parse import urlencode

from obversi.rules import Rules


def game_hash(
    rules: Rules = "normal",
    size: int = 8,
    *,
    position: str = "",
    moves: str = "",
    ply: int | None = None,
) -> str:
    """Write a game as the end of an address."""
    parts = {"rules": rules, "size": size, "position": position, "moves": moves, "ply": ply}
    return "#" + urlencode({name: part for name, part in parts.items() if part not in ("", None)})
