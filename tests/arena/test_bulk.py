import math
import os
import signal
import threading
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import obversi as ob
from obversi import _core
from obversi.agents import make_agent
from obversi.agents.core_agents import SearchAgent
from obversi.arena import random_openings
from obversi.arena.bulk import BulkGames, BulkInterrupted, play_bulk
from obversi.arena.openings import Openings
from obversi.arena.statistics.elo import elo_from_score, pentanomial, score_interval
from obversi.heuristics import evaluation
from obversi.rules import RULES, Rules

ARRAYS = ("numbers", "margins", "plies", "discs", "corners", "nodes")
SUMS = (
    *("positions", "passes", "moves", "choices", "nodes", "decided"),
    *("winner_corners", "loser_corners", "winner_stable", "loser_stable"),
)


def same(one: BulkGames, other: BulkGames) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS) and all(
        np.array_equal(getattr(one.rounds, name), getattr(other.rounds, name)) for name in SUMS
    )


def core_seeds(seed: int, game: int) -> tuple[int, int]:
    """The seeds of A and B, by the random numbers of the core written once more."""
    word, step = (1 << 64) - 1, 0x9E3779B97F4A7C15

    def mixed(value: int) -> int:
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & word
        value = (value ^ value >> 27) * 0x94D049BB133111EB & word
        return value ^ value >> 31

    state = mixed(mixed(seed + step & word) + game & word)
    return mixed(state + step & word), mixed(state + 2 * step & word)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_games_are_those_of_boards_and_players(size: int, rules: Rules) -> None:
    openings = random_openings(3, size=size, rules=rules, plies=3, seed=1)
    played = play_bulk("greedy", "random", 20, size=size, rules=rules, openings=openings, seed=5)
    assert len(played) == played.planned == 20
    breadth: dict[int, list[int]] = {}
    reached = {"won": [], "lost": []}  # type: dict[str, list[tuple[int, int]]]
    for number in range(20):
        board = openings.boards[number // 2 % len(openings.boards)].copy()
        a_color = ob.BLACK if number % 2 == 0 else ob.WHITE
        players = {
            color: (make_agent(name).core_player(size, rules))  # type: ignore[attr-defined]
            for color, name in ((a_color, "greedy"), (-a_color, "random"))
        }
        for color, seed in zip((a_color, -a_color), core_seeds(5, number), strict=True):
            players[color].begin(seed)
        nodes = {ob.BLACK: 0, ob.WHITE: 0}
        start = board.ply
        corners = []
        while True:
            discs = size * size - len(board.empty)
            corners.append((discs, {color: corner_count(board, color) for color in nodes}))
            if board.is_over:
                break
            breadth.setdefault(discs, []).append(0 if board.must_pass else len(board.legal_moves))
            if board.must_pass:
                board.push(ob.PASS)
                continue
            move, looked_at = players[board.turn].choose(*board.bits)
            nodes[board.turn] += looked_at
            board.push(ob.Move.from_index(move))
        assert played.a_colors[number] == a_color
        assert played.margins[number] == board.margin(a_color)
        assert played.plies[number] == board.ply - start
        assert played.discs[number] == size * size - len(board.empty)
        assert played.nodes[number].tolist() == [nodes[a_color], nodes[-a_color]]
        assert played.corners[number].tolist() == [
            corner_count(board, a_color),
            corner_count(board, -a_color),
        ]
        if margin := board.margin(a_color):
            winner = a_color if margin > 0 else -a_color
            for discs, counts in dict(corners).items():
                reached["won"].append((discs, counts[winner]))
                reached["lost"].append((discs, counts[-winner]))
    rounds = played.rounds
    for discs in range(65):
        if discs in breadth:
            assert rounds.breadth[discs] == pytest.approx(fmean(breadth[discs]))
            assert rounds.positions[discs] == len(breadth[discs])
        else:
            assert math.isnan(rounds.breadth[discs])
        for fate, means in (
            ("won", rounds.mean_winner_corners),
            ("lost", rounds.mean_loser_corners),
        ):
            there = [count for at, count in reached[fate] if at == discs]
            assert rounds.decided[discs] == len(there)
            if there:
                assert means[discs] == pytest.approx(fmean(there))


def corner_count(board: ob.Board, color: int) -> int:
    last = board.size - 1
    cells = board.to_array()
    return sum(cells[row, column] == color for row in (0, last) for column in (0, last))


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "agent", ["greedy", "r4:depth=2", "mcts:playouts=10", "engine:depth=2", "random:perfect=6"]
)
def test_threads_change_nothing(agent: str, rules: Rules) -> None:
    one, *others = (
        play_bulk(agent, "greedy", 30, size=6, rules=rules, seed=3, threads=threads)
        for threads in (1, 2, 5)
    )
    assert all(same(one, other) for other in others)
    assert not same(one, play_bulk(agent, "greedy", 30, size=6, rules=rules, seed=4))


