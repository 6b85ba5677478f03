from pathlib import Path
from typing import Any, Final

import pytest

from obversi.errors import ObversiError
from obversi.lab.tuning.measurement import Task, measure
from obversi.lab.tuning.measuring import measuring
from obversi.lab.tuning.sources import space_of
from obversi.lab.tuning.tuning_settings import TuningSettings

# Dask leaves threads and sockets to the end of the process.
pytestmark = pytest.mark.filterwarnings("default")

OPTIONS: Final[dict[str, Any]] = {"size": 4, "games": 10}


def test_workers_measure_the_same_and_tell_who_failed(tmp_path: Path) -> None:
    code = tmp_path / "mine.py"
    code.write_text(
        "def mine(x=0.5):\n"
        "    def value(board):\n"
        "        return x * len(board.legal_moves) / (0 if x > 0.9 else 1)\n"
        "    return value\n"
        "mine.parameters = {'x': (0, 1)}\n"
    )
    space = space_of(f"python:{code}:mine", 4)
    settings = TuningSettings.of(space, **OPTIONS)
    tasks = [Task((x,), 0, 3) for x in (0.1, 0.5, 0.7)]
    with measuring(space, settings, threads=1, cluster="local") as there:
        found = dict(there(tasks))
        assert [found[place] for place in range(3)] == [
            measure(space, settings, task, 1) for task in tasks
        ]
        with pytest.raises(ObversiError, match="ZeroDivisionError") as failed:
            dict(there([tasks[0], Task((0.95,), 0, 3)]))
        assert failed.value.place == 1  # type: ignore[attr-defined]
