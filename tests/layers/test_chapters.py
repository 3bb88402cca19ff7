"""A chapter is a room of its own: it knows no other, and its charts know charts alone."""

import ast
from pathlib import Path

from explainer.chapters import ORDER
from tests.layers.sources import ROOT, files, for_each, nodes_of, tree_of
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
    """Arrays and finished words in, a figure out; numbers are written by the one rule for them."""
    here = room(module_of(path))
    ours = [name for name in imports_of(path) if name.startswith("explainer.")]
    allowed = ("explainer.charts", "explainer.text.numbers", f"{here}.chart")
    assert all(name.startswith(allowed) for name in ours), ours


def test_every_folder_stands_in_the_course() -> None:
    """One that is in no part would never be seen."""
    folders = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert folders <= {id for ids in ORDER.values() for id in ids}


# What a chapter takes of a model without computing with it, or behind the gate in its own thread.
DOORS = {
    # Which tokens a sentence is cut into.
    "chapters/masks/cheat.py": {"translator"},
    # The name and the options a file of sentences is measured with, and one row of it looked at.
    "chapters/sentences/files.py": {"translator"},
    # A file is translated in blocks by a thread that waits for its place again at each block.
    "chapters/sentences/job.py": {"translator", "permit"},
    # A program for the command line, no page.
    "chapters/complexity/measure.py": {"load"},
}
MODEL_DOORS = {"cache_data", "cache_resource", "permit", "registry.translator", "Translator.load"}


def doors_of(path: Path) -> set[str]:
    """The names by which a file reaches a model or keeps a result without `explainer.runs`."""
    found = set()
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.Attribute):
            whole = ast.unparse(node)
            found |= {door for door in MODEL_DOORS if f".{whole}".endswith(f".{door}")}
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names if alias.name in BARE_DOORS}
    return {door.rpartition(".")[2] for door in found}


BARE_DOORS = {door.rpartition(".")[2] for door in MODEL_DOORS}


@for_each(files(*(f"explainer/{name}" for name in ("chapters", "frame", "drawings", "shell"))))
def test_a_page_computes_through_runs_alone(path: Path) -> None:
    """There the results are kept by the model's version, and made behind the gate."""
    allowed = DOORS.get(path.relative_to(ROOT / "explainer").as_posix(), set())
    assert doors_of(path) == allowed
