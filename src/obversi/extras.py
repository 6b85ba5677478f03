"""Packages that only an extra installs, such as ``web``, and what to do where they are missing."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from obversi.errors import ObversiError

_NAME = "obversi"


class MissingPackageError(ObversiError, ImportError):
    """A package that an extra installs is missing; the message says how to install it."""


def require(need: str, extra: str, *packages: str) -> None:
    """Raise an error that says how to install the extra, unless these packages are installed.

    >>> require("a page", "arena", "json")
    """
    for package in packages:
        if not _is_installed(package):
            raise MissingPackageError(missing_package(f"{need} needs {package}", extra))


def missing_package(need: str, extra: str) -> str:
    """Return the message about a package that only an extra installs.

    >>> missing_package("this needs Matplotlib", "lab").partition("run")[0]
    'this needs Matplotlib, which is not installed: '
    """
    return f"{need}, which is not installed: run {install_command(extra)}"


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation, from where that came from."""
    # Programs with all they need do not load this.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        installed = distribution(_NAME)
    except PackageNotFoundError:  # the source folder is on the path of modules
        return f'{_pip("")} install "{_shown(Path(__file__).parents[2])}[{extra}]"'
    pip = _pip((installed.read_text("INSTALLER") or "").strip())
    return f"{pip} install {_requirement(extra, installed.read_text('direct_url.json'))}"


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def _pip(installer: str) -> str:
    """Return the pip of this environment."""
    if installer == "uv":
        return "uv pip"
    import shutil

    found = shutil.which("pip")
    beside = found is not None and Path(found).parent == Path(sys.executable).parent
    return "pip" if beside else f"{_shown(Path(sys.executable))} -m pip"


def _requirement(extra: str, direct_url: str | None) -> str:
    """Return what to install; `direct_url` is the record of pip, if it was not an index.

    >>> _requirement("web", None)
    '"obversi[web]"'
    >>> _requirement("web", '{"url": "https://a.b/c.whl", "archive_info": {}}')
    '"obversi[web] @ https://a.b/c.whl"'
    """
    import json
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    if direct_url is None:
        return f'"{_NAME}[{extra}]"'
    origin: dict[str, Any] = json.loads(direct_url)
    url = origin["url"]
    if "dir_info" in origin:
        folder = _shown(Path(url2pathname(urlsplit(url).path)))
        editable = "-e " if origin["dir_info"].get("editable") else ""
        return f'{editable}"{folder}[{extra}]"'
    if "vcs_info" in origin:
        vcs = origin["vcs_info"]
        url = f"{vcs['vcs']}+{url}@{vcs.get('requested_revision') or vcs['commit_id']}"
    return f'"{_NAME}[{extra}] @ {url}"'


def _shown(path: Path) -> str:
    """Return a path as it is typed here; pip takes one without a separator for a name."""
    if not path.is_relative_to(Path.cwd()):
        return str(path)
    inside = path.relative_to(Path.cwd())
    return f".{os.sep}{inside}" if inside.parts else "."
