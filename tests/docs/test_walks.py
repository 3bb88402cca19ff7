"""The walks of CONTRIBUTING.md, followed word by word in a copy of the program."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deno import passes
from tests.docs.readme import ROOT

PAPER = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILE = re.compile(r"^<!-- file: (.+?) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WALK = re.compile(r"^<!-- walk: (\w+) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What a reader of the copy would see: the course, the texts of the chapter, its drawing.
LOOK = """
from streamlit.testing.v1 import AppTest

import explainer.chapters
from explainer.frame.course import chapter_of
from explainer.text import LANGUAGES, Text

PAGE = '''
from explainer.chapters.mirror.page import PAGE
from explainer.frame.view import View
from explainer.text import Text

PAGE.draw(View(Text("{lang}"), "{lang}", False, "", {{}}, None))
'''

mirror = chapter_of("mirror")
for lang in LANGUAGES:
    app = AppTest.from_string(PAGE.format(lang=lang), default_timeout=600).run()
    assert not app.exception, app.exception
    (drawing,) = app.get("bidi_component")
    text = Text(lang)
    print(lang, text("shell.language"), text(mirror.name), b"stressed" in drawing.proto.bytes)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("walk")
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "explainer", place / "explainer", ignore=caches)
    files = FILE.findall(PAPER)
    assert len(files) == 7
    for name, text in files:
        path = place / name
        assert not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in ("chapter", "language"):
        subprocess.run(["bash", "-euc", dict(WALK.findall(PAPER))[name]], cwd=place, check=True)
    return place


@pytest.mark.slow
def test_a_chapter_a_drawing_and_a_language_are_made_as_written(copy: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LOOK],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "ko 언어 거울 True",
        "en Language Mirror True",
        "fr Language Mirror True",
    ]


@pytest.mark.slow
def test_what_was_made_passes_the_checks_of_style(copy: Path) -> None:
    made = copy / "explainer" / "chapters" / "mirror"
    shutil.copy(ROOT / "pyproject.toml", copy)
    ruff = [sys.executable, "-m", "ruff"]
    for command in ([*ruff, "check"], [*ruff, "format", "--check"]):
        done = subprocess.run(
            [*command, str(made)], cwd=copy, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def test_the_checks_are_those_of_readme() -> None:
    test = (ROOT / "README.md").read_text(encoding="utf-8").partition("<!-- command: test -->")[2]
    for line in dict(WALK.findall(PAPER))["checks"].splitlines():
        for step in line.split(" && "):
            tool = step.removeprefix("python -m ").partition(" -n")[0]
            assert tool == ". .venv/bin/activate" or tool in test, step
    assert 'pytest -n 2 -m "not slow"' in test


@pytest.mark.slow
def test_the_drawing_of_the_walk_passes_its_tools(copy: Path) -> None:
    config = copy / "explainer" / "drawings" / "deno.json"
    files = sorted((copy / "explainer" / "chapters" / "mirror").glob("*.js"))
    for command in (("fmt", "--check"), ("lint",), ("check",), ("test",)):
        passes(command, config, files, copy / "deno")