def test_pairs_share_an_opening_and_the_numbers_follow() -> None:
    played = play_bulk("greedy", "random", 399, seed=2)
    assert len(played) == played.planned == 400
    assert played.a_colors.tolist() == [ob.BLACK, ob.WHITE] * 200
    points = (np.sign(played.margins) + 1) / 2
    assert (played.wins, played.draws, played.losses) == tuple(
        int((points == value).sum()) for value in (1, 0.5, 0)
    )
    assert played.score == pytest.approx(points.mean())
    tally = played.tally()
    assert (tally.wins, tally.draws, tally.losses) == (played.wins, played.draws, played.losses)
    assert tally.margin == pytest.approx(played.margins.mean())
    black, white = played.tally(ob.BLACK), played.tally(ob.WHITE)
    assert black.games == white.games == 200
    assert black.margins == played.margins[::2].sum()
    strength = played.strength()
    assert strength is not None
    assert strength.pairs == pentanomial(points.reshape(-1, 2).sum(axis=1).tolist())
    low, high = score_interval(strength.pairs)
    assert (strength.elo_low, strength.elo_high) == (elo_from_score(low), elo_from_score(high))
    assert strength.elo == pytest.approx(elo_from_score(points.mean()))
    means = played.margins.reshape(-1, 2).mean(axis=1)
    error = 1.96 * means.std(ddof=1) * ((1 + 2.5 / 200) / 200) ** 0.5
    assert strength.margin_error == pytest.approx(error, rel=1e-3)


def test_random_games_have_the_breadth_that_the_second_report_found() -> None:
    """R2, 4.1.1: some 8.95 moves over rounds 4 to 63, and 11.08 over rounds 25 to 52."""
    start = random_openings(1, rules="reversed", plies=0)
    played = play_bulk("random", "random", 4000, rules="reversed", openings=start, seed=1)
    breadth = played.rounds.breadth
    assert breadth[4:64].mean() == pytest.approx(8.9495, abs=0.5)
    assert breadth[25:53].mean() == pytest.approx(11.0839, abs=0.5)
    assert (played.rounds.decided[4:13] == played.rounds.decided[4]).all()


def test_a_failing_evaluation_loses_its_games_and_no_others() -> None:
    def fails_late(board: ob.Board) -> float:
        if len(board.empty) < 6:
            raise RuntimeError("no idea")
        return float(len(board.legal_moves))

    agent = SearchAgent(evaluation(fails_late), depth=1)
    played = play_bulk(agent, "random", 20, size=4, seed=1, threads=2)
    assert {failure.agent for failure in played.failures} == {"a"}
    assert all("RuntimeError: no idea" in failure.reason for failure in played.failures)
    failed = [failure.game for failure in played.failures]
    assert failed == sorted(set(failed))
    assert len(failed) > 10
    assert (played.margins[failed] == -16).all()
    assert len(played) == 20
    whole = np.delete(np.arange(20), failed)
    assert played.rounds.decided.max() == np.count_nonzero(played.margins[whole])


def test_agent_without_a_core_player_is_rejected() -> None:
    class Nameless:
        def choose(self, board: ob.Board) -> ob.Move:
            return board.legal_moves[0]

    class Outside(Nameless):
        name = "outside"

    agents: dict[str, Any] = {"outside": Outside(), "Nameless": Nameless()}
    for name, agent in agents.items():
        with pytest.raises(ob.ObversiError, match=f"'{name}' cannot .* `obversi match` can play"):
            play_bulk("greedy", agent, 2)


