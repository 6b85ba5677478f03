"""A large network that learns margins from games, and labels positions for a fit.

Tables of patterns have many weights, and games give few positions for each of them. A residual
network learns more from the same games, but it is too slow for a search. So it labels positions:
those of the games, and others that are a random move away.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.arguments import chosen_seed, seed_bits, whole_number
from obversi.errors import FormatError, InputError
from obversi.rules import Rules
from obversi.training.files import file_errors, replace_file
from obversi.training.positions import EXACT, SEARCHED, Positions
from obversi.training.torch_extra import Tensor, chosen_device, torch_module

_FORMAT = 1
# The network's output is in units of this number of discs.
_DISCS = 16.0
# Own discs, the opponent's discs, own moves, the opponent's moves.
_PLANES = 4
_SYMMETRIES = 8
_DECAY = 1e-4
# The share of the training in which the learning rate increases.
_WARM_UP = 0.05
# Positions that are labelled at once, and successors that are listed at once.
_AT_ONCE = 1 << 14
_PARENTS_AT_ONCE = 1 << 19

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class TeacherPlan:
    """The network's width and number of residual blocks, and how it is trained."""

    width: int = 96
    blocks: int = 6
    epochs: int = 4
    batch: int = 4096
    rate: float = 2e-3
    seed: int | None = 1
    device: str = "auto"

    def __post_init__(self) -> None:
        """Check the values."""
        for name in ("width", "blocks", "epochs", "batch"):
            whole_number(getattr(self, name), name, 1)
        if not self.rate > 0:
            raise InputError(f"rate cannot be {self.rate}: expected more than 0")


class Teacher:
    """A trained network for one game."""

    def __init__(self, size: int, rules: Rules, plan: TeacherPlan, network: Any) -> None:
        """Move the network to the device of the plan."""
        self.size = size
        self.rules = rules
        self._plan = plan
        self._device = chosen_device(plan.device)
        self._network = network.to(self._device).eval()

    def margins(
        self, own: NDArray[np.uint64], opp: NDArray[np.uint64], on_progress: Progress | None = None
    ) -> NDArray[np.float32]:
        """Return the expected margin of the mover in each position."""
        torch = torch_module()
        margins = np.empty(len(own), np.float32)
        with torch.inference_mode(), _reduced_precision(self._device):
            for first in range(0, len(own), _AT_ONCE):
                rows = slice(first, first + _AT_ONCE)
                words = _words(own[rows], opp[rows], self.size).to(self._device)
                values = self._network(_planes(words, self.size)).float() * _DISCS
                margins[rows] = values.squeeze(1).cpu().numpy()
                if on_progress is not None:
                    on_progress(min(rows.stop, len(own)), len(own))
        most = self.size**2
        return margins.clip(-most, most)

    def write(self, path: Path) -> None:
        """Store the network in a file."""
        content = io.BytesIO()
        half = {
            name: value.half() if value.is_floating_point() else value
            for name, value in self._network.state_dict().items()
        }
        description = {"obversi-teacher": _FORMAT, "size": self.size, "rules": self.rules}
        torch_module().save(description | {"plan": asdict(self._plan), "state": half}, content)
        replace_file(path, content.getvalue())

    @classmethod
    def read(cls, path: Path, device: str = "auto") -> "Teacher":
        """Read a network from a file."""
        torch = torch_module()
        with file_errors(path, "read"), path.open("rb") as file:
            try:
                stored = torch.load(file, map_location="cpu", weights_only=True)
                version = stored["obversi-teacher"]
                if version == _FORMAT:
                    known = {column.name for column in fields(TeacherPlan)}
                    kept = {name: stored["plan"][name] for name in known & set(stored["plan"])}
                    plan = TeacherPlan(**kept)
                    network = _network(stored["size"], plan)
                    network.load_state_dict(stored["state"])
                    size, rules = stored["size"], stored["rules"]
            except OSError:
                raise
            except Exception as error:  # PyTorch raises many kinds
                raise FormatError("this is not a network for labels", str(path)) from error
        if version != _FORMAT:
            words = f"the network has format {version}, this program reads {_FORMAT}"
            raise FormatError(words, str(path))
        return cls(size, rules, replace(plan, device=device), network)


