"""A class of students who all handed in something else: files for the judge, made by chance.

Each agent searches a move or two ahead with an evaluation of its own, and never takes more than a
few thousandths of a second, so that its games depend on no clock.
"""

from pathlib import Path
from random import Random

_TEMPLATE = '''"""What {name} handed in: {depth} ahead, on a table of squares."""

DEPTH = {depth}
WORTH = {worth}  # of corners, their neighbours, other edges and the rest
MOBILITY = {mobility}


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.size = chessboard_size
        self.color = color
        self.candidate_list = []
        # A column more than the board has, always empty, so that no line goes on in the next row.
        self.wide = chessboard_size + 1
        self.steps = [1, -1, self.wide, -self.wide]
        self.steps += [self.wide + 1, -self.wide - 1, self.wide - 1, 1 - self.wide]
        self.squares = [r * self.wide + c for r in range(self.size) for c in range(self.size)]
        self.board = sum(1 << square for square in self.squares)
        self.tables = [(self.group(number), WORTH[number]) for number in range(4)]

    def group(self, number):
        last = self.size - 1
        found = 0
        for square in self.squares:
            row, column = divmod(square, self.wide)
            near = sum(min(place, last - place) < 2 for place in (row, column))
            edges = sum(place in (0, last) for place in (row, column))
            kind = 0 if edges == 2 else 1 if near == 2 else 2 if edges else 3
            if kind == number:
                found |= 1 << square
        return found

    def go(self, chessboard):
        self.candidate_list.clear()
        own = other = 0
        for square in self.squares:
            disc = chessboard[square // self.wide][square % self.wide]
            if disc == self.color:
                own |= 1 << square
            elif disc:
                other |= 1 << square
        moves = self.moves(own, other)
        self.candidate_list += [divmod(move, self.wide) for move in moves]
        if moves:
            best = max(moves, key=lambda move: -self.search(*self.after(own, other, move), DEPTH))
            self.candidate_list.append(divmod(best, self.wide))

    def search(self, own, other, depth):
        if not depth:
            return self.evaluate(own, other)
        moves = self.moves(own, other)
        if not moves:
            return self.evaluate(own, other)
        return max(-self.search(*self.after(own, other, move), depth - 1) for move in moves)

    def evaluate(self, own, other):
        mobility = self.legal(own, other).bit_count() - self.legal(other, own).bit_count()
        value = MOBILITY * mobility
        for squares, worth in self.tables:
            value += worth * ((own & squares).bit_count() - (other & squares).bit_count())
        return value

    def moves(self, own, other):
        found = self.legal(own, other)
        return [square for square in self.squares if found >> square & 1]

    def legal(self, own, other):
        found = 0
        for step in self.steps:
            line = self.moved(own, step) & other
            for _ in range(self.size - 3):
                line |= self.moved(line, step) & other
            found |= self.moved(line, step)
        return found & self.board & ~(own | other)

    def after(self, own, other, move):
        turned = 0
        for step in self.steps:
            line = self.moved(1 << move, step) & other
            for _ in range(self.size - 3):
                line |= self.moved(line, step) & other
            if self.moved(line, step) & own:
                turned |= line
        return other & ~turned, own | turned | 1 << move

    @staticmethod
    def moved(squares, step):
        return squares << step if step > 0 else squares >> -step
'''

# What two of a class hand in: a file that Python cannot read, and one that is not what was options.
BROKEN = (
    "class AI:\n    def go(self, chessboard)\n        pass\n",
    "class Player:\n    def go(self, chessboard):\n        pass\n",
)


def write_class(folder: Path, students: int, broken: int = 0, seed: int = 1) -> list[str]:
    """Write the files of a class into a folder, and return the names of those that play.

    The last ones are broken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    random = Random(seed)
    names = [f"student{number:02}" for number in range(1, students + 1)]
    for number, name in enumerate(names):
        worth = [random.randint(-60, 20), *(random.randint(-20, 20) for _ in range(3))]
        text = _TEMPLATE.format(
            name=name, depth=random.randint(0, 1), worth=worth, mobility=random.randint(-9, 9)
        )
        if number >= students - broken:
            text = BROKEN[(students - 1 - number) % len(BROKEN)]
        (folder / f"{name}.py").write_text(text)
    return names[: students - broken]
