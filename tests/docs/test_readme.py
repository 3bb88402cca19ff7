"""What README.md says is so: its commands, its tree, its links, its names."""

import os
import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from explainer import engine
from explainer.__main__ import parser as explainer_parser
from explainer.frame.course import chapters
from explainer.text import Text
from explainer.training.__main__ import own_of
from explainer.training.__main__ import parser as training_parser
from explainer.training.recipes import RECIPES
from tests.docs.readme import README, ROOT, all_blocks, block
from tests.layers.sources import files, text_of

TIMEOUT = 300  # seconds; only a script that hangs takes so long
START, TEST = block("command: start"), block("command: test")


def test_commands_start_the_app_and_run_all_checks() -> None:
    """Each is one line and begins with nothing."""
    for command in (START, TEST):
        assert "\n" not in command
        first, second, *_ = command.split(" && ")
        assert first == "python3.11 -m venv .venv"
        assert shlex.split(second)[:3] == [".venv/bin/pip", "install", "-r"]
        assert (ROOT / shlex.split(second)[3]).is_file()
    assert START.split(" && ")[2:] == [".venv/bin/streamlit run app.py"]
    assert TEST.split(" && ")[2:] == [
        ".venv/bin/ruff check .",
        ".venv/bin/ruff format --check .",
        ".venv/bin/mypy",
        ".venv/bin/python -m pytest -n 3 --dist worksteal --durations=25",
    ]
    assert (ROOT / "app.py").is_file()


@pytest.mark.parametrize("name", ["start", "test"])
def test_windows_takes_the_same_steps(name: str) -> None:
    """Steps are parted by ";": the PowerShell of Windows knows no "&&"."""
    here = block(f"command: {name}").split(" && ")
    there = block(f"command: {name} on Windows").split("; ")
    assert there[0] == "py -3.11 -m venv .venv" and "&" not in " ".join(there)
    for step in there[1:]:
        same = step.replace(".venv\\Scripts\\", ".venv/bin/").partition(" tests/")[0]
        assert any(other.startswith(same) for other in here), step
    tests = re.findall(r" (tests/\w+)(?= |$)", there[-1])
    assert all((ROOT / folder).is_dir() for folder in tests) and (name == "start" or tests)


def test_ci_runs_the_second_command_word_for_word() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    printed = subprocess.run(
        [script, "--print"], capture_output=True, text=True, timeout=TIMEOUT, check=True, cwd="/"
    )
    assert printed.stdout == TEST + "\n"
    assert "pytest" not in script.read_text(encoding="utf-8"), "the command is written twice"


def folders_of(root: Path) -> Iterator[str]:
    """Folders on the first two levels that hold anything but caches."""
    for entry in sorted(root.iterdir()):
        ours = not entry.name.startswith((".", "__")) and entry.name != "runs"
        if not entry.is_dir() or not ours:
            continue
        yield entry.name
        for below in sorted(entry.iterdir()):
            files = (p for p in below.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
            if below.is_dir() and below.name != "__pycache__" and any(files):
                yield f"{entry.name}/{below.name}"


def written_tree() -> dict[str, str]:
    """Path -> what README says about it."""
    written: dict[str, str] = {}
    parent = ""
    for line in block("tree").splitlines():
        name, _, meaning = line.strip().partition(" ")
        path = f"{parent}{name}" if line.startswith("  ") else name
        assert path not in written, f"{path} stands twice in README.md"
        written[path.rstrip("/")] = meaning.strip()
        parent = parent if line.startswith("  ") else name
    return written


def test_the_tree_is_the_real_tree() -> None:
    written = written_tree()
    real = set(folders_of(ROOT))
    named = {path for path in written if not (ROOT / path).is_file() and "." not in path}
    assert named | {path for path in written if (ROOT / path).is_dir()} == real
    files = {path for path in written if path not in real}
    assert files == {p.name for p in ROOT.iterdir() if p.is_file() and not p.name.startswith(".")}


def test_both_lists_of_pages_have_the_names_of_the_app() -> None:
    listed = Counter(re.findall(r"^- \*\*([^*]+)\*\*:", README, re.M))
    named = Counter(Text(lang)(one.name) for one in chapters() for lang in ("en", "ko"))
    assert listed == named


def test_anchors_lead_to_headings() -> None:
    anchors = re.findall(r"\]\(#([^)]*)\)", README)
    headings = re.findall(r"^#+ (.*)$", README, re.MULTILINE)
    assert set(anchors) <= {heading.lower().replace(" ", "-") for heading in headings}


def module_commands(module: str) -> list[list[str]]:
    lines = [line for found in all_blocks() for line in found.splitlines()]
    start = f"python -m {module} "
    found = [shlex.split(line.partition("<")[0])[3:] for line in lines if line.startswith(start)]
    assert found
    return found


def test_commands_of_the_project_are_understood() -> None:
    for arguments in module_commands("explainer"):
        explainer_parser().parse_args(arguments)
    for arguments in module_commands("explainer.training"):
        given = training_parser().parse_args(arguments)
        assert given.recipe in RECIPES or own_of(given)


def test_powershell_is_given_no_operator_that_it_lacks() -> None:
    """`<` is for cmd alone, and what it opens is what stands in quotation marks."""
    lines = block("command: translate on Windows").splitlines()
    assert lines
    for line in lines:
        words = line.partition('cmd /c "')[2].rstrip('"') or line
        assert "<" not in line or words != line
        arguments = shlex.split(words.partition("<")[0])
        assert arguments[:3] == ["python", "-m", "explainer"]
        explainer_parser().parse_args(arguments[3:])


def test_options_in_the_text_exist() -> None:
    known = explainer_parser().format_help() + training_parser().format_help()
    for option in ("--beam", "--alpha", "--json"):
        assert f"`{option}" in README
        explainer_parser().parse_args(["translate", "m", option, *(["1"] * (option != "--json"))])
    for option in ("--resume", "--runs", "--out", "--data"):
        assert option in README
        assert option in known


def test_variables_and_limits_are_the_real_ones() -> None:
    variables = set(re.findall(r"`(EXPLAINER_\w+)`", README))
    code = "".join(text_of(path) for path in files("app.py", "explainer"))
    assert variables == set(re.findall(r"\"(EXPLAINER_\w+)\"", code))
    limits = (
        f"{engine.MAX_CHARS} characters, {engine.MAX_SOURCE_TOKENS} source tokens, "
        f"{engine.MAX_STEPS} decoding steps, beam {engine.MAX_WIDTH}"
    )
    assert limits in " ".join(README.split())
