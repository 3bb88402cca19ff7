"""A small random model, and sentences for it."""

from pathlib import Path

import pytest

from explainer.batch.reading import Pair
from explainer.engine import Translator
from tests.conftest import SENTENCES


@pytest.fixture(scope="session")
def tiny(models_folder: Path) -> Translator:
    return Translator.load(models_folder / "ko-toy")


@pytest.fixture(scope="session")
def pairs() -> list[Pair]:
    """45 different sentences; some are problems."""
    korean, english = SENTENCES[0::2], SENTENCES[1::2]
    made = [Pair(a, b) for a, b in zip(korean, english, strict=True)]
    made += [Pair(f"{n}번 {pair.source}", pair.reference) for n in range(2) for pair in made]
    made = made[:45]
    made[5] = Pair("", "Nothing to translate.")
    made[20] = Pair("\u2603 \u2603", None)
    made[21] = Pair("우리는 " * 200)
    return made
