"""Equal and nearly equal submissions, found whatever their names and comments are."""

from random import Random

from class_agents import SILENT, agent

from obversi.judge.similarity import Similarity, normalised_tokens, similar_submissions

ANNA = agent("row * 3 - col")


def renamed(source: str) -> str:
    """Return the same code with other names, comments, spaces and a docstring."""
    for old, new in {
        "legal": "possible",
        "squares": "places",
        "seen": "count",
        "self": "me",
    }.items():
        source = source.replace(old, new)
    lines = [f"{line}  # note" if line.strip() else line for line in source.splitlines()]
    return '"""My own work."""\n\n\n' + "\n\n".join(lines).replace("    ", "  ") + "\n"


def longer(source: str, seed: int) -> str:
    """Return the code with statements of its own in front of it."""
    random = Random(seed)
    words = ["x", "(x + 1)", "[x]", "-x", "x * x", "len(str(x))", "{x: 1}", "not x"]
    signs = ["+", "-", "*", "//", "%", "<", "==", "and"]
    sums = (f" {random.choice(signs)} ".join(random.choices(words, k=6)) for _ in range(8))
    return "".join(f"def f(x):\n    return {text}\n" for text in sums) + source


def test_names_comments_and_spaces_do_not_count() -> None:
    assert normalised_tokens(renamed(ANNA)) == normalised_tokens(ANNA)
    assert normalised_tokens("x = 1") != normalised_tokens("x = 2")
    assert normalised_tokens("while x: pass") != normalised_tokens("if x: pass")
    assert normalised_tokens("a = 'one'") == normalised_tokens('b = "two"')
    assert normalised_tokens("x = (1,\n") == ["name", "=", "(", "1", ","]


def test_equal_and_nearly_equal_submissions_are_pointed_out() -> None:
    files = {
        "anna": [ANNA],
        "bob": [ANNA],
        "carl": [renamed(ANNA)],
        "dora": [longer(ANNA, 1)],
        "emil": [SILENT],
        "fay": ["x = 1"],
    }
    same, other_names, nearly = similar_submissions(files)
    assert same == Similarity(("anna", "bob"), same_bytes=True)
    assert other_names == Similarity(("anna", "bob", "carl"))
    assert nearly.names == ("anna", "bob", "carl", "dora")
    assert 0.9 < nearly.share < 1


def test_code_that_the_course_gave_is_no_copy() -> None:
    given = {f"student{number}": [longer(ANNA, number)] for number in range(8)}
    assert similar_submissions(given) == ()
    copied = {**given, "copy": [renamed(longer(ANNA, 3))]}
    assert similar_submissions(copied) == (Similarity(("student3", "copy")),)


def test_several_files_are_compared_together() -> None:
    head, tail = ANNA[: ANNA.index("    def turns")], ANNA[ANNA.index("    def turns") :]
    found = similar_submissions({"anna": [ANNA], "bob": [head, "class B:\n" + tail]})
    assert [one.names for one in found] == [("anna", "bob")]
    assert found[0].share > 0.8


def test_nothing_to_compare() -> None:
    assert similar_submissions({}) == ()
    assert similar_submissions({"anna": [""], "bob": []}) == ()
