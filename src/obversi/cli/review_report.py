"""Reviews as the commands tell them."""

from typing import Final

from rich.text import Text

from obversi.analysis import margin_text
from obversi.cli.analysis_report import analysis_object
from obversi.cli.drawing import margin_graph
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.review import Grade, Mistake, Review, grade_of

__all__ = ["review_object", "tell_review"]

# On the line of the graph, by the grade.
_LETTERS: Final = {Grade.INACCURACY: "i", Grade.MISTAKE: "m", Grade.BLUNDER: "B"}
_STYLES: Final = {Grade.INACCURACY: "", Grade.MISTAKE: "bold", Grade.BLUNDER: "bold reverse"}
_LETTERS_OF_MOVE: Final = 3


def tell_review(terminal: Terminal, review: Review, boards: int = 0) -> None:
    """Tell how a game went: a graph, both players, the mistakes, and boards of the worst."""
    terminal.say(_heading(review))
    terminal.say("\nmargin for black, i m B: inaccuracy, mistake, blunder")
    marks = {mistake.ply: _LETTERS[mistake.grade] for mistake in review.mistakes}
    width = terminal.console.width
    terminal.say(margin_graph(review.margins, marks, terminal.unicode, width))
    terminal.say()
    terminal.say(Text("\n").join(_players(review)))
    if not review.mistakes:
        terminal.say("no move gave two discs or more away")
        return
    terminal.say()
    terminal.say(Text("\n").join(_mistakes(review, width)))
    if any(mistake.turning_point for mistake in review.mistakes):
        terminal.say("* changed who wins if both go on perfectly")
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
    """List the mistakes; of the better line there is as much as the window is wide."""
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
    """Show the position before a mistake, with what the move and the better one were worth."""
    before = review.record.moves[mistake.ply - 2].move if mistake.ply > 1 else None
    terminal.say(
        f"\nply {mistake.ply}: {color_name(mistake.color)} plays {mistake.move} "
        f"and gives {mistake.loss} away, {mistake.better} was better"
    )
    values = {mistake.move: mistake.margin, mistake.better: mistake.better_margin}
    terminal.draw(mistake.board, before, values)


def review_object(review: Review) -> dict[str, object]:
    """Return a review ready for JSON."""
    record = review.record
    end = record.board()
    return {
        "black": record.black,
        "white": record.white,
        "rules": record.rules,
        "size": record.size,
        "start": record.start.to_string(),
        "finished": end.is_over,
        "margins": list(review.margins),
        "players": {
            color_name(color): {
                "choices": review.player(color).choices,
                "lost": review.player(color).lost,
                "inaccuracies": review.player(color).inaccuracies,
                "mistakes": review.player(color).mistakes,
                "blunders": review.player(color).blunders,
                "accuracy": review.player(color).accuracy,
            }
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
