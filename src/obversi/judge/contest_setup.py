"""The start of a contest, and the checks for changes when it is resumed."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from obversi import __version__
from obversi.agents.course.preset import CoursePreset, read_preset, write_preset
from obversi.errors import InputError, ObversiError
from obversi.judge.contest_update import changes, with_roster
from obversi.judge.folder import ContestFolder
from obversi.judge.record import ContestRecord
from obversi.judge.roster import Roster
from obversi.judge.submissions import copy_submission, find_submissions
from obversi.machine import core_count
from obversi.sandbox.layers import checked_minimum, missing_layers, required_layers
from obversi.sandbox.settings import Layer


@dataclass(frozen=True, slots=True)
class MachineLayers:
    """The layers of this machine by name, and why others are missing."""

    available: tuple[str, ...]
    missing: Mapping[str, str]


def checked_layers(minimum: Iterable[str], *, here: bool = True) -> MachineLayers:
    """Return the layers of this machine; a missing one of the `minimum` is a `MachineError`.

    If agents do not run `here`, only the names are checked, and no layers are returned.
    """
    if not here:
        required_layers(minimum)
        return MachineLayers((), {})
    checked_minimum(minimum)
    missing = {layer.value: why for layer, why in missing_layers().items()}
    available = tuple(layer.value for layer in Layer if layer.value not in missing)
    return MachineLayers(available, missing)


def check_results_folder(files: Path, results: Path) -> None:
    """Reject a results folder that contains the submissions."""
    if files.resolve().is_relative_to(results.resolve()):
        raise InputError(
            f"the results cannot be in {results}, which contains the submissions in {files}; use "
            "an empty folder or a new one"
        )


def start_contest(
    folder: ContestFolder,
    files: Path,
    preset: CoursePreset,
    sandbox: Sequence[str],
    layers: MachineLayers,
    roster: Roster | None = None,
) -> ContestRecord:
    """Copy the submissions, and write the definition of the contest.

    `sandbox` are the required layers, if they differ from those of the course.
    """
    rules = replace(preset, sandbox=tuple(sandbox)) if sandbox else preset
    draft = folder.new_draft()
    write_preset(rules, draft.preset_file)
    record = ContestRecord(
        preset=rules,
        students=tuple(
            copy_submission(one, rules, draft)
            for one in find_submissions(files, folder.path, roster)
        ),
        folder=str(files),
        created=datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
        version=__version__,
        machine=platform.node(),
        cores=core_count(),
        layers=layers.available,
        missing=layers.missing,
    )
    draft.write_record(record)
    folder.take_draft()
    return record


def resume_contest(
    folder: ContestFolder,
    files: Path,
    preset: CoursePreset,
    sandbox: Sequence[str],
    roster: Roster | None = None,
    *,
    here: bool = True,
) -> tuple[ContestRecord, tuple[str, ...]]:
    """Return the definition of a contest, and which files have changed since it started.

    Changed rules and changed copies are errors; layers matter only if they are given now. Penalties
    and columns are those of the roster as it is now. Agents run `here`, or elsewhere.
    """
    record = folder.read_record()
    _check_rules(record.preset, replace(preset, sandbox=tuple(sandbox) or record.preset.sandbox))
    checked_layers(record.preset.sandbox, here=here)  # this may be another machine now
    _check_preset_file(folder, record)
    _check_copies(folder, record)
    if roster is not None:
        record = with_roster(record, roster)
        folder.write_record(record)
    return record, tuple(changes(record, files, folder, roster))


def _check_rules(before: CoursePreset, now: CoursePreset) -> None:
    old, new = asdict(before), asdict(now)
    for name in old:
        if old[name] != new[name]:
            raise InputError(
                f"this contest was started with other rules: {name} was {old[name]!r} and is "
                f"{new[name]!r}; use the same rules, or start a new contest (--new)"
            )


def _check_preset_file(folder: ContestFolder, record: ContestRecord) -> None:
    path = folder.preset_file
    try:
        is_same = read_preset(path) == record.preset
    except ObversiError as error:
        raise InputError(f"{error}; start a new contest (--new)") from error
    if not is_same:
        raise InputError(
            f"{path} has changed, so the other games would have other rules: use a file of your "
            "own with --preset, and start a new contest (--new)"
        )


def _check_copies(folder: ContestFolder, record: ContestRecord) -> None:
    for one in record.students:
        if one.problem:
            continue
        if not folder.holds(one):
            raise InputError(
                f"{folder.file_of(one)} is no longer the submission of {one.name}: start a new "
                "contest (--new)"
            )
