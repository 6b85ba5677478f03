"""Training in generations: games, weights, Multi-ProbCut, and a match against the champion.

A training is stored in a folder. Every step writes a file atomically, and a step whose file exists
is not repeated: a training that was killed at any time can be resumed.

    training.json              the game, the settings and the seed
    generation-0/games/        the games of self-play
    generation-0/games.json    their number, once they are complete
    generation-0/fitted.obw    weights fitted to them; fit.json has the errors of the fit
    generation-0/weights.obw   the same with Multi-ProbCut; probcut.json has the measurements
    generation-0/match.json    the games against the champion that have been played
    generation-0/gate.json     whether it is the new champion
    final.json                 the match of the last champion against the hand-made evaluation
    history.json               a summary
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from obversi.arguments import chosen_seed
from obversi.errors import InputError
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size
from obversi.training.data_generation import generate
from obversi.training.files import read_json, write_json
from obversi.training.fit import fit_weights
from obversi.training.game_files import GameData
from obversi.training.gate import (
    GateMatch,
    GateResult,
    engine_with,
    play_gate_match,
    read_gate_match,
)
from obversi.training.history import GenerationRecord, TrainingHistory
from obversi.training.phases import FitPlan, PhaseReport
from obversi.training.positions import Positions, read_positions
from obversi.training.probcut import with_probcut
from obversi.training.teacher import TeacherPlan, taught, train_teacher
from obversi.training.torch_extra import chosen_device
from obversi.training.training_settings import GenerationSetting, TrainingSetting
from obversi.weights import read_weights, write_weights

# How a network is fitted: close games count most.
_NETWORK = FitPlan(method="network", close=10.0, close_empties=0)
# Of TD(lambda), for a network: docs/strength.md has what was tried.
_NETWORK_LAMBDA = 0.8
# Positions that a teacher labels for each of the games.
_VARIATIONS = 3


class TrainingProgress:
    """Callbacks for the progress of a training, which do nothing unless they are overridden."""

    def begin(self, step: str, total: int) -> None:
        """Handle the beginning of a step, which is done when `reach` gets the total."""

    def reach(self, done: int) -> None:
        """Handle the progress of the step."""

    def begin_match(self, games: int) -> None:
        """Handle the beginning of a match with this number of games."""

    def stand(self, wins: int, draws: int, losses: int) -> None:
        """Handle the intermediate result of the match for the first agent."""

    def say(self, text: str) -> None:
        """Handle the result of a step."""


#: The strongest named evaluation for each rule set, with iterative deepening.
HAND_MADE = {"normal": "r4", "reversed": "r2-position"}

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Tools:
    """The resources of a training: threads, a device for the fit, perhaps a cluster for games."""

    threads: int | None = None
    device: str = "auto"
    cluster: str | None = None


@dataclass(frozen=True)
class Training:
    """A training in a folder."""

    folder: Path
    size: int
    rules: Rules
    setting: TrainingSetting
    seed: int

    @classmethod
    def open(
        cls,
        folder: str | Path,
        size: int,
        rules: Rules,
        setting: TrainingSetting,
        seed: int | None = None,
    ) -> "Training":
        """Begin a training, or resume the one in the folder if it has the same settings.

        The default of the seed is that of the folder, or a random one.
        """
        place = Path(folder)
        settings = {
            "format": _FORMAT,
            "size": checked_size(size),
            "rules": checked_rules(rules),
            "setting": setting.to_object(),
        }
        path = place / "training.json"
        if not path.exists():
            if place.exists() and (not place.is_dir() or any(place.iterdir())):
                raise InputError(f"{place} is not the folder of a training: name another")
            place.mkdir(parents=True, exist_ok=True)
            write_json(path, {**settings, "seed": chosen_seed(seed)})
        stored = read_json(path)
        stored.setdefault("seed", 0)
        seed = int(stored["seed"]) if seed is None else seed
        if other := sorted(_differences(stored, settings | {"seed": seed})):
            raise InputError(
                f"the training in {place} has other settings ({', '.join(other)}): "
                "use the same, or name another folder"
            )
        return cls(place, size, checked_rules(rules), setting, seed)

    @property
    def generations(self) -> "list[Generation]":
        """All its generations, finished or not."""
        return [Generation(self, number) for number in range(len(self.setting.generations))]

    def champion(self, before: int | None = None) -> "Generation | None":
        """Return the last generation, before a given one, that has won its match."""
        passed = [generation for generation in self.generations[:before] if generation.is_champion]
        return passed[-1] if passed else None

    def run(self, tools: Tools, progress: TrainingProgress) -> TrainingHistory:
        """Run all steps that are not done yet."""
        for generation in self.generations:
            for step in (generation.play, generation.fit, generation.fit_search, generation.gate):
                step(tools, progress)
                write_json(self.folder / "history.json", self.history().to_object())
        self.play_final(tools, progress)
        history = self.history()
        write_json(self.folder / "history.json", history.to_object())
        return history

    def play_final(self, tools: Tools, progress: TrainingProgress) -> GateResult:
        """Play the champion against the hand-made evaluation, both with the same time."""
        champion = self.champion()
        if champion is None:
            raise InputError(f"the training in {self.folder} has no champion yet")
        seconds = self.setting.final_seconds
        match = GateMatch(
            a=engine_with(champion.weights_path, f"seconds={seconds}"),
            b=f"{HAND_MADE[self.rules]}:seconds={seconds}:q=1",
            size=self.size,
            rules=self.rules,
            pairs=self.setting.final_pairs,
            seed=self.seed,
            names=(f"generation {champion.number}", f"{HAND_MADE[self.rules]}:seconds={seconds}"),
        )
        result = _play(match, self.folder / "final.json", tools, progress)
        progress.say(f"against the hand-made evaluation, {result.b}: {result}")
        return result

    def history(self) -> TrainingHistory:
        """Return the finished generations and the final match."""
        final = self.folder / "final.json"
        done = [generation for generation in self.generations if generation.is_done]
        return TrainingHistory(
            size=self.size,
            rules=self.rules,
            setting=self.setting.name,
            seed=self.seed,
            generations=tuple(generation.record() for generation in done),
            final=read_gate_match(final) if final.exists() else None,
        )


@dataclass(frozen=True)
class Generation:
    """One generation of a training with its four steps: play, fit, fit the search, gate."""

    training: Training
    number: int

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.training.folder / f"generation-{self.number}"

    @property
    def setting(self) -> GenerationSetting:
        """Its settings."""
        return self.training.setting.generations[self.number]

    @property
    def weights_path(self) -> Path:
        """The path of its weights, which may not exist yet."""
        return self.folder / "weights.obw"

    @property
    def is_done(self) -> bool:
        """Whether all its steps are done."""
        return (self.folder / "gate.json").exists()

    @property
    def is_champion(self) -> bool:
        """Whether it has replaced the champion before it."""
        return self.is_done and bool(read_json(self.folder / "gate.json")["replaces"])

    # Steps

    def play(self, tools: Tools, progress: TrainingProgress) -> None:
        """Play games with the weights of the champion, or without weights."""
        path = self.folder / "games.json"
        before = read_json(path) if path.exists() else {"seconds": 0.0, "complete": False}
        if before["complete"]:
            return
        training = self.training
        data = self._data()
        champion = training.champion(self.number)
        weights = None if champion is None else read_weights(champion.weights_path)
        progress.begin(f"generation {self.number}: games", 100)
        spent = float(before["seconds"])
        left = self.setting.seconds - spent
        if left > 0:
            for state in generate(
                data,
                weights,
                replace(self.setting.play, seed=training.seed + self.number),
                games=self.setting.most_games,
                seconds=left,
                threads=tools.threads,
                cluster=tools.cluster,
            ):
                now = spent + state.seconds
                share = max(now / self.setting.seconds, state.games / self.setting.most_games)
                progress.reach(min(int(100 * share), 100))
                write_json(path, {"seconds": now, "complete": False})
            spent = float(read_json(path)["seconds"])
        games = sum(shard.numbers for shard in data.shards())
        if games == 0:
            path.unlink(missing_ok=True)
            raise InputError(
                f"generation {self.number} has no games after {spent:.0f} s: give it more time"
            )
        write_json(path, {"seconds": spent, "complete": True, "games": games})
        progress.say(f"generation {self.number}: {games:,} games in {spent:.0f} s")

    def fit(self, tools: Tools, progress: TrainingProgress) -> None:
        """Fit weights to the games of this generation and of earlier ones."""
        path = self.folder / "fit.json"
        if path.exists():
            return
        training, begin = self.training, time.monotonic()
        setting = training.setting
        is_network = setting.network and self.number == len(setting.generations) - 1
        positions = self._positions(tools, progress, _NETWORK_LAMBDA if is_network else 1.0)
        plan = FitPlan(phases=setting.phases, device=tools.device)
        if is_network:
            # In the reversed game a teacher is no better than tables of patterns.
            if training.rules == "normal" and chosen_device(tools.device) != "cpu":
                positions = self._taught(positions, tools, progress)
            plan = replace(_NETWORK, device=tools.device)
            progress.begin(f"generation {self.number}: network", 100)
        else:
            phases = setting.phases + plan.light_phases
            progress.begin(f"generation {self.number}: weights", phases)
        done = count(1)
        fitted = fit_weights(
            *(positions, training.size, training.rules, plan, setting.patterns),
            progress=lambda _report: progress.reach(next(done)),
            on_training=_percent(progress),
        )
        about = f"obversi train, setting {setting.name}, generation {self.number}"
        write_weights(self.folder / "fitted.obw", replace(fitted.weights, about=about))
        write_json(
            path,
            {
                "positions": len(positions),
                "seconds": time.monotonic() - begin,
                "phases": [asdict(report) for report in fitted.reports],
            },
        )
        error, spread = self._errors()
        progress.say(
            f"generation {self.number}: {len(positions):,} positions, "
            f"mean error {error:.2f} discs on held-out games, whose margins deviate by {spread:.2f}"
        )

    def fit_search(self, tools: Tools, progress: TrainingProgress) -> None:
        """Fit Multi-ProbCut to the weights, and write both."""
        if self.weights_path.exists():
            return
        plan = replace(self.training.setting.probcut, seed=self.training.seed)
        weights = read_weights(self.folder / "fitted.obw")
        positions = read_positions(
            [self._data()],
            threads=tools.threads,
            on_problem=lambda _problem: None,  # reported when the weights were fitted
        )
        progress.begin(f"generation {self.number}: Multi-ProbCut", 100)
        begin = time.monotonic()

        def show(done: int, total: int) -> None:
            in_time = (time.monotonic() - begin) / plan.seconds if plan.seconds else 0.0
            progress.reach(int(100 * min(max(done / total, in_time), 1)))

        fitted = with_probcut(weights, positions, plan, threads=tools.threads, on_progress=show)
        write_json(self.folder / "probcut.json", fitted.to_object())
        write_weights(self.weights_path, fitted.weights)
        progress.say(
            f"generation {self.number}: Multi-ProbCut fitted to {fitted.positions:,} positions"
        )

    def gate(self, tools: Tools, progress: TrainingProgress) -> None:
        """Play against the champion, and replace it if the match is won significantly."""
        path = self.folder / "gate.json"
        if path.exists():
            return
        training = self.training
        champion = training.champion(self.number)
        if champion is None:
            write_json(path, {"replaces": True, "against": None})
            return
        match = GateMatch(
            a=engine_with(self.weights_path, training.setting.gate_limit),
            b=engine_with(champion.weights_path, training.setting.gate_limit),
            size=training.size,
            rules=training.rules,
            pairs=training.setting.gate_pairs,
            seed=training.seed + self.number,
            names=(f"generation {self.number}", f"generation {champion.number}"),
        )
        result = _play(match, self.folder / "match.json", tools, progress)
        write_json(path, {"replaces": result.proves_a, "against": champion.number})
        outcome = "the new champion" if result.proves_a else "not the new champion"
        progress.say(
            f"generation {self.number} against generation {champion.number}: {result}; {outcome}"
        )

    # Results

    def phases(self) -> list[PhaseReport]:
        """Return the errors of the fit by phase."""
        return [PhaseReport(**phase) for phase in read_json(self.folder / "fit.json")["phases"]]

    def record(self) -> GenerationRecord:
        """Return its line of the history."""
        error, spread = self._errors()
        match = self.folder / "match.json"
        return GenerationRecord(
            number=self.number,
            depth=self.setting.play.depth,
            solve=self.setting.play.solve,
            games=int(read_json(self.folder / "games.json")["games"]),
            positions=int(read_json(self.folder / "fit.json")["positions"]),
            held_out_error=error,
            spread=spread,
            match=read_gate_match(match) if match.exists() else None,
            replaces=self.is_champion,
        )

    def _data(self) -> GameData:
        return GameData.open_or_create(
            self.folder / "games", self.training.size, self.training.rules
        )

    def _positions(self, tools: Tools, progress: TrainingProgress, td_lambda: float) -> Positions:
        """Return the positions to learn; old or unsearched games give only exact ones."""
        training = self.training
        whole: list[GameData] = []
        exact: list[GameData] = []
        for generation in training.generations[: self.number + 1]:
            is_new = generation.number > self.number - training.setting.window
            searched = generation.setting.play.depth > 0
            is_whole = generation.number == self.number or (is_new and searched)
            (whole if is_whole else exact).append(generation._data())
        progress.begin(f"generation {self.number}: positions", 100)
        positions = read_positions(
            whole,
            exact_only=exact,
            td_lambda=td_lambda,
            threads=tools.threads,
            on_problem=lambda problem: progress.say(f"left out: {problem}"),
            on_progress=_percent(progress),
        )
        return positions.some(training.setting.most_positions, training.seed)

    def _taught(self, positions: Positions, tools: Tools, progress: TrainingProgress) -> Positions:
        """Let a large network label positions, and the positions after random moves from them."""
        training = self.training
        plan = TeacherPlan(seed=training.seed, device=tools.device)
        progress.begin(f"generation {self.number}: teacher", 100)
        teacher, _ = train_teacher(
            *(positions, training.size, training.rules, plan), on_progress=_percent(progress)
        )
        progress.begin(f"generation {self.number}: labels", 100)
        return taught(positions, teacher, _VARIATIONS, on_progress=_percent(progress))

    def _errors(self) -> tuple[float, float]:
        """Return the mean error on positions held out, and the spread of their margins."""
        full = [report for report in self.phases() if report.evaluation == "full"]
        held_out = sum(report.held_out for report in full) or 1
        error = sum(report.held_out * report.held_out_error for report in full)
        spread = sum(report.held_out * report.spread for report in full)
        return error / held_out, spread / held_out


def _percent(progress: TrainingProgress) -> Callable[[int, int], None]:
    return lambda done, total: progress.reach(100 * done // max(total, 1))


def _play(match: GateMatch, path: Path, tools: Tools, progress: TrainingProgress) -> GateResult:
    progress.begin_match(2 * match.pairs)
    return play_gate_match(match, path=path, threads=tools.threads, on_progress=progress.stand)


def _differences(stored: Any, settings: Any, name: str = "") -> Iterator[str]:
    """Yield the names in which two JSON objects differ, with the values of the first."""
    if isinstance(stored, dict) and isinstance(settings, dict):
        for key in {*stored, *settings}:
            yield from _differences(stored.get(key), settings.get(key), key)
    elif stored != settings:
        yield name if isinstance(stored, list) else f"{name} {stored}"
