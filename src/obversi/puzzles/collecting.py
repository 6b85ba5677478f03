"""Collecting a set of puzzles from games of the engine, with all themes in equal shares."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from random import Random

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.engine import Engine
from obversi.limit import Limit
from obversi.move import PASS
from obversi.puzzles.making import is_candidate, puzzle_steps
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import margins_by, run_steps
from obversi.rules import Rules


def reachable_positions(board: Board) -> Iterator[Board]:
    """Yield all positions that games from here reach, one for each set of symmetric ones.

    >>> sum(1 for _ in reachable_positions(Board(size=4)))
    9829
    """
    seen: set[tuple[int, int]] = set()
    waiting = [board]
    while waiting:
        before = waiting.pop()
        for move in before.legal_moves:
            after = before.copy(stack=False)
            after.push(move)
            if after.must_pass:
                after.push(PASS)
            after = after.canonical()
            if not after.is_over and after.bits not in seen:
                seen.add(after.bits)
                waiting.append(after)
                yield after


# Players differ in how often they move at random, and in whether they take most discs otherwise.
# Wipe-outs are found only in games against weak ones.
_PLAYERS = ((0.0, False), (0.1, False), (0.3, False), (1.0, False), (0.1, True))
_MAX_RANDOM_PLIES = 12
_DEPTH = 4


def played_games(
    engine: Engine, rules: Rules, size: int, games: int, random: Random
) -> Iterator[Iterator[Board]]:
    """Play games of the engine against itself and weaker players; yield their positions."""
    for _ in range(games):
        yield _played(engine, Board(size, rules), random)


def _played(engine: Engine, board: Board, random: Random) -> Iterator[Board]:
    players = [random.choice(_PLAYERS) for _ in range(2)]
    random_plies = random.randint(0, _MAX_RANDOM_PLIES)
    while not board.is_over:
        if board.must_pass:
            board.push(PASS)
            continue
        yield board.copy(stack=False)
        slips, is_greedy = players[board.turn > 0]
        if board.ply < random_plies or random.random() < slips:
            move = random.choice(board.legal_moves)
        elif is_greedy:
            move = max(board.legal_moves, key=lambda move: len(board.flips(move)))
        else:
            engine.clear()
            move = engine.analyse(board, Limit(depth=_DEPTH)).move
        board.push(move)


# In the reversed game a player who can be wiped out has few discs near the end of the game.
_MOST_DISCS = {4: 6, 6: 8, 8: 12}
_SLIPS = 0.15


def wipe_out_games(
    engine: Engine, size: int, games: int, random: Random
) -> Iterator[Iterator[Board]]:
    """Play reversed games of a player who flips few discs against one who flips many.

    Yield only positions in which the mover can lose all its discs: the engine's own games have
    hardly any near their end.
    """
    for _ in range(games):
        yield _lopsided(engine, Board(size, "reversed"), random)


def _lopsided(engine: Engine, board: Board, random: Random) -> Iterator[Board]:
    flips_few = random.choice((BLACK, WHITE))
    all_squares = board.size**2
    while not board.is_over:
        if board.must_pass:
            board.push(PASS)
            continue
        own = board.bits[0].bit_count()
        if own <= _MOST_DISCS[board.size] and is_candidate(board):
            found = engine.solve(board, window=(all_squares - 2, all_squares))
            if found.margin == all_squares:
                yield board.copy(stack=False)
        sign = -1 if board.turn == flips_few else 1
        if random.random() < _SLIPS:
            board.push(random.choice(board.legal_moves))
        else:
            scores = {
                move: (sign * len(board.flips(move)), random.random()) for move in board.legal_moves
            }
            board.push(max(scores, key=scores.__getitem__))


def puzzles_in(
    engine: Engine, positions: Iterable[Board], seen: set[tuple[int, int]]
) -> Iterator[Puzzle]:
    """Yield a puzzle for each position that makes one with a theme; symmetric ones count once."""
    for board in positions:
        image = board.canonical().bits
        if image in seen or not is_candidate(board):
            continue
        seen.add(image)
        puzzle = run_steps(puzzle_steps(board), lambda position: margins_by(engine, position))
        if puzzle is not None and puzzle.themes:
            yield puzzle


def chosen_puzzles(pool: Iterable[Puzzle], number: int) -> list[Puzzle]:
    """Choose puzzles such that themes, and in each theme numbers of empties, are equally many.

    The next one is always of the rarest theme so far, and there of the rarest number of empties.
    """
    left = list(pool)
    chosen: list[Puzzle] = []
    by_theme: Counter[str] = Counter()
    by_empties: Counter[tuple[str, int]] = Counter()
    while left and len(chosen) < number:
        groups: defaultdict[str, list[Puzzle]] = defaultdict(list)
        for puzzle in left:
            for theme in puzzle.themes:
                groups[theme].append(puzzle)
        rarest = min(sorted(groups), key=by_theme.__getitem__)
        puzzle = min(groups[rarest], key=lambda one: by_empties[rarest, one.empties])
        left.remove(puzzle)
        chosen.append(puzzle)
        by_theme.update(puzzle.themes)
        by_empties.update((theme, puzzle.empties) for theme in puzzle.themes)
    return chosen
