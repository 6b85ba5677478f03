"""A game at the prompt: who plays, what was played, and what can be asked about it."""

from obversi.cli.game.adviser import Adviser
from obversi.cli.game.players import PERSON, Player, level_player, player_of
from obversi.cli.game.terminal_game import TerminalGame

__all__ = ["PERSON", "Adviser", "Player", "TerminalGame", "level_player", "player_of"]
