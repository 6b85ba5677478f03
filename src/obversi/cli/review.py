"""``obversi review``: the mistakes of a game."""

import click
from rich.text import Text

from obversi.analysis import Analysis, margin_text
from obversi.board import Board
from obversi.cli import options
from obversi.cli.charts import margin_graph
from obversi.cli.positions import (
    PositionCommand,
    analysis_object,
    exit_if_left_out,
    readable_records,
    report_problem,
)
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal, print_json
from obversi.color import BLACK, WHITE, color_name
from obversi.engine import Engine
from obversi.errors import FormatError
from obversi.limit import Limit
from obversi.records import JsonObject, fields_object
from obversi.review import Grade, Mistake, Review, grade_of, review
from obversi.rules import Rules

# Marks on the line of the graph.
_LETTERS = {Grade.INACCURACY: "i", Grade.MISTAKE: "m", Grade.BLUNDER: "B"}
_STYLES = {Grade.INACCURACY: "", Grade.MISTAKE: "bold", Grade.BLUNDER: "bold reverse"}
_LETTERS_OF_MOVE = 3
_PLAYER_FIELDS = ("choices", "lost", "inaccuracies", "mistakes", "blunders", "accuracy")
_DEFAULT_SECONDS = 0.5


@click.command(
    "review",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi review game.ggf                     mistakes, and what was better",
        "obversi review f5d6c3d3c4 --rules reversed  fewest discs win",
        "obversi review game.ggf --seconds 5         a closer look",
        "obversi review games.txt --json             all games, for another program",
    ),
)
@click.argument("game")
@options.rules_option
@options.size_option
@options.limit_options(_DEFAULT_SECONDS)
@click.option("--boards", type=options.PLIES, default=3, help="Worst moves to draw.")
@options.engine_options(hash_mb=64)
@options.terminal_option
@options.json_option
def review_command(
    game: str,
    rules: Rules,
    size: int,
    limit: Limit,
    boards: int,
    threads: int,
    hash_mb: int,
    terminal: Terminal,
    as_json: bool,
) -> None:
    """Show where a game was won and lost: mistakes, better moves, and how well each side played.

    GAME is the moves of a game (f5d6c3), a file of games, or - for stdin. A move that loses 2 discs
    is an inaccuracy, 5 a mistake, 10 a blunder, by the rules of the game.
    """
    if limit.is_unlimited:
        limit = Limit(seconds=_DEFAULT_SECONDS)
    records, left_out = readable_records(game, rules, size)
    reviewed = 0
    with Engine(threads, hash_mb) as engine:
        for number, record in enumerate(records, start=1):
            if not record.moves:
                left_out += 1
                report_problem(game, FormatError("there are no moves", f"game {number}"))
                continue
            with progress("reviewing", len(record.moves) + 1) as step:

                def analyse(board: Board) -> Analysis:
                    analysis = engine.analyse(board, limit)
                    step()
                    return analysis

                seen = review(record, analyse)
            if as_json:
                print_json(review_object(seen))
            else:
                if reviewed:
                    terminal.say()
                print_review(terminal, seen, boards)
            reviewed += 1
    exit_if_left_out(left_out, reviewed)


def print_review(terminal: Terminal, review: Review, boards: int = 0) -> None:
    """Print a review: a graph, both players, the mistakes, and boards of the worst."""
    terminal.say(_heading(review))
    terminal.say("\nmargin for black, i m B: inaccuracy, mistake, blunder")
    marks = {mistake.ply: _LETTERS[mistake.grade] for mistake in review.mistakes}
    width = terminal.console.width
    terminal.say(margin_graph(review.margins, marks, terminal.unicode, width))
    terminal.say()
    terminal.say(Text("\n").join(_players(review)))
    if not review.mistakes:
        terminal.say("no move lost two discs or more")
        return
    terminal.say()
    terminal.say(Text("\n").join(_mistakes(review, width)))
    if any(mistake.turning_point for mistake in review.mistakes):
        terminal.say("* changed the winner under perfect play")
    for mistake in review.worst(boards):
        _show(terminal, review, mistake)


def _heading(review: Review) -> str:
    record = review.record
    players = f"{record.black or 'black'} against {record.white or 'white'}"
    return f"{players}, {len(record.moves)} moves\n{record.board().status()}"


def _players(review: Review) -> list[Text]:
    head = "player  choices  inaccuracies  mistakes  blunders  discs lost  accuracy"
    lines = [Text(head, "dim")]
    for color in (BLACK, WHITE):
        player = review.player(color)
        accuracy = "" if player.accuracy is None else f"{player.accuracy:.0f}%"
        row = (
            f"{color_name(color):6}  {player.choices:7}  {player.inaccuracies:12}"
            f"  {player.mistakes:8}  {player.blunders:8}  {player.lost:10}  {accuracy:>8}"
        )
        lines.append(Text(row))
    return lines


def _mistakes(review: Review, width: int) -> list[Text]:
    """List the mistakes; the better line is cut at the width of the window."""
    head = " ply  player  move  value  better  value  loss               better line"
    lines = [Text(head, "dim")]
    for mistake in review.mistakes:
        turning = "*" if mistake.turning_point else " "
        line = Text(
            f"{mistake.ply:4}  {color_name(mistake.color):6}  {mistake.move:4}"
            f"  {margin_text(mistake.margin):>5}  {mistake.better:6}"
            f"  {margin_text(mistake.better_margin):>5}  {mistake.loss:4}  "
        )
        line.append(f"{mistake.grade}{turning:<{12 - len(mistake.grade)}}", _STYLES[mistake.grade])
        room = max(width - line.cell_len - 1, 0) // _LETTERS_OF_MOVE
        line.append(" " + " ".join(mistake.line[:room]))
        lines.append(line)
    return lines


def _show(terminal: Terminal, review: Review, mistake: Mistake) -> None:
    """Show the position before a mistake, with the values of the move and of the better one."""
    before = review.record.moves[mistake.ply - 2].move if mistake.ply > 1 else None
    terminal.say(
        f"\nply {mistake.ply}: {color_name(mistake.color)} plays {mistake.move} "
        f"and gives {mistake.loss} away, {mistake.better} was better"
    )
    values = {mistake.move: mistake.margin, mistake.better: mistake.better_margin}
    terminal.draw(mistake.board, before, values)


def review_object(review: Review) -> JsonObject:
    """Return a review ready for JSON."""
    record = review.record
    end = record.board()
    return {
        **fields_object(record, "black", "white", "rules", "size"),
        "start": record.start.to_string(),
        "finished": end.is_over,
        "margins": list(review.margins),
        "players": {
            color_name(color): fields_object(review.player(color), *_PLAYER_FIELDS)
            for color in (BLACK, WHITE)
        },
        "moves": [
            {
                "ply": analysed.ply,
                "turn": color_name(analysed.board.turn),
                "played": str(analysed.played.move),
                "played_margin": analysed.played.margin,
                "loss": analysed.played.loss,
                "grade": str(grade_of(analysed.played.loss)),
            }
            | analysis_object(analysed.board, analysed.analysis)
            for analysed in review.moves
            if analysed.played is not None
        ],
    }
