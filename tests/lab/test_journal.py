"""Files of lines that are only added to."""

from pathlib import Path

import pytest

from obversi.errors import ObversiError
from obversi.lab.journal import Journal, put_aside


def test_a_cut_off_line_counts_for_nothing_wherever_it_was_cut(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "lines.jsonl")
    stored = [{"number": number, "text": "é\n"} for number in range(3)]
    with journal.writing() as writer:
        for one in stored:
            writer.add(one)
    assert journal.read() == stored
    content = journal.path.read_bytes()
    for end in range(len(content) + 1):
        journal.path.write_bytes(content[:end])
        whole = content[:end].count(b"\n")
        assert journal.read() == stored[:whole]
        with journal.writing() as writer:
            writer.add({"more": end})
        assert journal.read() == [*stored[:whole], {"more": end}]


def test_one_writer_at_a_time_and_readers_do_not_mind(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "lines.jsonl")
    with journal.writing() as writer:
        writer.add({"a": 1})
        assert journal.read() == [{"a": 1}]
        with pytest.raises(ObversiError, match="another process"), journal.writing():
            pass
    with journal.writing():
        pass


def test_nothing_put_aside_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.steps.jsonl"
    put_aside(path)
    for text in ("one", "two"):
        path.write_text(text)
        put_aside(path)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "a.steps.old1.jsonl": "one",
        "a.steps.old2.jsonl": "two",
    }
