"""Reviews of games against slow code: what each move gave away, and who gave away how much."""

from dataclasses import replace
from random import Random

import pytest

import obversi as ob
from obversi.formats import GameRecord, record_from_moves
from obversi.review import AnalysedMove, Grade, Review, ReviewSteps, accuracy_of, grade_of, review
from obversi.rules import RULES, Rules


def random_game(rules: Rules, seed: int, plies: int = 99) -> GameRecord:
    chance, board = Random(seed), ob.Board(4, rules)
    while not board.is_over and board.ply < plies:
        board.push(chance.choice(board.legal_moves))
    return record_from_moves(board.move_stack, ob.Board(4, rules))


def game_with_pass(rules: Rules) -> GameRecord:
    games = (random_game(rules, seed) for seed in range(100))
    return next(game for game in games if any(played.move.is_pass for played in game.moves))


def solved(record: GameRecord) -> Review:
    with ob.Engine(hash_mb=1) as engine:
        return review(record, engine.solve)


def value(board: ob.Board) -> int:
    """What a position is worth to the mover, by trying everything."""
    if board.is_over:
        return board.margin()
    best = -64
    for move in board.legal_moves:
        board.push(move)
        best = max(best, -value(board))
        board.pop()
    return best


@pytest.mark.parametrize("rules", RULES)
def test_losses_and_margins_match_perfect_play(rules: Rules) -> None:
    record = game_with_pass(rules)
    # The first moves would take slow code too long.
    late = record.board()
    while len(late.empty) < 9:
        late.pop()
    moves = [played.move for played in record.moves][late.ply :]
    ending = record_from_moves(moves, late)
    seen = solved(ending)
    margins, losses = [], {ob.BLACK: 0, ob.WHITE: 0}
    for board in ending.boards():
        worth = value(board)
        margins.append(worth if board.turn == ob.BLACK else -worth)
    assert seen.margins == tuple(margins)
    for ply, board in enumerate(list(ending.boards())[:-1]):
        change = margins[ply] - margins[ply + 1]
        losses[board.turn] += change if board.turn == ob.BLACK else -change
    assert (seen.black.lost, seen.white.lost) == (losses[ob.BLACK], losses[ob.WHITE])
    assert any(losses.values())


@pytest.mark.parametrize("rules", RULES)
def test_mistakes_have_the_better_move(rules: Rules) -> None:
    seen = solved(random_game(rules, seed=3))
    assert seen.mistakes
    with ob.Engine(hash_mb=1) as engine:
        for mistake in seen.mistakes:
            lines = engine.solve(mistake.board, top="all").lines
            margins = {line.move: line.margin for line in lines}
            assert mistake.margin == margins[mistake.move]
            assert mistake.better_margin == margins[mistake.better] == max(margins.values())
            assert mistake.loss == mistake.better_margin - mistake.margin >= 2
            assert mistake.line[0] == mistake.better
            assert mistake.color == mistake.board.turn
            assert mistake.exact
    plies = [mistake.ply for mistake in seen.mistakes]
    assert plies == sorted(plies)


@pytest.mark.parametrize("rules", RULES)
def test_counts_are_those_of_the_mistakes(rules: Rules) -> None:
    seen = solved(random_game(rules, seed=4))
    for color in (ob.BLACK, ob.WHITE):
        player = seen.player(color)
        grades = [mistake.grade for mistake in seen.mistakes if mistake.color == color]
        assert player.inaccuracies == grades.count(Grade.INACCURACY)
        assert player.mistakes == grades.count(Grade.MISTAKE)
        assert player.blunders == grades.count(Grade.BLUNDER)
        losses = [
            move.played.loss
            for move in seen.moves
            if move.played and move.board.turn == color and len(move.board.legal_moves) > 1
        ]
        assert player.choices == len(losses)
        assert player.accuracy == pytest.approx(sum(map(accuracy_of, losses)) / len(losses))


def test_a_perfect_player_is_accurate() -> None:
    board = ob.Board(4)
    with ob.Engine(hash_mb=1) as engine:
        while not board.is_over:
            board.push(engine.solve(board).move)
    seen = solved(record_from_moves(board.move_stack, ob.Board(4)))
    assert seen.mistakes == ()
    assert (seen.black.accuracy, seen.white.accuracy) == (100, 100)
    assert (seen.black.lost, seen.white.lost) == (0, 0)
    assert set(seen.margins) == {-10}


def test_a_game_that_goes_on_has_the_margin_of_its_last_position() -> None:
    seen = solved(random_game("normal", seed=5, plies=4))
    assert len(seen.margins) == 5
    assert seen.moves[-1].played is None
    assert len(seen.moves) == 5