def train_teacher(
    positions: Positions,
    size: int,
    rules: Rules,
    plan: TeacherPlan | None = None,
    on_progress: Progress | None = None,
) -> tuple[Teacher, float]:
    """Train a network on all positions that are not held out.

    Return it with the mean square error on those that are, or NaN if there are none. `on_progress`
    is called with the number of batches that are done, and of all.
    """
    plan = plan or TeacherPlan()
    torch = torch_module()
    device = chosen_device(plan.device)
    fitted = positions[~positions.held_out]
    if not len(fitted):
        raise InputError("there are no positions that a network could learn")
    words = _words(fitted.own, fitted.opp, size).to(device)
    goals = torch.from_numpy(fitted.margin / np.float32(_DISCS)).to(device)
    with torch.random.fork_rng(devices=[device] if device != "cpu" else []):
        torch.manual_seed(chosen_seed(plan.seed))
        network = _network(size, plan).to(device).train()
        steps = plan.epochs * -(-len(fitted) // plan.batch)
        adam = torch.optim.AdamW(network.parameters(), plan.rate, weight_decay=_DECAY)
        rates = torch.optim.lr_scheduler.OneCycleLR(
            adam, plan.rate, total_steps=steps + 1, pct_start=_WARM_UP
        )
        for done, rows in enumerate(_batches(len(fitted), plan, device)):
            with _reduced_precision(device):
                planes = _turned(_planes(words[rows], size), int(torch.randint(_SYMMETRIES, ())))
                values = network(planes).squeeze(1)
            loss = ((values.float() - goals[rows]) ** 2).mean()
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            rates.step()
            if on_progress is not None:
                on_progress(done + 1, steps)
    teacher = Teacher(size, rules, plan, network)
    tested = positions[positions.held_out]
    errors = teacher.margins(tested.own, tested.opp) - tested.margin
    return teacher, float((errors.astype(np.float64) ** 2).mean()) if len(tested) else float("nan")


def taught(
    positions: Positions,
    teacher: Teacher,
    variations: int = 0,
    seed: int | None = 0,
    on_progress: Progress | None = None,
) -> Positions:
    """Label all positions without exact margins, and add `variations` of each of them.

    A variation is the position after a random move.
    """
    random = np.random.default_rng(seed_bits(seed))
    inexact = positions[positions.source != EXACT]
    unlabelled = _joined([inexact, *_varied(inexact, teacher.size, variations, random)])
    labelled = replace(
        unlabelled,
        margin=teacher.margins(unlabelled.own, unlabelled.opp, on_progress),
        source=np.full(len(unlabelled), SEARCHED, np.uint8),
    )
    whole = _joined([positions[positions.source == EXACT], labelled])
    return whole[np.argsort(whole.empties, kind="stable")]


def _varied(
    positions: Positions, size: int, variations: int, random: np.random.Generator
) -> Iterator[Positions]:
    """Yield positions after random moves of each, without positions that have no move."""
    for first in range(0, len(positions) if variations else 0, _PARENTS_AT_ONCE):
        rows = positions[first : first + _PARENTS_AT_ONCE]
        moves = batch.successors(np.stack([rows.own, rows.opp], axis=1), size)
        counts = np.bincount(moves.parents, minlength=len(rows))
        begins = np.cumsum(counts) - counts
        chances = random.random((variations, len(rows)))
        picked = (begins + (chances * counts).astype(np.int64))[:, counts > 0].ravel()
        after = moves.positions[picked]
        kept = batch.legal_moves(after, size) != 0
        parents = rows[moves.parents[picked][kept]]
        images = batch.canonical(after[kept], size)
        yield replace(
            parents,
            own=images[:, 0].copy(),
            opp=images[:, 1].copy(),
            empties=parents.empties - np.uint8(1),
        )


def _joined(parts: list[Positions]) -> Positions:
    return Positions(
        *(
            np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Positions)
        )
    )


def _network(size: int, plan: TeacherPlan) -> Any:
    nn = torch_module().nn

    def normalised(planes: int) -> list[Any]:
        convolution = nn.Conv2d(planes, plan.width, 3, padding=1, bias=False)
        return [convolution, nn.BatchNorm2d(plan.width)]

    class Residual(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.layers = nn.Sequential(
                *normalised(plan.width), nn.ReLU(inplace=True), *normalised(plan.width)
            )

        def forward(self, planes: Tensor) -> Tensor:
            return (planes + self.layers(planes)).relu_()

    reduced, hidden = 16, 128
    layers = [
        *normalised(_PLANES),
        nn.ReLU(inplace=True),
        *(Residual() for _ in range(plan.blocks)),
        nn.Conv2d(plan.width, reduced, 1),
        nn.ReLU(inplace=True),
        nn.Flatten(),
        nn.Linear(reduced * size**2, hidden),
        nn.ReLU(inplace=True),
        nn.Linear(hidden, 1),
    ]
    return nn.Sequential(*layers).to(memory_format=torch_module().channels_last)


def _words(own: NDArray[np.uint64], opp: NDArray[np.uint64], size: int) -> Tensor:
    """Return the planes as sets of squares, a row for each position."""
    positions = np.stack([own, opp], axis=1)
    moves = batch.legal_moves(positions, size)
    replies = batch.legal_moves(positions[:, ::-1], size)
    words = np.stack([own, opp, moves, replies], axis=1)
    return torch_module().from_numpy(words.view(np.int64))


def _planes(words: Tensor, size: int) -> Tensor:
    torch = torch_module()
    squares = torch.arange(64, device=words.device)
    bits = (words.unsqueeze(2) >> squares & 1).view(-1, _PLANES, 8, 8)[:, :, :size, :size]
    # The layout in which convolutions are fastest.
    return bits.float().contiguous(memory_format=torch.channels_last)


def _turned(planes: Tensor, symmetry: int) -> Tensor:
    turned = planes.rot90(symmetry % 4, (2, 3))
    return turned.flip(3) if symmetry >= 4 else turned


def _batches(rows: int, plan: TeacherPlan, device: str) -> Iterator[Tensor]:
    torch = torch_module()
    for _ in range(plan.epochs):
        yield from torch.randperm(rows, device=device).split(plan.batch)


def _reduced_precision(device: str) -> Any:
    torch = torch_module()
    return torch.autocast(torch.device(device).type, dtype=torch.bfloat16, enabled=device != "cpu")
