"""``obversi book``: look up openings, and make books."""

import re

import click

from obversi.arguments import suggestion
from obversi.cli import LazyGroup, command_group
from obversi.cli.options import examples

# Neither moves nor a board, which have digits, hyphens or capital letters.
_WORD = re.compile("[a-z]{3,}")


class _BookGroup(LazyGroup):
    """A group whose first argument may be a position, which is shown."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the command; other arguments are for `show`, also positions that begin with -."""
        names = self.list_commands(ctx)
        if args and args[0] not in (*names, *ctx.help_option_names):
            if _WORD.fullmatch(args[0]):
                ctx.fail(f"there is no command {args[0]!r}: {suggestion(args[0], names)}")
            args = ["show", *args]
        return super().parse_args(ctx, args)


book_command = command_group(
    __name__,
    """Look up openings: what each move is worth. Make, check and convert books.""",
    {
        "Look up": {
            "lookup.show": "Show the moves of a position.",
            "lookup.stats": "Describe a book.",
            "lookup.report": "Write a page about openings.",
        },
        "Make": {
            "growth.grow": "Let a book grow.",
            "growth.add": "Add the openings of games.",
            "growth.solve": "Solve late positions.",
            "growth.deepen": "Search the best lines deeper.",
            "learning.learn": "Play games, and prefer what wins.",
            "growth.verify": "Search a sample deeper.",
        },
        "Files": {
            "files.import": "Make a working copy of a book.",
            "files.export": "Write a compact file, or one for another program.",
            "files.merge": "Join books.",
            "files.prune": "Keep the positions nearest to best play.",
        },
    },
    examples(
        "obversi book f5d6c3                               the moves of an opening",
        "obversi book show f5d6 --rules reversed           of the reversed game",
        "obversi book grow my.db --minutes 60              a book of your own",
        "obversi book export my.db my.obb                  a compact file of it",
    ),
    kind=_BookGroup,
)
