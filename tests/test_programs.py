"""Programs that tests need: each is installed where no test may be skipped."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from programs import NO_SKIPS, PROGRAMS, needs_program, skip_without

yaml: Any = import_module("yaml")

TESTS = Path(__file__).parent
WORKFLOW = TESTS.parent / ".github" / "workflows" / "ci.yml"

SKIPS = {"pytest.skip", "pytest.mark.skip", "pytest.mark.skipif", "pytest.importorskip"}

# Why tests are skipped that need no program: the system, or the rights of the user.
OTHER_REASONS = {
    "'all of the tests give way already'",
    "'groups of this machine cannot limit cores'",
    "'it needs a server'",
    "'nothing can be hidden from root'",
    "'nothing is forbidden to this user'",
    "'only Linux has priorities of threads'",
    "'only Linux has schedstat'",
    "'only Linux shows the environment of processes'",
    "'only root has rights to give up'",
    "'other systems do not report this'",
    "'other systems list no open files'",
    "'root may write everywhere'",
    "'the limit on memory is that of Linux'",
    "'there is one core only'",
    "'there is one user only'",
    "'this machine has no huge pages'",
    "'this machine has no layer that hides files'",
    "'this system cannot bind processes to cores'",
    "'this system has no affinity'",
    "f'version {version} of Landlock knows neither signals nor connections'",
    "layers_missing",
}


def reasons(path: Path) -> Iterator[str]:
    """Return why tests of a file are skipped, as Python expressions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in SKIPS:
            named = [word.value for word in node.keywords if word.arg == "reason"]
            yield ast.unparse((named or node.args)[0])


def test_skips_for_programs_are_made_in_one_place() -> None:
    """Use `skip_without` or `needs_program` for a program, or add another reason here."""
    files = [path for path in TESTS.rglob("*.py") if path.name != "programs.py"]
    assert {reason for path in files for reason in reasons(path)} == OTHER_REASONS


@pytest.mark.parametrize(("program", "words"), PROGRAMS.items(), ids=PROGRAMS)
def test_the_workflow_installs_them(program: str, words: str) -> None:
    job = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["all-tests"]
    steps = [str(step.get("uses", step.get("run"))) for step in job["steps"]]
    *installs, run = [*(str(step.get("with")) for step in job["steps"]), *steps]
    assert any(words in step.replace("'", "") for step in installs), program
    assert f"{NO_SKIPS}=1" in run
    assert "make test long-tests" in run


def test_where_none_is_skipped_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NO_SKIPS, raising=False)
    with pytest.raises(pytest.skip.Exception, match="needs Redis: it is away"):
        skip_without("Redis", "it is away")
    assert needs_program("Redis", None).args == (True,)
    assert needs_program("Redis", "/bin/redis").args == (False,)
    monkeypatch.setenv(NO_SKIPS, "1")
    with pytest.raises(pytest.fail.Exception, match="needs Redis: it is away"):
        skip_without("Redis", "it is away")
    assert needs_program("Redis", None).args == (False,)