def test_agent_with_a_core_player_can_play() -> None:
    class Own:
        name = "own"

        def __init__(self, size: int = 6) -> None:
            self.size = size

        def core_player(self, _size: int, rules: Rules) -> _core.Player:
            return _core.GreedyPlayer(self.size, rules == "reversed")

    played = play_bulk(Own(), "greedy", 10, size=6)
    assert (played.a, played.b) == ("own", "greedy")
    assert same(played, play_bulk("greedy", "greedy", 10, size=6))
    with pytest.raises(ob.ObversiError, match="'own' made a player of another game"):
        play_bulk(Own(8), "greedy", 10, size=6)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"games": 0}, "the number of games cannot be 0"),
        ({"threads": 0}, "the number of threads cannot be 0"),
        ({"seed": "x"}, "the seed cannot be 'x'"),
        ({"seconds": 0.0}, "a move cannot take 0.0 s"),
        ({"rules": "misere"}, "misere"),
        ({"size": 5}, "5"),
        ({"openings": random_openings(1, size=6)}, "these openings are normal 6×6"),
        ({"openings": []}, "is no list of openings: expected an Openings"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(ob.ObversiError, match=complaint):
        play_bulk("greedy", "random", **settings)  # type: ignore[arg-type]


def test_progress_is_reported_and_may_end_the_games() -> None:
    reported: list[tuple[int, int, int]] = []

    class EnoughError(Exception):
        pass

    def on_progress(wins: int, draws: int, losses: int) -> None:
        reported.append((wins, draws, losses))
        if len(reported) == 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        play_bulk("engine:seconds=0.01", "random", 1000, on_progress=on_progress)
    assert [sum(counts) for counts in reported] == sorted(sum(counts) for counts in reported)


def test_ctrl_c_keeps_finished_games() -> None:
    def interrupt(wins: int, draws: int, losses: int) -> None:
        if wins + draws + losses >= 3:
            os.kill(os.getpid(), signal.SIGINT)

    before = threading.active_count()
    openings = Openings((ob.Board(4),), "the start")
    with pytest.raises(BulkInterrupted) as caught:
        play_bulk(
            *("mcts:playouts=3000", "random", 10_000),
            size=4,
            openings=openings,
            threads=2,
            on_progress=interrupt,
        )
    played = caught.value.played
    assert isinstance(caught.value, KeyboardInterrupt)
    assert 3 <= len(played) < played.planned == 10_000
    assert (np.diff(played.numbers) > 0).all()
    decided = np.count_nonzero(played.margins)
    assert played.rounds.decided[4] == decided
    strength = played.strength()
    assert strength is not None
    assert 2 * sum(strength.pairs) <= len(played)
    assert threading.active_count() == before


def test_without_a_whole_pair_there_is_no_strength() -> None:
    played = play_bulk("greedy", "random", 2)
    assert played.strength() is not None
    single = BulkGames(**{**vars(played), "numbers": np.array([3]), "margins": np.array([2])})
    assert single.strength() is None
    nothing = np.array([], np.int64)
    empty = BulkGames(**{**vars(played), "numbers": nothing, "margins": nothing})
    assert empty.strength() is None
    assert empty.score is None


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_solved_games_end_as_perfect_agents_end_them(size: int, rules: Rules) -> None:
    settings: dict[str, Any] = {"size": size, "rules": rules, "seed": 3}
    perfect = play_bulk("greedy:perfect=8", "random:perfect=8", 60, **settings)
    solved = play_bulk("greedy", "random", 60, solved=8, **settings)
    results = play_bulk("greedy", "random", 60, solved=8, solve_for="result", **settings)
    assert np.array_equal(solved.margins, perfect.margins)
    assert np.array_equal(np.sign(results.margins), np.sign(perfect.margins))
    assert set(results.margins[results.discs == size * size - 8]) <= {-1, 0, 1}
    assert (solved.discs < size * size).all()


def test_nonsense_about_solved_games_is_named() -> None:
    with pytest.raises(ob.ObversiError, match="solved squares cannot be -1"):
        play_bulk("random", "random", 2, solved=-1)
    with pytest.raises(ob.ObversiError, match="cannot be solved for 'score'"):
        play_bulk("random", "random", 2, solve_for="score")  # type: ignore[arg-type]
