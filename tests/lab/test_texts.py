"""The words of the experiments: every template is used, and every text that is used is there."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from obversi.lab.finding import Texts

LAB = Path(str(files("obversi.lab")))
NAMES = sorted(path.stem for path in (LAB / "texts").glob("*.toml"))


def source(name: str) -> str:
    path = LAB / ("finding.py" if name == "claims" else f"experiments/{name}.py")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_templates_and_their_uses_have_the_same_names(name: str) -> None:
    calls = r'_TEXTS\.(?:text\(|finding\(|table\(|diagram\(\s*\w+,)\s*f?"([^"]+)"'
    uses = re.findall(calls, source(name))
    patterns = [re.sub(r"\{\w+\}", r"\\w+", use) for use in uses]
    templates = Texts(name).templates
    assert {key for key in templates if not any(re.fullmatch(p, key) for p in patterns)} == set()
    assert [p for p in patterns if not any(re.fullmatch(p, key) for key in templates)] == []


def test_a_finding_has_the_sentence_of_its_case() -> None:
    texts = Texts("none")
    texts.__dict__["templates"] = {
        "size": {
            "what": "size of {name}",
            "reported": "9",
            "ours": "{size:.1f}",
            "agrees": "Right.",
            "differs": "Wrong: {size:.1f}.",
            "sentence": "Open.",
        },
        "more": {"true": "more {name}", "1": "above"},
    }
    numbers = {"name": "a", "size": 8.25}
    finding = texts.finding("size", "differs", **numbers)
    assert (finding.what, finding.reported, finding.ours) == ("size of a", "9", "8.2")
    assert finding.sentence == "Wrong: 8.2."
    assert texts.finding("size", "new", "agrees", **numbers).sentence == "Right."
    assert texts.finding("size", "open", **numbers).sentence == "Open."
    assert texts.text("more", True, name="discs") == "more discs"
    assert texts.text("more", 1) == "above"
