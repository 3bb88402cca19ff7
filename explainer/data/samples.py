"""Example sentences written for this project: easy ones, and hard ones with the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("samples.toml")

# What makes a sentence hard for a small model; the first means not hard.
WHY = ("easy", "idiom", "long", "name", "number", "rare", "ambiguous", "dropped")


@dataclass(frozen=True)
class Sample:
    """An example sentence; `why` is one of WHY.

    The first sentence of a language is the course's, except in chapters that another sentence lists
    in `shows`: chapter ids, "beam/de" for models into German, or "/de" for all chapters of those.
    """

    text: str
    why: str
    shows: tuple[str, ...] = ()

    @property
    def hard(self) -> bool:
        return self.why != "easy"


@cache
def samples(language: str) -> tuple[Sample, ...]:
    """Return the sentences of a source language ("ko" or "en"), easy ones first; () for others."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    sentences = tuple(
        Sample(entry["text"], entry["why"], tuple(entry.get("shows", ())))
        for entry in data.get(language, [])
    )
    unknown = {sample.why for sample in sentences} - set(WHY)
    if unknown:
        raise ValueError(f"{FILE.name}: unknown reason {sorted(unknown)}")
    return tuple(sorted(sentences, key=lambda sample: sample.hard))


def examples_of(card: Mapping[str, Any]) -> tuple[Sample, ...]:
    """Return the sentences that a model's card offers, else those of its source language."""
    own = tuple(Sample(text, "easy") for text in card.get("examples", ()))
    return own or samples(str(card.get("source", "")))


def example_of(card: Mapping[str, Any], chapter: str = "") -> str:
    """Return the first of a model's own examples, else as `default_sentence`."""
    own = card.get("examples")
    return str(own[0]) if own else default_sentence(card["source"], chapter, card["target"])


def default_sentence(language: str, chapter: str = "", target: str = "") -> str:
    """Return the sentence that a page opens on; "" for a language without samples."""
    sentences = samples(language)
    named = {name: sample.text for sample in sentences for name in sample.shows}
    first = sentences[0].text if sentences else ""
    course = named.get(f"/{target}", first)
    return named.get(chapter, named.get(f"{chapter}/{target}", course))