def test_without_a_choice_there_is_no_accuracy() -> None:
    board = ob.Board.parse("XXXXXXXXXXXXXXO- X")
    seen = solved(record_from_moves(["d4"], board))
    assert (seen.black.choices, seen.black.accuracy) == (0, None)
    assert seen.mistakes == ()
    assert seen.margins == (16, 16)


def test_grades_begin_where_the_pages_say() -> None:
    losses = [0, 1, 2, 4, 5, 9, 10, 64]
    assert [grade_of(loss) for loss in losses] == [
        *(Grade.GOOD, Grade.GOOD, Grade.INACCURACY, Grade.INACCURACY),
        *(Grade.MISTAKE, Grade.MISTAKE, Grade.BLUNDER, Grade.BLUNDER),
    ]
    accuracies = [accuracy_of(loss) for loss in losses]
    assert accuracies == sorted(accuracies, reverse=True)
    assert accuracies[0] == 100


def test_the_worst_moves_come_in_the_order_of_the_game() -> None:
    seen = solved(random_game("normal", seed=6))
    count = len(seen.mistakes)
    assert count > 2
    worst = seen.worst(2)
    assert [mistake.ply for mistake in worst] == sorted(mistake.ply for mistake in worst)
    others = [mistake.loss for mistake in seen.mistakes if mistake not in worst]
    assert min(mistake.loss for mistake in worst) >= max(others)
    assert seen.worst(0) == []
    assert seen.worst(99) == list(seen.mistakes)


def test_turning_points_change_the_winner() -> None:
    for rules in RULES:
        for mistake in solved(random_game(rules, seed=7)).mistakes:
            before, after = (mistake.better_margin > 0), (mistake.margin > 0)
            draws = 0 in (mistake.better_margin, mistake.margin)
            assert mistake.turning_point == (before != after or draws)


@pytest.mark.parametrize("rules", RULES)
def test_step_by_step_it_is_the_same(rules: Rules) -> None:
    record = game_with_pass(rules)
    whole = solved(record)
    steps = ReviewSteps(record)
    moves_so_far: list[AnalysedMove] = []
    with ob.Engine(hash_mb=1) as engine:
        while (board := steps.board) is not None:
            so_far = steps.review()
            assert so_far.margins == whole.margins[: steps.done]
            assert so_far.moves[: len(moves_so_far)] == tuple(moves_so_far)
            assert [move.played is None for move in so_far.moves[len(moves_so_far) :]] == [
                True
            ] * min(steps.done, 1)
            moves_so_far += steps.add(engine.solve(board))
    assert steps.done == steps.count == len(record.moves)
    seen = steps.review()
    assert (seen.margins, seen.black, seen.white) == (whole.margins, whole.black, whole.white)
    assert [move.played for move in moves_so_far] == [move.played for move in whole.moves]


def test_partial_review_has_the_analysed_moves() -> None:
    record = random_game("normal", seed=5)
    steps = ReviewSteps(record)
    with ob.Engine(hash_mb=1) as engine:
        for _ in range(3):
            assert steps.board is not None
            steps.add(engine.solve(steps.board))
    seen = steps.review()
    assert seen.record.moves == record.moves[:2]
    assert seen.black.choices + seen.white.choices <= 2
    assert ReviewSteps(record).review().margins == ()


def test_a_game_that_is_over_at_once_has_its_margin() -> None:
    board = ob.Board.parse(15 * "X" + "O X")
    seen = solved(GameRecord(board))
    assert (seen.margins, seen.moves, seen.mistakes) == ((14,), (), ())
    assert (seen.black.choices, seen.black.accuracy) == (0, None)


def test_a_mistake_is_proven_if_both_margins_are() -> None:
    record = record_from_moves(["b1", "a3"], ob.Board(4))

    def unsure_after(board: ob.Board) -> ob.Analysis:
        with ob.Engine(hash_mb=1) as engine:
            found = engine.solve(board)
        return found if board.ply < 2 else replace(found, exact=False)

    assert [mistake.exact for mistake in solved(record).mistakes] == [True]
    assert [mistake.exact for mistake in review(record, unsure_after).mistakes] == [False]


@pytest.mark.parametrize("move", ["d3", "c4", "f5", "e6"])
def test_images_of_the_best_move_lose_nothing(move: str) -> None:
    steps = ReviewSteps(record_from_moves([move]))
    with ob.Engine(hash_mb=1) as engine:
        best = engine.analyse(ob.Board(), ob.Limit(depth=4))
        after = ob.Board()
        after.push(move)
        reply = engine.analyse(after, ob.Limit(depth=1))
    assert -reply.margin != best.margin  # the later search alone would say something else
    steps.add(best)
    played = steps.add(reply)[0].played
    assert played is not None
    assert (played.margin, played.loss) == (best.margin, 0)
