"""Which build of the core is loaded, and what is said when none can be."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import obversi as ob
from obversi import _processor, core_variant
from obversi.core_variant import choose, load

VARIANTS = [("x86-64-v4", ["avx512f", "avx512vl"]), ("x86-64-v3", []), ("x86-64-v2", [])]


def test_the_first_that_lacks_nothing_is_chosen() -> None:
    assert choose(VARIANTS, "") == "x86-64-v3"
    assert choose([("x86-64-v4", []), *VARIANTS[1:]], "") == "x86-64-v4"


def test_a_variant_can_be_forced() -> None:
    assert choose(VARIANTS, "x86-64-v2") == "x86-64-v2"


def test_an_unknown_variant_is_an_error_that_names_those_there_are() -> None:
    expected = "OBVERSI_CPU is 'v3', and this build of Obversi has x86-64-v4, x86-64-v3, x86-64-v2"
    with pytest.raises(ImportError, match=expected):
        choose(VARIANTS, "v3")


def test_a_forced_variant_must_be_one_that_the_processor_can_run() -> None:
    expected = "OBVERSI_CPU is 'x86-64-v4', but this processor lacks avx512f, avx512vl"
    with pytest.raises(ImportError, match=expected):
        choose(VARIANTS, "x86-64-v4")


def test_a_tuned_build_for_another_processor_says_what_to_do() -> None:
    expected = r"another processor: this processor lacks avx2\. Build it again .*OBVERSI_PORTABLE=1"
    with pytest.raises(ImportError, match=expected):
        choose([("native", ["avx2"])], "")


def test_a_processor_that_is_too_old_is_an_error() -> None:
    with pytest.raises(ImportError, match=r"needs a newer processor: for x86-64-v2, .*sse4\.2"):
        choose([("x86-64-v3", ["avx2", "sse4.2"]), ("x86-64-v2", ["sse4.2"])], "")


def test_this_processor_can_run_the_variant_in_use() -> None:
    assert dict(_processor.variants())[core_variant.VARIANT] == []


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ImportError, match=r"no file _core\.x86-64-v3 in .*: install Obversi again"):
        load("x86-64-v3", tmp_path)


# Files of variants that never existed; the better one would not load, and must not be touched.
PROGRAM = """
import sys, types
fake = types.ModuleType("obversi._processor")
fake.__file__ = sys.argv[1]
fake.variants = lambda: [("new", ["wings"]), ("old", [])]
sys.modules["obversi._processor"] = fake
import obversi as ob
from obversi.core_variant import VARIANT
core = sys.modules["obversi._core"]
import pickle
board = pickle.loads(pickle.dumps(ob.Board()))
print(VARIANT, core.__file__, core.__name__, core is ob._core, board == ob.Board())
print(type(board).__mro__[1].__module__, ob.perft(board, 5))
"""


def test_the_file_of_the_variant_is_loaded_under_the_name_of_the_core(tmp_path: Path) -> None:
    core = Path(ob._core.__file__)
    suffix = core.name.removeprefix("_core")
    file = tmp_path / f"_core.old{suffix}"
    shutil.copy(core, file)
    (tmp_path / f"_core.new{suffix}").write_text("not a library")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "_processor.so")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        f"old {file} obversi._core True True",
        f"obversi._core {ob.perft(ob.Board(), 5)}",
    ]
