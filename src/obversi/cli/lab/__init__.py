"""``obversi lab``: experiments with error bars, measures of strength, and tuning."""

from obversi.cli import command_group
from obversi.cli.options import examples

lab_command = command_group(
    __name__,
    """Repeat the experiments of five reports with error bars, and tune evaluations.""",
    {
        "The experiments of the reports": {
            "experiments.list": "List the experiments and their state.",
            "experiments.run": "Run experiments, or resume them.",
            "experiments.all": "Run all experiments, and write one page.",
            "experiments.page": "Write the page about finished experiments.",
        },
        "Measures of strength": {
            "measures.round-robin": "Let agents play each other, and find cycles.",
            "measures.win-rate": "Measure the score of evaluations against random play.",
            "measures.value-loss": "Compare evaluations with exact values.",
            "measures.search-depth": "Measure the depth that evaluations let a search reach.",
        },
        "Tuning": {
            "tune": "Search for better weights of an evaluation.",
            "tune.study": "Show the result of a tuning study.",
        },
    },
    examples(
        "obversi lab list             all experiments",
        "obversi lab run breadth      how many moves there are to choose from",
        "obversi lab all              every experiment, and one page about them",
    ),
    needs=("lab", "scipy", "jinja2"),
)
