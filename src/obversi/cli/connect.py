"""``obversi connect``: games on a game server."""

import asyncio
import getpass
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from obversi.cli.options import (
    GAMES,
    SECONDS,
    SEED,
    SectionedCommand,
    WholeRange,
    examples,
    flag_option,
    rules_option,
    section,
    size_option,
    terminal_option,
)

if TYPE_CHECKING:
    from obversi.net.agent_player import AgentPlayer
    from obversi.wire.session import ClockSetting

_PORT = 6464
_LONGEST_NAME = 40

# The options that replace a new game, and those that need a new game or an agent.
_INSTEAD = {
    "accept": "--game",
    "watch": "--watch",
    "listing": "--list",
    "rejoin": "--rejoin",
    "compat": "--compat cs621",
}
_OF_NEW_GAMES = ("against", "color", "clock", "moves", "private", "games", "rules", "size")
_OF_REQUESTS = ("against", "color", "rules", "size", "moves", "private", "accept")
_OF_AGENTS = ("games", "seconds", "seed")

_new_game_options = section(
    "A new game",
    click.option(
        "--against",
        default="anyone",
        help="The opponent: anyone, myself, or an agent of the server such as level=3.",
    ),
    click.option(
        "--color", type=click.Choice(["any", "black", "white"]), default="any", help="Your colour."
    ),
    rules_option,
    size_option,
    click.option(
        "--clock",
        metavar="S[+S]",
        help="Seconds per game for each player, and the increment per move (300+2).  "
        "[default: no clock]",
    ),
    click.option(
        "--moves", default="", show_default=False, help="Start with these moves, such as f5d6c3."
    ),
    flag_option("--private", "Do not list the game: others need its id."),
)


_instead_options = section(
    "Instead of a new game",
    click.option("--game", "accept", metavar="ID", help="Take the free seat of this game."),
    click.option("--watch", metavar="ID", help="Watch this game."),
    flag_option("--list", "List the games and the server's agents.", "listing"),
    click.option("--rejoin", metavar="ID:TOKEN", help="Continue a game of yours."),
    click.option("--compat", type=click.Choice(["cs621"]), help="Use the protocol of this course."),
)

_agent_options = section(
    "With an agent",
    click.option("--agent", metavar="AGENT", help="Let this agent of yours play instead of you."),
    click.option("--games", type=GAMES, default=1, help="Games of an agent."),
    click.option(
        "--seconds",
        type=SECONDS,
        default=1.0,
        help="Time of an agent for a move, if neither it nor a clock limits that.",
    ),
    click.option("--seed", type=SEED, help="Make the random choices of an agent repeatable."),
)


@click.command(
    "connect",
    cls=SectionedCommand,
    epilog=examples(
        "obversi connect localhost                          play another person",
        "obversi connect localhost --against level=3        play the server's engine",
        "obversi connect localhost --agent r4 --games 10    let an agent play",
        "obversi connect localhost 7000 --compat cs621      in that course",
    ),
)
@click.argument("host")
@click.argument("port", type=WholeRange(1, 65535), default=_PORT)
@_new_game_options
@_instead_options
@_agent_options
@click.option("--name", help="Your name there.  [default: your user name or the agent]")
@terminal_option
def connect_command(host: str, port: int, **options: Any) -> None:
    """Play on the game server on HOST, by default on port 6464: at a prompt, or with an agent.

    Type a square such as d3 when it is your turn, or help for a list of commands. A lost connection
    is made again, and the command to come back later is printed.
    """
    _check(click.get_current_context())
    if options["agent"] is None:
        asyncio.run(_session(host, port, options))
        return
    from obversi.cli.online.agent import MainThread
    from obversi.net.agent_player import AgentPlayer

    thread = MainThread()
    agent = AgentPlayer(options["agent"], thread, seconds=options["seconds"], seed=options["seed"])
    thread.run(_session(host, port, options, agent))


def _session(
    host: str, port: int, options: dict[str, Any], agent: "AgentPlayer | None" = None
) -> Coroutine[Any, Any, None]:
    # Other commands start faster without these.
    from obversi.cli.online import sessions

    address = sessions.ServerAddress(host, port, _name(options["name"], options["agent"]))
    terminal = options["terminal"]
    if options["listing"]:
        return sessions.list_games(terminal, address)
    if options["watch"]:
        return sessions.watch_game(terminal, address, options["watch"])
    if options["compat"]:
        rules, size = options["rules"], options["size"]
        return sessions.play_over_cs621(terminal, address, rules, size, agent)
    request = sessions.GameRequest(
        **{name: options[name] for name in _OF_REQUESTS},
        clock=_clock(options["clock"]),
        rejoin=_seat(options["rejoin"]),
    )
    if agent is None:
        return sessions.play_as_person(terminal, address, request)
    return sessions.play_as_agent(terminal, address, request, agent, options["games"])


def _check(context: click.Context) -> None:
    given = {
        name
        for name in context.params
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    instead = [name for name in _INSTEAD if name in given]
    if len(instead) > 1:
        first, second = (_INSTEAD[name] for name in instead[:2])
        raise click.UsageError(f"{first} and {second} exclude each other")
    for name in instead:
        allowed = ("rules", "size") if name == "compat" else ()
        only_players = ("agent",) if name in ("watch", "listing") else ()
        for other in (*_OF_NEW_GAMES, *only_players):
            if other in given and other not in allowed:
                raise click.UsageError(f"--{other} means nothing with {_INSTEAD[name]}")
    if "agent" not in given:
        for name in _OF_AGENTS:
            if name in given:
                raise click.UsageError(f"--{name} needs --agent")


def _name(name: str | None, agent: str | None) -> str:
    """Return the name of the client: by default the agent's description or the user's name."""
    if name is None and agent is None:
        try:
            name = getpass.getuser()
        except (OSError, KeyError, ImportError):  # the user has no name
            name = "guest"
    text = name or agent or "guest"
    return "".join(letter for letter in text if letter.isprintable())[:_LONGEST_NAME]


def _clock(text: str | None) -> "ClockSetting | None":
    if text is None:
        return None
    from obversi.arena.game.plan import parse_clock
    from obversi.wire.session import ClockSetting

    control = parse_clock(text)
    assert control.clock is not None
    return ClockSetting(control.clock, control.increment)


def _seat(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    game, colon, token = text.rpartition(":")
    if not (game and colon and token):
        raise click.UsageError(f"{text!r} is not a seat: expected the game and the token, ID:TOKEN")
    return game, token
