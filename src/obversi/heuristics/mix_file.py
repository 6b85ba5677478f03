"""Mixes in TOML files, to be written and changed by hand."""

from pathlib import Path
from typing import Any

from obversi.arguments import suggestion
from obversi.errors import FormatError, InputError, ObversiError
from obversi.heuristics.features import FEATURES
from obversi.heuristics.mix import Mix, Phase
from obversi.toml_file import parse_toml, read_toml_text

_KEYS = ("name", "origin", "rules", "finished", "squares", "phase")
_PHASE_KEYS = ("until", "weights")


def read_mix(path: str | Path) -> Mix:
    """Read a mix; errors name the file."""
    file = Path(path)
    content = parse_toml(read_toml_text(file), file)
    try:
        return _mix({"name": file.stem} | content)
    except ObversiError as error:
        raise FormatError(str(error), str(file)) from None


def write_mix(mix: Mix, path: str | Path) -> None:
    """Write a mix into a file that `read_mix` reads."""
    Path(path).write_text(mix_text(mix), encoding="utf-8")


def mix_text(mix: Mix) -> str:
    """Return a mix as TOML, with comments on possible changes."""
    lines = [
        "# What a position is worth to the mover: features times weights, added up.",
        f"name = {_text(mix.name)}",
    ]
    if mix.origin:
        lines.append(f"origin = {_text(mix.origin)}")
    lines += [
        "# The game this was written for, normal or reversed. Under the other rules goal features",
        "# (discs, squares, stability) change their sign; mobility does not.",
        f'rules = "{mix.rules}"',
        "# What a finished game is worth: margin (more than any guess), result (1, 0 or -1), or",
        "# evaluated (what the features say).",
        f'finished = "{mix.finished}"',
    ]
    if mix.squares is not None:
        lines += ["# Rows 1 to 4 of columns a to d; the other quarters are alike.", "squares = ["]
        lines += [f"  [{', '.join(map(_number, row))}]," for row in mix.squares]
        lines.append("]")
    for phase in mix.phases:
        lines += ["", "[[phase]]"]
        if phase.until is not None:
            lines.append(f"until = {phase.until}  # discs on 8×8, in proportion on smaller boards")
        lines.append("[phase.weights]")
        lines += [
            f"{name} = {_number(weight)}  # {FEATURES[name]}"
            for name, weight in phase.weights.items()
        ]
    return "\n".join(lines) + "\n"


def _mix(content: dict[str, Any]) -> Mix:
    _check_keys(content, _KEYS, "")
    values = {key: value for key, value in content.items() if key != "phase"}
    phases = content.get("phase", [])
    if not isinstance(phases, list) or not all(isinstance(phase, dict) for phase in phases):
        raise InputError("'phase' is no list of tables: each begins with [[phase]]")
    return Mix(phases=tuple(_phase(phase, at) for at, phase in enumerate(phases, 1)), **values)


def _phase(content: dict[str, Any], number: int) -> Phase:
    _check_keys(content, _PHASE_KEYS, f" in phase {number}")
    if "weights" not in content:
        raise InputError(f"phase {number} has no 'weights'")
    try:
        return Phase(**content)
    except ObversiError as error:
        raise InputError(f"{error} (phase {number})") from None


def _check_keys(content: dict[str, Any], known: tuple[str, ...], place: str) -> None:
    for key in content:
        if key not in known:
            raise InputError(f"there is no key {key!r}{place}: {suggestion(key, known)}")


def _text(text: str) -> str:
    # Texts of a mix are printable, so TOML has no other special characters in them.
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _number(number: float) -> str:
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
