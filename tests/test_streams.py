"""Standard streams as a shell may leave them: closed, full, or with nobody who reads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from explainer import __main__ as program
from tests.in_process import call

pytestmark = pytest.mark.slow

LINES = "비가 온다.\n☃\n책을 읽는다.\n"
TRANSLATE = "translate ko-toy --beam 1"


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("given") / "in.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


def shell(command: str, models: Path, folder: Path) -> tuple[int, str, str]:
    """What `command` gives in bash, where $PROGRAM is ours: status, output, error."""
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        check=False,
        cwd=folder,
        encoding="utf-8",
        env={
            **os.environ,
            "PROGRAM": f"{sys.executable} -m explainer",
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
            "EXPLAINER_PRETRAINED": str(models),
        },
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def plain(models_folder: Path, given: Path) -> tuple[int, str, str]:
    """The same with all streams in order."""
    folder = str(models_folder)
    read = given.read_bytes()
    done = call(program.main, *TRANSLATE.split(), given=read, EXPLAINER_PRETRAINED=folder)
    found = done.returncode, done.stdout.decode(), done.stderr.decode()
    assert found[0] == 1 and found[1].count("\n") == 3
    assert found[2].startswith("line 2: no_known_tokens")
    return found


@pytest.mark.parametrize(("closed", "said"), [("stdin", "input"), ("stdout", "output")])
def test_a_stream_that_is_needed_is_named(models_folder: Path, closed: str, said: str) -> None:
    folder = str(models_folder)
    done = call(program.main, *TRANSLATE.split(), closed=closed, EXPLAINER_PRETRAINED=folder)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"error: standard {said} is closed\n"


def test_a_full_output_is_told(models_folder: Path, tmp_path: Path) -> None:
    found = shell("$PROGRAM models > /dev/full", models_folder, tmp_path)
    assert found == (2, "", "error: [Errno 28] No space left on device\n")


def test_a_file_is_translated_with_all_streams_closed(models_folder, given, plain, tmp_path):
    """Nor does a file that is opened then get what is said on standard error."""
    command = f"$PROGRAM {TRANSLATE} --input {given} --output"
    found = shell(f"{command} o.txt <&- >&- 2>&-", models_folder, tmp_path)
    assert found == (1, "", "")
    assert (tmp_path / "o.txt").read_text("utf-8") == plain[1]


def test_nothing_is_lost_when_nobody_reads_what_is_wrong(models_folder, given, plain, tmp_path):
    """The second line has no translation, and that is said on standard error."""
    found = shell(f"$PROGRAM {TRANSLATE} < {given} 2>/dev/full", models_folder, tmp_path)
    assert found == (1, plain[1], "")
    folder, read = str(models_folder), given.read_bytes()
    alone = call(
        program.main, *TRANSLATE.split(), given=read, closed="stderr", EXPLAINER_PRETRAINED=folder
    )
    assert (alone.returncode, alone.stdout.decode()) == (1, plain[1])


def test_a_reader_who_has_gone_is_no_mistake(models_folder: Path, tmp_path: Path) -> None:
    """When the second block is written: `head` has read a line of the first."""
    script = f"yes 책을 | head -600 | $PROGRAM {TRANSLATE} | head -1; echo ${{PIPESTATUS[2]}}"
    status, said, wrong = shell(script, models_folder, tmp_path)
    assert (status, said.splitlines()[1:], wrong) == (0, ["0"], "")
