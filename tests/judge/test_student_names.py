"""Names of students become names of files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obversi.judge.student_names import safe_name, unique_names


@pytest.mark.parametrize(
    ("written", "safe"),
    [
        ("anna", "anna"),
        ("李小龙", "李小龙"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),  # the same letter, written as two
        ("José María", "José_María"),
        ("../../etc/passwd", "etc_passwd"),
        ("a:b=c", "a_b_c"),
        ("<script>alert(1)</script>", "script_alert_1_script"),
        ("=1+1", "1_1"),
        ("-rf", "rf"),
        (".hidden", "hidden"),
        ("🙂", "student"),
        ("", "student"),
        ("a\udcff", "a"),  # a byte that is no UTF-8
        ("\u202eevil", "evil"),  # would be shown from right to left
        ("x" * 300, "x" * 60),
        ("अनुष्का", "अनुष्का"),
    ],
)
def test_a_name_is_safe(written: str, safe: str) -> None:
    assert safe_name(written) == safe


@given(st.lists(st.text(max_size=80), max_size=12))
def test_names_are_safe_and_no_two_are_alike(texts: list[str]) -> None:
    names = unique_names(texts)
    assert len({name.casefold() for name in names}) == len(texts)
    for name in names:
        assert name == safe_name(name)
        assert len(name.encode()) < 200


def test_a_number_that_someone_has_is_not_given_again() -> None:
    assert unique_names(["a", "a-2", "A"]) == ["a", "a-2", "A-3"]
