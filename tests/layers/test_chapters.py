"""A chapter is a room of its own: it knows no other, and its charts know charts alone."""

from __future__ import annotations

from pathlib import Path

from explainer.chapters import ORDER
from tests.layers.sources import ROOT, files, for_each
from tests.layers.test_imports import imports_of, module_of

CHAPTERS = files("explainer/chapters")
CHARTS = [path for path in CHAPTERS if path.stem == "charts" or path.stem.startswith("chart_")]
FOLDER = ROOT / "explainer" / "chapters"


def room(module: str) -> str:
    """explainer.chapters.masks.page -> explainer.chapters.masks"""
    return ".".join(module.split(".")[:3])


@for_each([path for path in CHAPTERS if path.parent != FOLDER])
def test_a_chapter_imports_no_other(path: Path) -> None:
    here = room(module_of(path))
    others = [
        name
        for name in imports_of(path)
        if name.startswith("explainer.chapters") and room(name) != here
    ]
    assert not others


@for_each(CHARTS)
def test_charts_of_a_chapter_know_charts_alone(path: Path) -> None:
    """Arrays and finished words in, a figure out."""
    here = room(module_of(path))
    ours = [name for name in imports_of(path) if name.startswith("explainer.")]
    allowed = ("explainer.charts", f"{here}.chart")
    assert all(name.startswith(allowed) for name in ours), ours


def test_every_folder_stands_in_the_course() -> None:
    """One that is in no part would never be seen."""
    folders = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert folders <= {id for ids in ORDER.values() for id in ids}
