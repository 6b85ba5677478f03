"""Wrong input of all commands: one line on stderr that names the problem, and an exit status."""

import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result
from command_tree import leaf_commands

from obversi.cli import main

Command = Callable[..., Result]

CELLS = "expected 16, 36 or 64 cells"
NO_STORE = "missing.db cannot be used: there is no such file"
NO_BOOK = "missing.obb cannot be read: No such file"

# The command line, and what its message says.
WRONG = (
    ("shwo", "there is no command 'shwo': did you mean 'show'?"),
    ("--nonsense", "--nonsense"),
    # Play
    ("play humn", "did you mean 'human'?"),
    ("play human gredy", "did you mean 'greedy'?"),
    ("play human random:sede=1", "did you mean 'seed'?"),
    ("play human engine:second=1", "did you mean 'seconds'?"),
    ("play human engine:seconds=0", "the limit 'seconds' cannot be 0"),
    ("play human human human", "two can play, not 3"),
    ("play --level 13", "'13' is not a whole number from 0 to 12"),
    ("play --color red", "'red' is not one of 'black', 'white'"),
    ("play --hint-seconds 0", "'0' is not a number above 0"),
    ("play --position XO", "XO"),
    ("play --position '----XO X'", CELLS),
    ("play --moves f5f5", "f5"),
    ("play --seed x", "'x'"),
    ("web --port 99999", "'99999' is not a whole number from 0 to 65535"),
    ("web --workers 0", "'0' is not a whole number from 1"),
    ("web --metrics-port -1", "'-1' is not a whole number from 0 to 65535"),
    ("web --proxy 10.0.0.0/99", "'10.0.0.0/99' is not an address or a network"),
    ("web --engine 10.0.0.1:8786", "'10.0.0.1:8786' does not begin with tcp://"),
    ("web --drain nan", "'nan' is not a number from 0 to 3600"),
    ("web --log-format xml", "'xml' is not one of 'text', 'json'"),
    ("web --agent gredy", "did you mean 'greedy'?"),
    ("web --book missing.obb", NO_BOOK),
    ("web --game-database missing.db", "missing.db"),
    ("web --game-database mysql://h/g", "'mysql://h/g' is no file, and does not begin with"),
    ("web --game-database postgresql://127.0.0.1:1/games", "Connection refused"),
    ("web --studies missing/studies.db", "there is no folder missing"),
    ("web --store games.db", "'games.db' does not begin with postgresql://"),
    ("web --no-open --store postgresql://127.0.0.1:1/games", "Connection refused"),
    ("watch greedy", "WHITE"),
    ("watch greedy gredy", "did you mean 'greedy'?"),
    ("watch human greedy", "only agents can be watched"),
    ("watch greedy random --delay 61", "'61' is not a number from 0 to 60"),
    ("connect", "HOST"),
    ("connect localhost 0", "'0' is not a whole number from 1 to 65535"),
    ("connect localhost --games 3", "--games needs --agent"),
    ("connect localhost --rejoin here", "'here' is not a seat"),
    ("connect localhost --clock soon", "'soon' is not a clock"),
    ("puzzles show n8-999", "there is no puzzle 'n8-999'"),
    ("puzzles solve 1 --file missing.txt", "missing.txt: No such file"),
    ("puzzles list --theme luck", "'luck' is not one of"),
    ("puzzles make / games.ggf", "is a directory"),
    ("puzzles make new.txt missing.ggf", "missing.ggf: No such file"),
    ("puzzles make new.txt --player anna", "--player needs GAMES"),
    ("puzzles make new.txt --count 0", "'0' is not a whole number from 1"),
    ("puzzles make new.txt --engine-games 0", "'0' is not a whole number from 1"),
    # Analyse
    ("show --sise 4", "--sise"),
    ("show --size 5", "'5'"),
    ("show --rules misere", "misere"),
    ("show -b", "'-b'"),
    ("show nonsense", "nonsense"),
    ("show f5f5", "ply 2"),
    ("show ''", "empty"),
    ("show one two", "two"),
    ("show '----XO X'", CELLS),
    ("show missing.ggf", "missing.ggf: No such file"),
    ("show ./missing", "missing: No such file"),
    ("show /", "/: Is a directory"),
    ("show --svg missing/board.svg", "missing/board.svg: No such file"),
    ("analyse nonsense", "nonsense"),
    ("analyse '----XO X'", CELLS),
    ("analyse XXXX------------X", "position 1: the game is over"),
    ("analyse f5d6 --steps", "--steps is for positions"),
    ("analyse f5d6 --stream", "no position beside them"),
    ("analyse --seconds 0", "'--seconds': '0' is not a number above 0"),
    ("analyse --seconds nan", "'--seconds': 'nan' is not a number above 0"),
    ("analyse --depth -1", "'--depth': '-1' is not a whole number from 1"),
    ("analyse --depth 1000", "'--depth': '1000' is not a whole number from 1 to 60"),
    ("analyse --nodes 0", "'--nodes': '0' is not a whole number from 1"),
    ("analyse --nodes 1e6", "'1e6' is not a valid integer"),
    ("analyse --threads 99999", "'99999' is not a whole number from 1 to 1024"),
    ("analyse --top 0", "'0' is neither a number above 0 nor 'all'"),
    ("analyse --top some", "'some' is neither a number above 0 nor 'all'"),
    ("solve", "the start of 8×8 is too far from the end"),
    ("solve nonsense", "nonsense"),
    ("solve missing.obf", "missing.obf: No such file"),
    ("solve f5f5", "ply 2"),
    ("solve suite:misere", "'misere' is no suite"),
    ("solve '----XO X'", CELLS),
    ("solve XXXX------------X", "position 1: the game is over"),
    ("solve --size 4 --wld --window -2 2", "--wld is a window itself"),
    ("solve --size 4 --window 2 -2", "(2, -2) is no window"),
    ("solve --size 4 --window 2", "--window"),
    ("solve --size 4 --window -65 64", "'-65' is not a whole number from -64 to 64"),
    ("solve --size 4 --threads 0", "'--threads': '0' is not a whole number from 1"),
    ("solve --size 4 --hash-mb -5", "'--hash-mb': '-5' is not a whole number from 1"),
    ("solve --size 4 --hash-mb many", "many"),
    ("review", "GAME"),
    ("review f5f5", "ply 2"),
    ("review f5d6 --depth 99", "'99' is not a whole number from 1 to 60"),
    ("review f5d6 --boards -1", "'-1' is not a whole number from 0"),
    ("explain f5d6 --evaluation nothing", "there is no evaluation 'nothing'"),
    ("explain '----XO X'", CELLS),
    ("tree '----XO X'", CELLS),
    ("tree --depth 99", "'99' is not a whole number from 1"),
    ("tree --search deepest", "'deepest' is not one of"),
    ("book shwo", "did you mean 'show'?"),
    ("book '----XO X'", CELLS),
    ("book show f5d6 --book missing.obb", NO_BOOK),
    ("book stats missing.obb", NO_BOOK),
    ("book report missing/page.md", "missing/page.md cannot be written: there is no folder"),
    ("book grow my.db", "give --positions or --minutes"),
    ("book grow my.db --positions 1000000000000", "is not a whole number from 0"),
    ("book grow my.db --minutes nan", "'nan' is not a number above 0"),
    ("book add missing.db f5d6", NO_STORE),
    ("book solve missing.db --empties 60", "'60' is not a whole number from 0 to 36"),
    ("book deepen missing.db", "--depth"),
    ("book learn my.db", "give --games or --minutes"),
    ("book learn missing.db --games 1", NO_STORE),
    ("book verify missing.obb --sample 0", "'0' is not a whole number from 1"),
    ("book import missing.dat my.db", "missing.dat cannot be read: No such file"),
    ("book export missing.db my.doc", "the ending of 'my.doc' names no book"),
    ("book merge my.db", "FILES"),
    ("book prune missing.db out.db --positions 0", "'0' is not a whole number from 1"),
    # Compete
    ("agents gredy", "did you mean 'greedy'?"),
    ("agents greedy --toml", "no evaluation that fits in a file"),
    ("match greedy", "'B'"),
    ("match greedy gredy", "did you mean 'greedy'?"),
    ("match greedy random --games 0", "'0' is not a whole number from 1"),
    ("match greedy random --games 1000000000000", "is not a whole number from 1"),
    ("match greedy random --plies 61", "'61' is not a whole number from 0 to 60"),
    ("match greedy random --clock fast", "'fast' is not a clock"),
    ("match greedy random --sprt 5", "'5' is not a test"),
    ("match greedy random --openings missing.ggf", "missing.ggf: No such file"),
    ("games greedy gredy", "did you mean 'greedy'?"),
    ("games greedy random --games 0", "'--games': '0' is not a whole number from 1"),
    ("games greedy random --threads 0", "'--threads': '0' is not a whole number from 1"),
    ("games greedy random --time 0", "'--time': '0' is not a number above 0"),
    ("games greedy random --solved 21", "'21' is not a whole number from 0 to 20"),
    ("games greedy random --seed 99999999999999999999", "has more than 64 bits"),
    ("games greedy random --openings missing.ggf", "missing.ggf: No such file"),
    ("games greedy random --openings balanced --size 4", "no balanced"),
    ("games greedy random --rounds few", "few"),
    ("games greedy random --balanced -1", "'--balanced': '-1' is not a number from 0"),
    ("arena runn", "did you mean 'run'?"),
    ("arena run greedy", "a tournament of 1 agent cannot be played"),
    ("arena run greedy random --pairs 0", "'0' is not a whole number from 1"),
    ("arena run greedy random --rounds 0", "'0' is not a whole number from 1"),
    ("arena run greedy random --adjudicate 64", "'64' is not a whole number from 0 to 20"),
    ("arena run greedy random --report page.pdf", "'page.pdf' must end in .html"),
    ("arena list --db missing.db", NO_STORE),
    ("arena show 7 --db missing.db", NO_STORE),
    ("arena resume --db missing.db", NO_STORE),
    ("arena export 1 games.ggf --db missing.db", NO_STORE),
    ("arena ladder --pairs 0", "'0' is not a whole number from 1"),
    ("judge check missing.py", "missing.py: No such file"),
    ("judge check ''", "'' is not a file name"),
    ("judge check missing.py --games 1001", "'1001' is not a whole number from 1 to 1000"),
    ("judge check missing.py --preset cs999", "there is no preset 'cs999'"),
    ("judge run missing", "'missing' does not exist"),
    ("judge run . --roster missing.csv", "missing.csv: it cannot be read: No such file"),
    ("judge run . --new --update", "give one of them"),
    ("judge run . --cluster odd://there", "there is no Dask scheduler at 'odd://there'"),
    ("judge presets cs999", "there is no preset 'cs999'"),
    ("judge sandbox now", "now"),
    # Experiment
    ("lab list --nothing", "--nothing"),
    ("lab run", "NAME"),
    ("lab run breath", "did you mean 'breadth'?"),
    ("lab run breadth --games 0", "'0' is not a whole number from 1"),
    ("lab run breadth --threads 2000", "'2000' is not a whole number from 1 to 1024"),
    ("lab all --games 100000000000", "is not a whole number from 1"),
    ("lab page --out missing", "missing has no finished results"),
    ("lab round-robin greedy", "needs two agents or more"),
    ("lab round-robin greedy random --figure table.pdf", "table.pdf is not a figure"),
    ("lab win-rate nothing", "there is no evaluation 'nothing'"),
    ("lab win-rate r2 --solved 60", "'60' is not a whole number from 0 to 20"),
    ("lab value-loss r2 --plies 99", "'99' is not a whole number from 1"),
    ("lab value-loss r2 --empties 30", "'30' is not a whole number from 1"),
    ("lab search-depth r2 --depth 99", "'99' is not a whole number from 2"),
    ("lab search-depth r2 --seconds inf", "'inf' is not a number above 0"),
    ("lab tune", "EVALUATION"),
    ("lab tune r2 --out study --depth 99", "'99' is not a whole number from 1 to 10"),
    ("lab tune r2 --out study --population 1", "'1' is not a whole number from 4"),
    ("lab tune r2 --out study --require winrate=1", "did you mean 'win-rate'?"),
    ("lab study missing", "there is no study in missing"),
    ("perft 99", "'99' is not a whole number from 0 to 20"),
    ("perft many", "many"),
    ("perft -- -1", "'-1' is not a whole number from 0"),
    ("perft 3 --position f5f5", "f5"),
    ("bench --slow", "--slow"),
    # Learn
    ("train", "--out"),
    ("train --out missing/my.obw", "missing/my.obw cannot be written: there is no folder"),
    ("train --out my.obw --minutes 0", "'0' is not a number above 0"),
    ("train --out my.obw --size 5", "'5'"),
    ("training games g", "give --games or --minutes"),
    ("training games g --games 2 --depth 99", "'99' is not a whole number from 0 to 60"),
    ("training games g --games 2 --noise 101", "'101' is not a whole number from 0 to 100"),
    ("training add g missing.ggf", "missing.ggf: No such file"),
    ("training teacher missing --out t.pt", "missing is not a folder of games"),
    ("training fit missing --out my.obw", "missing is not a folder of games"),
    ("training fit missing --out my.obw --phases 0", "'0' is not a whole number from 1"),
    ("training probcut missing.obw g", "missing.obw cannot be read"),
    ("training gate missing.obw other.obw", "missing.obw cannot be read"),
    ("training gate missing.obw other.obw --games 0", "'0' is not a whole number from 1"),
    # Serve
    ("serve --port 70000", "'70000' is not a whole number from 0 to 65535"),
    ("serve --connections 0", "'0' is not a whole number from 1"),
    ("serve --think nan", "'nan' is not a number above 0"),
    ("serve --store mysql://host/games", "'mysql://host/games' does not begin with postgresql://"),
    ("serve --store postgresql://127.0.0.1:1/games", "Connection refused"),
    ("serve --store postgresql://h/g --db games.db", "use one of them"),
    ("serve --export games.ggf --store postgresql://127.0.0.1:1/g", "Connection refused"),
    ("serve --bus redis://127.0.0.1:1", "--bus needs --store"),
    ("serve --bus http://127.0.0.1:1", "'http://127.0.0.1:1' does not begin with redis://"),
    ("serve --against greedy", "--against needs --compat cs621"),
    ("nboard --level 13", "'13' is not a whole number from 0 to 12"),
    ("nboard --depth 99", "'99' is not a whole number from 1 to 60"),
    ("gtp --hash-mb 0", "'0' is not a whole number from 1"),
    ("gtp --tolerance 65", "'65' is not a whole number from 0 to 64"),
    # Files
    ("site", "OUT"),
    ("site public --docs missing", "missing has no index.html: build the documentation first"),
    ("convert", "INPUT"),
    ("convert missing.ggf --to json", "missing.ggf: No such file"),
    ("convert f5d6", "--to"),
    ("convert f5d6 game.doc", "game.doc"),
    ("convert f5d6 --to wthor", "wthor"),
    ("convert f5d6 --to pgn", "pgn"),
    ("convert f5d6 --to json --from svg", "svg"),
    ("db import my.db", "SOURCES"),
    ("db import my.db missing.ggf", "missing.ggf cannot be read: No such file"),
    ("db games missing.db", NO_STORE),
    ("db games missing.db --page 0", "'0' is not a whole number from 1"),
    ("db games missing.db --years soon", "'soon' is no range of years"),
    ("db position missing.db '----XO X'", CELLS),
    ("db players missing.db --limit 0", "'0' is not a whole number from 1"),
    ("db stats missing.db", NO_STORE),
    ("db stats postgresql://127.0.0.1:1/games", "Connection refused"),
    ("db games mysql://h/g", "'mysql://h/g' is no file, and does not begin with postgresql://"),
    ("db export missing.db out.doc", "the ending of 'out.doc' names no format to write"),
)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("line", "named"), WRONG)
def test_wrong_input_is_one_line_and_status_2(
    obversi: Command, folder: Path, line: str, named: str
) -> None:
    result = obversi(*shlex.split(line))
    assert result.exit_code == 2
    assert result.stdout == ""
    [message] = result.stderr.splitlines()
    assert message.startswith("obversi: ")
    assert named in message
    assert list(folder.iterdir()) == []


