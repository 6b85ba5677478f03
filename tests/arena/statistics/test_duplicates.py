import obversi as ob
from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.duplicates import DuplicateCount, Duplicates
from obversi.color import BLACK, WHITE, Color
from obversi.formats import GameRecord, PlayedMove


def game(
    moves: str, *, opening: int = 2, a: int = 0, b: int = 1, a_color: Color = BLACK, size: int = 8
) -> PlayedGame:
    """Return a game of which the first moves are an opening, which takes no time."""
    board, played = ob.Board(size), []
    for ply, square in enumerate(moves.split()):
        played.append(PlayedMove(ob.Move(square), None, None if ply < opening else 0.1))
        board.push(square)
    return PlayedGame(1, 1, a_color, GameRecord(ob.Board(size), tuple(played), result=2), a, b)


def test_the_same_moves_are_one_game() -> None:
    games = [game("f5 d6 c3 d3"), game("f5 d6 c3 d3"), game("f5 d6 c4 d3"), game("f5 d6 c3")]
    assert DuplicateCount(games).found() == (Duplicates(0, 1, 4, 3),)


def test_other_agents_or_colours_make_another_game() -> None:
    games = [
        game("f5 d6 c3 d3"),
        game("f5 d6 c3 d3", a_color=WHITE),
        game("f5 d6 c3 d3", b=2),
    ]
    assert DuplicateCount(games).found() == ()


def test_who_is_called_a_does_not_matter() -> None:
    games = [game("f5 d6 c3 d3"), game("f5 d6 c3 d3", a=1, b=0, a_color=WHITE)]
    assert DuplicateCount(games).found() == (Duplicates(0, 1, 2, 1),)


def test_openings_that_lead_to_the_same_position_count_as_one() -> None:
    """Two orders of the same five moves, and then the same move."""
    one, other = "d3 c3 b3 e3 f3", "d3 e3 f3 c3 b3"
    games = [game(f"{moves} c5", opening=5) for moves in (one, other)]
    assert DuplicateCount(games).found() == (Duplicates(0, 1, 2, 1),)
    # If these were moves of the agents, the games would differ.
    assert DuplicateCount([game(f"{moves} c5", opening=1) for moves in (one, other)]).found() == ()


def test_notes_name_the_agents_and_the_effect() -> None:
    games = [game("f5 d6 c3 d3")] * 3 + [game("f5 d6 c3 d3", b=2), game("f5 d6 c4", b=2)]
    notes = DuplicateCount(games).notes(["Ada", "Bob", "Cid"])
    assert notes[0] == "2 of 3 games between Ada and Bob repeat another one move by move"
    assert len(notes) == 2
    assert "error bars are too short" in notes[1]
    assert DuplicateCount([game("f5 d6")]).notes(["Ada", "Bob"]) == ()


def test_many_pairings_are_summed_up() -> None:
    games = [game("f5 d6 c3", a=a, b=b) for a in range(4) for b in range(a) for _ in range(a + 2)]
    notes = DuplicateCount(games).notes("ABCD")
    assert notes[0] == "4 of 5 games between A and D repeat another one move by move"
    assert len(notes) == 5
    assert notes[3] == "so do 8 games between other agents"
