"""How a contest begins, and what has to be the same when one goes on."""

import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from obversi import __version__
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.preset_file import read_preset
from obversi.errors import ObversiError
from obversi.judge.contest_record import ContestRecord
from obversi.judge.folder import ContestFolder
from obversi.judge.machine_layers import MachineLayers, checked_layers
from obversi.judge.preset_copy import write_preset
from obversi.judge.submissions import handed_in, looked_at, taken
from obversi.machine import core_count

__all__ = ["begun", "going_on", "refuse_parent"]


def refuse_parent(files: Path, results: Path) -> None:
    """Refuse results that would lie around what was handed in: one would be in the other's way."""
    if files.resolve().is_relative_to(results.resolve()):
        raise ObversiError(
            f"the results cannot go into {results}: {files}, with what was handed in, lies there; "
            "name an empty folder or a new one"
        )


def begun(
    folder: ContestFolder,
    files: Path,
    preset: CoursePreset,
    sandbox: Sequence[str],
    layers: MachineLayers,
) -> ContestRecord:
    """Copy what was handed in, and keep what the contest is.

    `sandbox` are the layers that are demanded, if others than the course demands.
    """
    rules = replace(preset, sandbox=tuple(sandbox)) if sandbox else preset
    draft = folder.new_draft()
    write_preset(rules, draft.preset_file)
    record = ContestRecord(
        preset=rules,
        students=tuple(taken(one, rules, draft) for one in handed_in(files, folder.path)),
        folder=str(files),
        created=datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
        version=__version__,
        machine=platform.node(),
        cores=core_count(),
        layers=layers.there,
        missing=layers.missing,
    )
    draft.write_record(record)
    folder.take_draft()
    return record


def going_on(
    folder: ContestFolder, files: Path, preset: CoursePreset, sandbox: Sequence[str]
) -> tuple[ContestRecord, tuple[str, ...]]:
    """Return what the contest is, and what has changed of the files since it began.

    Other rules are refused, and other copies; layers count only if they are demanded now.
    """
    record = folder.read_record()
    _refuse_other_rules(
        record.preset, replace(preset, sandbox=tuple(sandbox) or record.preset.sandbox)
    )
    checked_layers(record.preset.sandbox)  # this may be another machine
    _refuse_changed_preset(folder, record)
    _refuse_damage(folder, record)
    return record, tuple(_changes(record, files, folder))


def _refuse_other_rules(before: CoursePreset, now: CoursePreset) -> None:
    then, there = asdict(before), asdict(now)
    for name in then:
        if then[name] != there[name]:
            raise ObversiError(
                f"this contest was begun by other rules: {name} was {then[name]!r} and is "
                f"{there[name]!r}; go on by those, or begin anew (--new)"
            )


def _refuse_changed_preset(folder: ContestFolder, record: ContestRecord) -> None:
    """Refuse to play on by other rules than those that the contest was begun by."""
    path = folder.preset_file
    try:
        is_same = read_preset(path) == record.preset
    except ObversiError as error:
        raise ObversiError(f"{error}; begin the contest anew (--new)") from error
    if not is_same:
        raise ObversiError(
            f"{path} has changed, and half of the games would be played by other rules: give a "
            "file of your own by --preset, and begin the contest anew (--new)"
        )


def _refuse_damage(folder: ContestFolder, record: ContestRecord) -> None:
    """Refuse to go on with other files than those that were copied."""
    for one in record.students:
        if one.problem:
            continue
        if not folder.holds(one):
            raise ObversiError(
                f"{folder.file_of(one)} is not what {one.name} has handed in any more: "
                "begin the contest anew (--new)"
            )


def _changes(record: ContestRecord, files: str | Path, folder: ContestFolder) -> Iterator[str]:
    """Say which files are others than when the contest began."""
    try:
        now = [looked_at(one, record.preset) for one in handed_in(Path(files), folder.path)]
    except ObversiError as error:
        yield f"{error}: the copies are judged"
        return
    then = {student.file: student for student in record.students}
    there = {student.file: student for student in now}
    for file in sorted(then.keys() | there.keys()):
        if file not in there:
            yield f"{file} is gone since the contest began: its copy is judged"
        elif file not in then:
            yield f"{file} has come since the contest began: it is not judged"
        elif (then[file].sha256, then[file].problem) != (there[file].sha256, there[file].problem):
            yield f"{file} has changed since the contest began: what was there then is judged"
