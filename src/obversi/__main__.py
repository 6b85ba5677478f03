"""``python -m obversi`` is the command ``obversi``."""

from obversi.cli import main

if __name__ == "__main__":
    main()
