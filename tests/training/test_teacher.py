"""The network that labels positions: what it learns, its files, and positions with its labels."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from labelled_positions import strewn

from obversi import batch
from obversi.errors import FormatError, InputError
from obversi.training.positions import EXACT, PLAYED, SEARCHED, Positions
from obversi.training.teacher import Teacher, TeacherPlan, taught, train_teacher
from obversi.training.torch_extra import torch_module

PLAN = TeacherPlan(width=16, blocks=2, epochs=10, batch=64, device="cpu")
QUICK = TeacherPlan(width=4, blocks=1, epochs=1, batch=64, device="cpu")


def quick_teacher(positions: Positions, size: int = 6, plan: TeacherPlan = QUICK) -> Teacher:
    return train_teacher(positions, size, "reversed", plan)[0]


def test_it_learns_margins_that_it_can_see() -> None:
    positions = strewn(4, 800, held_out=5)
    teacher, error = train_teacher(positions, 4, "reversed", PLAN)
    tested = positions[positions.held_out]
    assert error < 0.3 * tested.margin.var()
    again = teacher.margins(tested.own, tested.opp)
    assert ((again - tested.margin) ** 2).mean() == pytest.approx(error, rel=1e-3)


def test_the_same_seed_trains_the_same_network_and_leaves_other_numbers_alone() -> None:
    positions = strewn(4, 300)
    before = torch_module().get_rng_state()
    labels = [
        quick_teacher(positions, 4, replace(QUICK, seed=seed)).margins(positions.own, positions.opp)
        for seed in (1, 1, 2)
    ]
    assert (torch_module().get_rng_state() == before).all()
    assert np.allclose(labels[0], labels[1], atol=1e-4)
    assert not np.allclose(labels[0], labels[2], atol=1e-2)


def test_a_file_keeps_the_network(tmp_path: Path) -> None:
    positions = strewn(6, 300)
    teacher = quick_teacher(positions)
    teacher.write(tmp_path / "teacher.pt")
    read = Teacher.read(tmp_path / "teacher.pt", "cpu")
    assert (read.size, read.rules) == (6, "reversed")
    before, after = (each.margins(positions.own, positions.opp) for each in (teacher, read))
    assert np.allclose(before, after, atol=0.05)  # stored with half precision


@pytest.mark.parametrize("content", [b"", b"no network", b"PK\3\4"])
def test_another_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.pt"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"other\.pt.*not a network"):
        Teacher.read(path, "cpu")


def test_a_network_of_a_later_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "later.pt"
    torch_module().save({"obversi-teacher": 2}, path)
    with pytest.raises(FormatError, match="has format 2, this program reads 1"):
        Teacher.read(path, "cpu")


def test_a_file_with_settings_of_an_older_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "teacher.pt"
    teacher = quick_teacher(strewn(4, 100), 4)
    teacher.write(path)
    torch = torch_module()
    stored = torch.load(path, weights_only=True)
    stored["plan"]["blend"] = 0.3
    torch.save(stored, path)
    rows = strewn(4, 100)
    found = Teacher.read(path, "cpu").margins(rows.own, rows.opp)
    assert np.allclose(found, teacher.margins(rows.own, rows.opp), atol=0.1)


def test_a_missing_gpu_is_not_blamed_on_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch_module().cuda, "is_available", lambda: False)
    quick_teacher(strewn(4, 100), 4).write(tmp_path / "teacher.pt")
    with pytest.raises(InputError, match="sees no GPU") as error:
        Teacher.read(tmp_path / "teacher.pt", "cuda")
    assert not isinstance(error.value, FormatError)


def test_positions_without_exact_margins_get_labels() -> None:
    positions = strewn(6, 300)
    sources = np.array([EXACT, PLAYED, SEARCHED], np.uint8)[np.arange(300) % 3]
    positions = replace(positions, source=sources, margin=np.full(300, 60, np.float32))
    teacher = quick_teacher(strewn(6, 300))
    labelled = taught(positions, teacher)
    assert len(labelled) == 300
    assert (np.diff(labelled.empties.astype(int)) >= 0).all()
    exact = labelled.source == EXACT
    assert exact.sum() == 100
    assert (labelled.margin[exact] == 60).all()
    rest = labelled[~exact]
    assert np.allclose(rest.margin, teacher.margins(rest.own, rest.opp), atol=1e-3)


def test_variations_are_a_move_away_and_stay_on_their_side() -> None:
    positions = strewn(6, 300, held_out=4)
    positions = replace(positions, source=np.full(300, PLAYED, np.uint8))
    labelled = taught(positions, quick_teacher(positions), variations=2, seed=5)
    before = {(int(own), int(opp)): held for own, opp, held in _rows(positions)}
    parents = np.stack([positions.own, positions.opp], axis=1)
    moves = batch.successors(parents, 6)
    images = batch.canonical(moves.positions, 6)
    sides: dict[tuple[int, int], set[bool]] = {}
    for (own, opp), parent in zip(images.tolist(), moves.parents, strict=True):
        sides.setdefault((own, opp), set()).add(bool(positions.held_out[parent]))
    new = [(own, opp, held) for own, opp, held in _rows(labelled) if (own, opp) not in before]
    assert 400 < len(new) <= 600
    assert all(held in sides[own, opp] for own, opp, held in new)
    assert (batch.legal_moves(np.stack([labelled.own, labelled.opp], axis=1), 6) != 0).all()
    counted = 36 - np.bitwise_count(labelled.own | labelled.opp)
    assert (labelled.empties == counted).all()


def _rows(positions: Positions) -> list[tuple[int, int, bool]]:
    columns = (positions.own.tolist(), positions.opp.tolist(), positions.held_out.tolist())
    return list(zip(*columns, strict=True))


def test_bad_plans_and_missing_positions_are_named() -> None:
    with pytest.raises(InputError, match="rate cannot be 0"):
        TeacherPlan(rate=0)
    with pytest.raises(InputError, match="width"):
        TeacherPlan(width=0)
    positions = strewn(4, 20)
    with pytest.raises(InputError, match="no positions"):
        train_teacher(replace(positions, held_out=np.ones(20, bool)), 4, "normal", QUICK)
