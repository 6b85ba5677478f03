"""Generations: games, weights, Multi-ProbCut and a match that decides, again and again.

A training lives in a folder. Every step leaves a file that is there whole or not at all, and a step
whose file is there is not done again: a training that is killed, wherever, goes on from there.

    training.json              what is trained, and in which setting
    generation-0/games/        its games
    generation-0/games.json    how many there are, once they are complete
    generation-0/fitted.obw    weights that fit them, and fit.json what the fit says
    generation-0/weights.obw   the same with Multi-ProbCut, and probcut.json what was measured
    generation-0/match.json    the games against the champion, as far as they are played
    generation-0/gate.json     whether it is the champion now
    final.json                 the match of the last champion against the hand-made evaluation
    history.json               all of that in short
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from obversi.board import Rules, checked_rules
from obversi.errors import ObversiError
from obversi.size import checked_size
from obversi.training.files import read_json, write_json
from obversi.training.fit import fit_weights
from obversi.training.games import GameData
from obversi.training.gate import Contest, ContestResult, engine_with, play_contest, read_contest
from obversi.training.generate import generate
from obversi.training.history import GenerationRecord, History
from obversi.training.phase_report import PhaseReport
from obversi.training.plan import Plan
from obversi.training.positions import Positions, read_positions
from obversi.training.probcut import with_probcut
from obversi.training.training_settings import GenerationSetting, TrainingSetting
from obversi.training.watch import Watch
from obversi.weights.weights_file import read_weights, write_weights

__all__ = ["HAND_MADE", "Generation", "Tools", "Training"]

#: The strongest of the evaluations by name, under each rule set, in a search that deepens.
HAND_MADE: Final = {"normal": "r4", "reversed": "r2-position"}

_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Tools:
    """What a training works with: cores, a device to fit on, perhaps a Dask cluster for games."""

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
        rules: str,
        setting: TrainingSetting,
        seed: int | None = None,
    ) -> "Training":
        """Begin a training, or go on with the one in the folder if it is the same.

        Without a seed it is that of the folder, or 0.
        """
        place = Path(folder)
        told = {
            "format": _FORMAT,
            "size": checked_size(size),
            "rules": checked_rules(rules),
            "setting": setting.to_object(),
        }
        path = place / "training.json"
        if not path.exists():
            if place.exists() and (not place.is_dir() or any(place.iterdir())):
                raise ObversiError(f"{place} has something else than a training: name another")
            place.mkdir(parents=True, exist_ok=True)
            write_json(path, {**told, "seed": seed or 0})
        found = read_json(path)
        kept = found.pop("seed", 0) if seed is None else seed
        wanted = told if seed is None else {**told, "seed": seed}
        if other := sorted(_differences(found, wanted)):
            raise ObversiError(
                f"the training in {place} was begun otherwise ({', '.join(other)}): "
                "ask for the same, or name another folder"
            )
        return cls(place, size, checked_rules(rules), setting, kept)

    @property
    def generations(self) -> "list[Generation]":
        """Its generations, done or not."""
        return [Generation(self, number) for number in range(len(self.setting.generations))]

    def champion(self, before: int | None = None) -> "Generation | None":
        """Return the last generation, before a given one, that has passed its gate."""
        passed = [generation for generation in self.generations[:before] if generation.is_champion]
        return passed[-1] if passed else None

    def run(self, tools: Tools, watch: Watch) -> History:
        """Do all steps that are not done yet."""
        for generation in self.generations:
            for step in (generation.play, generation.fit, generation.fit_search, generation.gate):
                step(tools, watch)
                write_json(self.folder / "history.json", self.history().to_object())
        self.play_final(tools, watch)
        history = self.history()
        write_json(self.folder / "history.json", history.to_object())
        return history

    def play_final(self, tools: Tools, watch: Watch) -> ContestResult:
        """Let the champion play the hand-made evaluation, both with the same time."""
        champion = self.champion()
        if champion is None:
            raise ObversiError(f"the training in {self.folder} has no champion yet")
        seconds = self.setting.final_seconds
        contest = Contest(
            a=engine_with(champion.weights_path, f"seconds={seconds}"),
            b=f"{HAND_MADE[self.rules]}:seconds={seconds}:q=1",
            size=self.size,
            rules=self.rules,
            pairs=self.setting.final_pairs,
            seed=self.seed,
            names=(f"generation {champion.number}", f"{HAND_MADE[self.rules]}:seconds={seconds}"),
        )
        watch.begin_match(2 * contest.pairs)
        result = play_contest(
            contest,
            kept=self.folder / "final.json",
            threads=tools.threads,
            on_progress=watch.stand,
        )
        watch.say(f"against the hand-made evaluation, {result.b}: {result}")
        return result

    def history(self) -> History:
        """Return what is done so far."""
        final = self.folder / "final.json"
        done = [generation for generation in self.generations if generation.is_done]
        return History(
            size=self.size,
            rules=self.rules,
            setting=self.setting.name,
            seed=self.seed,
            generations=tuple(generation.record() for generation in done),
            final=read_contest(final) if final.exists() else None,
        )


@dataclass(frozen=True)
class Generation:
    """One generation of a training, and its four steps."""

    training: Training
    number: int

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return self.training.folder / f"generation-{self.number}"

    @property
    def setting(self) -> GenerationSetting:
        """How it is made."""
        return self.training.setting.generations[self.number]

    @property
    def weights_path(self) -> Path:
        """Where its weights are, or will be."""
        return self.folder / "weights.obw"

    @property
    def is_done(self) -> bool:
        """Whether all its steps are done."""
        return (self.folder / "gate.json").exists()

    @property
    def is_champion(self) -> bool:
        """Whether it has replaced the one before."""
        return self.is_done and bool(read_json(self.folder / "gate.json")["replaces"])

    # The steps

    def play(self, tools: Tools, watch: Watch) -> None:
        """Play games with the champion's weights, or without any."""
        told = self.folder / "games.json"
        before = read_json(told) if told.exists() else {"seconds": 0.0, "complete": False}
        if before["complete"]:
            return
        training = self.training
        data = self._data()
        champion = training.champion(self.number)
        weights = None if champion is None else read_weights(champion.weights_path)
        watch.begin(f"generation {self.number}: games", 100)
        spent, games = float(before["seconds"]), 0
        left = self.setting.seconds - spent
        if left > 0:
            for progress in generate(
                data,
                weights,
                replace(self.setting.play, seed=training.seed + self.number),
                games=self.setting.most_games,
                seconds=left,
                threads=tools.threads,
                cluster=tools.cluster,
            ):
                games, now = progress.games, spent + progress.seconds
                share = max(now / self.setting.seconds, games / self.setting.most_games)
                watch.reach(min(int(100 * share), 100))
                write_json(told, {"seconds": now, "complete": False})
            spent = float(read_json(told)["seconds"])
        games = sum(shard.numbers for shard in data.shards())
        if games == 0:
            told.unlink(missing_ok=True)
            raise ObversiError(
                f"generation {self.number} has no games after {spent:.0f} s: give it more time"
            )
        write_json(told, {"seconds": spent, "complete": True, "games": games})
        watch.say(f"generation {self.number}: {games:,} games in {spent:.0f} s")

    def fit(self, tools: Tools, watch: Watch) -> None:
        """Fit weights to the games of this generation and of those before."""
        told = self.folder / "fit.json"
        if told.exists():
            return
        training, begin = self.training, time.monotonic()
        setting = training.setting
        positions = self._positions(tools, watch)
        plan = Plan(phases=setting.phases, device=tools.device)
        watch.begin(f"generation {self.number}: weights", setting.phases + plan.light_phases)
        done = 0

        def count(_report: object) -> None:
            nonlocal done
            done += 1
            watch.reach(done)

        fitted = fit_weights(
            positions, training.size, training.rules, plan, setting.patterns, count
        )
        about = f"obversi train, setting {setting.name}, generation {self.number}"
        write_weights(self.folder / "fitted.obw", replace(fitted.weights, about=about))
        write_json(
            told,
            {
                "positions": len(positions),
                "seconds": time.monotonic() - begin,
                "phases": [asdict(report) for report in fitted.reports],
            },
        )
        error, spread = self._errors()
        watch.say(
            f"generation {self.number}: {len(positions):,} positions, "
            f"{error:.2f} discs off on games held out, whose margins spread {spread:.2f}"
        )

    def fit_search(self, tools: Tools, watch: Watch) -> None:
        """Fit Multi-ProbCut to the weights, and write them with it."""
        if self.weights_path.exists():
            return
        plan = replace(self.training.setting.probcut, seed=self.training.seed)
        weights = read_weights(self.folder / "fitted.obw")
        positions = read_positions(
            [self._data()],
            threads=tools.threads,
            on_problem=lambda _problem: None,  # which was told when the weights were fitted
        )
        watch.begin(f"generation {self.number}: Multi-ProbCut", 100)
        begin = time.monotonic()

        def show(done: int, total: int) -> None:
            in_time = (time.monotonic() - begin) / plan.seconds if plan.seconds else 0.0
            watch.reach(int(100 * min(max(done / total, in_time), 1)))

        fitted = with_probcut(weights, positions, plan, threads=tools.threads, on_progress=show)
        write_json(self.folder / "probcut.json", fitted.to_object())
        write_weights(self.weights_path, fitted.weights)
        watch.say(
            f"generation {self.number}: Multi-ProbCut fitted to {fitted.positions:,} positions"
        )

    def gate(self, tools: Tools, watch: Watch) -> None:
        """Let it play the champion; it replaces him if the match says so."""
        told = self.folder / "gate.json"
        if told.exists():
            return
        training = self.training
        champion = training.champion(self.number)
        if champion is None:
            write_json(told, {"replaces": True, "against": None})
            return
        contest = Contest(
            a=engine_with(self.weights_path, training.setting.gate_limit),
            b=engine_with(champion.weights_path, training.setting.gate_limit),
            size=training.size,
            rules=training.rules,
            pairs=training.setting.gate_pairs,
            seed=training.seed + self.number,
            names=(f"generation {self.number}", f"generation {champion.number}"),
        )
        watch.begin_match(2 * contest.pairs)
        result = play_contest(
            contest,
            kept=self.folder / "match.json",
            threads=tools.threads,
            on_progress=watch.stand,
        )
        write_json(told, {"replaces": result.proves_a, "against": champion.number})
        outcome = "it is the champion now" if result.proves_a else "the champion stays"
        watch.say(
            f"generation {self.number} against generation {champion.number}: {result}; {outcome}"
        )

    # What came of them

    def phases(self) -> list[PhaseReport]:
        """Return what the fit says of each phase."""
        return [PhaseReport(**phase) for phase in read_json(self.folder / "fit.json")["phases"]]

    def record(self) -> GenerationRecord:
        """Return what is told of it when it is done."""
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
            match=read_contest(match) if match.exists() else None,
            replaces=self.is_champion,
        )

    def _data(self) -> GameData:
        return GameData.open_or_create(
            self.folder / "games", self.training.size, self.training.rules
        )

    def _positions(self, tools: Tools, watch: Watch) -> Positions:
        """Return what is learned: of old games, and of those without search, what is exact."""
        training = self.training
        whole: list[GameData] = []
        exact: list[GameData] = []
        for generation in training.generations[: self.number + 1]:
            is_new = generation.number > self.number - training.setting.window
            searched = generation.setting.play.depth > 0
            is_whole = generation.number == self.number or (is_new and searched)
            (whole if is_whole else exact).append(generation._data())
        watch.begin(f"generation {self.number}: positions", 100)
        positions = read_positions(
            whole,
            exact_only=exact,
            threads=tools.threads,
            on_problem=lambda problem: watch.say(f"left out: {problem}"),
            on_progress=lambda done, total: watch.reach(100 * done // max(total, 1)),
        )
        return positions.some(training.setting.most_positions, training.seed)

    def _errors(self) -> tuple[float, float]:
        """Return the mean error on positions held out, and the spread of their margins."""
        full = [report for report in self.phases() if report.evaluation == "full"]
        held_out = sum(report.held_out for report in full) or 1
        error = sum(report.held_out * report.held_out_error for report in full)
        spread = sum(report.held_out * report.spread for report in full)
        return error / held_out, spread / held_out


def _differences(found: Any, wanted: Any, name: str = "") -> Iterator[str]:
    """Name what two JSON objects do not have in common, and what the first has there."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in {*found, *wanted}:
            yield from _differences(found.get(key), wanted.get(key), key)
    elif found != wanted:
        yield name if isinstance(found, list) else f"{name} {found}"
