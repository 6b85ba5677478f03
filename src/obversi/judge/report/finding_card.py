"""One thing that was found out about an agent, and what to do about it."""

from obversi.arena.report.markup import Html, tag
from obversi.judge.finding import Finding
from obversi.judge.report.coded import coded
from obversi.judge.report.folded import folded
from obversi.judge.report.positions import board_picture, replay_button
from obversi.judge.report.replay_data import Line

__all__ = ["finding_card"]


def finding_card(number: int, finding: Finding, rules: str, line: Line | None = None) -> Html:
    """Show a finding with its board, if it is about one, and how that came about if it is known."""
    verdict = tag("span", finding.level.value, class_=f"verdict {finding.level.value}")
    parts: list[str] = [
        tag("h3", verdict, f" {number}. {finding.topic}"),
        tag("p", coded(finding.words)),
    ]
    if finding.advice:
        parts.append(tag("p", tag("b", "What to do: "), coded(finding.advice)))
    if finding.details:
        parts.append(folded("details", finding.details))
    if line is not None:
        parts.append(replay_button(line.number, "show how it came about"))
    picture = [board_picture(finding.board, rules)] if finding.board else []
    return tag("article", *picture, tag("div", *parts), class_="about-board")
