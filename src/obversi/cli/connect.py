"""``obversi connect``: a game at a server far away."""

import asyncio
import getpass
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from obversi.cli.options import examples, rules_option, size_option, unicode_option
from obversi.cli.terminal import open_terminal

if TYPE_CHECKING:
    from obversi.net.agent_seat import AgentSeat
    from obversi.wire.session import ClockSetting

__all__ = ["connect_command"]

_PORT: Final = 6464
_LONGEST_NAME: Final = 40

# What there is instead of a new game, by the name of the option.
_INSTEAD: Final = {
    "accept": "--game",
    "watch": "--watch",
    "listing": "--list",
    "rejoin": "--rejoin",
    "compat": "--compat cs621",
}
_OF_NEW_GAMES: Final = ("against", "color", "clock", "moves", "private", "games", "rules", "size")
_OF_AGENTS: Final = ("games", "seconds", "seed")


@click.command(
    "connect",
    short_help="Play at a game server, by yourself or with an agent.",
    epilog=examples(
        "obversi connect localhost                          meet somebody there",
        "obversi connect localhost --against level=3        play the server's engine",
        "obversi connect localhost --agent r4 --games 10    let an agent play",
        "obversi connect localhost 7000 --compat cs621      in that course",
    ),
)
@click.argument("host")
@click.argument("port", type=click.IntRange(1, 65535), default=_PORT)
@click.option("--name", help="What you are called there.  [default: your user name or the agent]")
@click.option("--agent", metavar="AGENT", help="Let this agent of yours play instead of you.")
@click.option(
    "--against",
    default="anyone",
    show_default=True,
    help="Whom to play: anyone, myself, or an agent of the server such as level=3.",
)
@click.option(
    "--color",
    type=click.Choice(["any", "black", "white"]),
    default="any",
    show_default=True,
    help="What you play.",
)
@rules_option
@size_option
@click.option(
    "--clock",
    metavar="S[+S]",
    help="Seconds a game for each player, and what a move adds (300+2).  [default: no clock]",
)
@click.option("--moves", default="", help="Begin with these moves, such as f5d6c3.")
@click.option("--private", is_flag=True, help="Let nobody join who was not told the game's id.")
@click.option("--game", "accept", metavar="ID", help="Take the free seat of this game.")
@click.option("--watch", metavar="ID", help="Look on at this game.")
@click.option("--list", "listing", is_flag=True, help="List the games, and the server's agents.")
@click.option("--rejoin", metavar="ID:TOKEN", help="Go on with a game of yours.")
@click.option(
    "--games", type=click.IntRange(min=1), default=1, show_default=True, help="An agent's games."
)
@click.option(
    "--seconds",
    type=float,
    default=1.0,
    show_default=True,
    help="An agent's time for a move, if neither it nor a clock limits that.",
)
@click.option("--seed", type=int, help="Let an agent with chance in it choose alike every time.")
@click.option("--compat", type=click.Choice(["cs621"]), help="Speak the wire of this course.")
@unicode_option
def connect_command(host: str, port: int, **options: Any) -> None:
    """Play at the game server on HOST, by default on port 6464: by a prompt, or with an agent.

    Type a square such as d3 when it is your turn, or help for what else can be typed. If the
    connection is lost, it is made again, and you are told how to come back later.
    """
    _check(click.get_current_context())
    if options["agent"] is None:
        asyncio.run(_visit(host, port, options))
        return
    from obversi.cli.far.main_thread import MainThread
    from obversi.net.agent_seat import AgentSeat

    thread = MainThread()
    seat = AgentSeat(options["agent"], thread, seconds=options["seconds"], seed=options["seed"])
    thread.run(_visit(host, port, options, seat))


def _visit(
    host: str, port: int, options: dict[str, Any], seat: "AgentSeat | None" = None
) -> Coroutine[Any, Any, None]:
    # All other commands begin sooner without these.
    from obversi.cli.far import visit
    from obversi.cli.far.place import Place, Wish

    place = Place(host, port, _name(options["name"], options["agent"]))
    terminal = open_terminal(options["unicode"])
    if options["listing"]:
        return visit.list_games(terminal, place)
    if options["watch"]:
        return visit.watch_game(terminal, place, options["watch"])
    rules, size = options["rules"], options["size"]
    if options["compat"]:
        return visit.play_over_cs621(terminal, place, rules, size, seat)
    wish = Wish(
        against=options["against"],
        color=options["color"],
        rules=rules,
        size=size,
        clock=_clock(options["clock"]),
        moves=options["moves"],
        private=options["private"],
        accept=options["accept"],
        rejoin=_key(options["rejoin"]),
    )
    if seat is None:
        return visit.play_as_person(terminal, place, wish)
    return visit.play_as_agent(terminal, place, wish, seat, options["games"])


def _check(context: click.Context) -> None:
    """Refuse options that would mean nothing beside others."""
    given = {
        name
        for name in context.params
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    instead = [name for name in _INSTEAD if name in given]
    if len(instead) > 1:
        first, second = (_INSTEAD[name] for name in instead[:2])
        raise click.UsageError(f"{first} and {second} cannot both be done")
    for name in instead:
        allowed = ("rules", "size") if name == "compat" else ()
        looks_on = ("agent",) if name in ("watch", "listing") else ()
        for other in (*_OF_NEW_GAMES, *looks_on):
            if other in given and other not in allowed:
                raise click.UsageError(f"--{other} means nothing with {_INSTEAD[name]}")
    if "agent" not in given:
        for name in _OF_AGENTS:
            if name in given:
                raise click.UsageError(f"--{name} goes with --agent")


def _name(name: str | None, agent: str | None) -> str:
    """Return what one is called: by the agent's description or the system, if nothing is said."""
    if name is None and agent is None:
        try:
            name = getpass.getuser()
        except (OSError, KeyError, ImportError):  # nobody in particular
            name = "guest"
    called = name or agent or "guest"
    return "".join(letter for letter in called if letter.isprintable())[:_LONGEST_NAME]


def _clock(text: str | None) -> "ClockSetting | None":
    if text is None:
        return None
    from obversi.arena.game.time_control import parse_clock
    from obversi.wire.session import ClockSetting

    control = parse_clock(text)
    assert control.clock is not None
    return ClockSetting(control.clock, control.increment)


def _key(text: str | None) -> tuple[str, str] | None:
    """Read a game and the token of a seat at it."""
    if text is None:
        return None
    game, colon, token = text.rpartition(":")
    if not (game and colon and token):
        raise click.UsageError(f"{text!r} is no seat: expected the game and the token, ID:TOKEN")
    return game, token
