"""``obversi web`` with the files of another folder, to be changed while it runs: a new version.

``python edited_app.py FOLDER web OPTIONS``
"""

import sys
from pathlib import Path

from obversi.cli import main
from obversi.web.http import offline, static_files

if __name__ == "__main__":
    _, folder, *arguments = sys.argv
    files = static_files.Files(Path(folder))
    for module in (offline, static_files):
        module.FILES = files  # type: ignore[attr-defined]
    sys.argv = ["obversi", *arguments]
    main()
