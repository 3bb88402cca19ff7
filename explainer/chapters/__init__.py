"""The course: its parts and the order of its chapters, one folder each.

A new chapter is a folder with `CHAPTER` in its `__init__.py`, a module `page` with `PAGE`, its
texts `ko.toml` and `en.toml`, and its id below. A folder that is not there is left out.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from explainer.frame.course import Chapter, Part, register

HERE: Final = Path(__file__).parent
ORDER: Final = {
    "glance": ("translate",),
    "why": ("rnn", "alignment", "complexity"),
    "vectors": ("tokens", "embeddings"),
    "order": ("positions",),
    "attention": ("lookup", "cell", "scaling", "masks", "heads"),
    "layers": ("layers",),
    "writing": ("greedy", "beam", "sampling"),
    "learning": ("forcing", "training", "growth", "toy"),
    "measuring": ("perplexity", "bleu", "results"),
    "inside": ("ablation",),
    "beyond": ("families", "images", "program", "finale"),
    "use": ("sentences", "lessons", "glossary", "classroom", "models"),
}


def _chapter_of(id: str) -> Chapter:
    declared: Chapter = import_module(f"{__name__}.{id}").CHAPTER
    return declared


def _parts() -> list[Part]:
    parts = (
        Part(part, tuple(_chapter_of(id) for id in ids if (HERE / id / "page.py").is_file()))
        for part, ids in ORDER.items()
    )
    return [part for part in parts if part.chapters]


register(_parts())
