"""Ways to hold 400 MB where 100 MB are allowed: which are found, with which layers."""

import re
from pathlib import Path

import pytest
from memory_ways import WAYS, lines_of
from sandbox_client import SandboxClient, alone, needs, sandboxed

from obversi.sandbox import SandboxError
from obversi.sandbox.settings import Layer

DOCS = Path(__file__).parents[2] / "docs/sandbox.md"
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")

LIMIT_MB = 100

FOUND, REFUSED, UNSEEN = "found", "refused", "not seen"

# The layers that are switched off, by the columns of the table in docs/sandbox.md.
COLUMNS: dict[str, list[Layer]] = {
    "all": [],
    "without `cgroup`": [Layer.CGROUP],
    "without `seccomp`": [Layer.SECCOMP],
    "`cgroup` alone": alone(Layer.CGROUP),
    "without both": [Layer.CGROUP, Layer.SECCOMP],
    "`process` alone": alone(),
}


def _cells(*cells: str) -> dict[str, str]:
    return dict(zip(COLUMNS, cells, strict=True))


SEEN = _cells(*[FOUND] * 6)
SEEN_BY_GROUP = _cells(REFUSED, REFUSED, FOUND, FOUND, UNSEEN, UNSEEN)
BY_FILES = _cells(REFUSED, REFUSED, REFUSED, FOUND, REFUSED, UNSEEN)

TABLE: dict[str, dict[str, str]] = {
    "private memory": SEEN,
    "private memory marked as free": SEEN,
    "private copy of a file": SEEN,
    "shared memory": _cells(REFUSED, REFUSED, FOUND, FOUND, FOUND, FOUND),
    "shared memory that is given up": SEEN_BY_GROUP,
    "shared memory of /dev/zero": BY_FILES,
    "page tables": SEEN,
    "files without a name": SEEN_BY_GROUP,
    "System V memory": SEEN_BY_GROUP,
    "huge pages in pipes": SEEN_BY_GROUP,
    "removed files of the scratch folder": SEEN,
    "removed files in /dev/shm": BY_FILES,
    "another process": _cells(REFUSED, REFUSED, FOUND, FOUND, FOUND, FOUND),
}

# Without these layers a column shows less than the table says.
NEEDED: dict[str, list[Layer]] = {
    "all": [Layer.SECCOMP, Layer.CGROUP, Layer.LANDLOCK],
    "without `cgroup`": [Layer.SECCOMP, Layer.LANDLOCK],
    "without `seccomp`": [Layer.CGROUP, Layer.LANDLOCK],
    "`cgroup` alone": [Layer.CGROUP],
    "without both": [Layer.LANDLOCK],
    "`process` alone": [],
}


def outcome(client: SandboxClient, way: str) -> str:
    try:
        answer = client.run(lines_of(way))
    except SandboxError as error:
        return FOUND if re.search(r"\bMB\b|another process", error.words) else error.words
    assert answer in {"'held'", "PermissionError", "OSError"}
    return UNSEEN if answer == "'held'" else REFUSED


@pytest.mark.few_cases(6)
@pytest.mark.parametrize(
    "column", [pytest.param(column, marks=needs(*NEEDED[column])) for column in COLUMNS]
)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_found_where(way: str, column: str) -> None:
    if way == "huge pages in pipes" and "[never]" in HUGE_PAGES.read_text():
        pytest.skip("this machine has no huge pages")
    with sandboxed(COLUMNS[column], memory_mb=LIMIT_MB) as client:
        assert outcome(client, way) == TABLE[way][column]


def test_no_way_is_unseen_with_all_layers_or_with_a_control_group() -> None:
    assert TABLE.keys() == WAYS.keys()
    watched = [column for column, without in COLUMNS.items() if Layer.CGROUP not in without]
    assert len(watched) == 3
    for way, cells in TABLE.items():
        assert UNSEEN not in {cells[column] for column in watched}, way


def test_the_docs_have_this_table() -> None:
    rows = [["a way to hold 400 MB", *COLUMNS], *([way, *TABLE[way].values()] for way in WAYS)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    text = DOCS.read_text().replace("**", "")
    assert all(line in text for line in lines)


@needs(Layer.CGROUP)
@pytest.mark.parametrize("without", [[], [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_files_are_no_memory(without: list[Layer]) -> None:
    # In namespaces they are in memory, elsewhere in the cache of the system.
    with sandboxed(without, memory_mb=20, scratch_mb=64, file_mb=48) as client:
        lines = "for _ in range(40): file.write(bytes(1 << 20))"
        assert client.run(f"file = open(f'{{scratch}}/large', 'wb', 0)\n{lines}") == "None"
        assert client.sandbox.peak_mb < 20