def test_each_command_has_wrong_input_here() -> None:
    lines = [f"{line} " for line, _ in WRONG]
    assert len(lines) >= 100
    names = [name for name, _ in leaf_commands(main)]
    assert [name for name in names if not any(line.startswith(f"{name} ") for line in lines)] == []


def test_what_is_left_out_or_fails_is_status_1(obversi: Command) -> None:
    skipped = obversi("convert", "----XO X", "--to", "json")
    assert (skipped.exit_code, skipped.stdout) == (1, "")
    assert CELLS in skipped.stderr
    assert skipped.stderr.endswith("1 read, 0 written, 1 skipped\n")
    unreachable = obversi("connect", "localhost", "1", "--list")
    assert (unreachable.exit_code, unreachable.stdout) == (1, "")
    assert "no connection to localhost port 1" in unreachable.stderr


# All numbers have bounds


@pytest.mark.parametrize(
    ("name", "command"), [pytest.param(*each, id=each[0]) for each in leaf_commands(main)]
)
def test_numbers_have_bounds(name: str, command: click.Command) -> None:
    for parameter in command.params:
        kind = parameter.type
        if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
            least, most = getattr(kind, "min", None), getattr(kind, "max", None)
            assert least is not None, f"{name} {parameter.name} has no lower bound"
            assert most is not None, f"{name} {parameter.name} has no upper bound"
            assert least < most
