"""Find the sentence on which most chapters show what they claim.

`python -m tests.chapters.one_sentence ko-en` holds the claims about examples (`test_here_...`) to
every example that the model reads, and prints the chapters that need another one, the best first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import signature

import pytest

from explainer.data.samples import samples
from tests.apptest import use_models
from tests.chapters import test_examples, test_examples_search
from tests.conftest import ROOT

MODULES = (test_examples, test_examples_search)
Claim = Callable[..., None]


def claims(model: str) -> list[Claim]:
    """Return the tests of this model's examples."""
    found = [one for module in MODULES for one in vars(module).items()]
    tests = [test for name, test in found if name.startswith("test_here_")]
    return [test for test in tests if f"'{model}'" in str(getattr(test, "pytestmark", ""))]


def lacking(model: str, sentence: str, patch: pytest.MonkeyPatch) -> list[str]:
    """Return the chapters whose claims do not hold on a sentence."""
    asked: list[str] = []
    missing: list[str] = []

    def opens_on(_: str, chapter: str) -> str:
        asked.append(chapter)
        return sentence

    for module in MODULES:
        patch.setattr(module, "opens_on", opens_on)
    given = {"model": model, "chapter": "beam", "monkeypatch": patch}
    for claim in claims(model):
        asked.clear()
        try:
            claim(**{name: given[name] for name in signature(claim).parameters})
        except (AssertionError, LookupError, StopIteration, ValueError):
            missing.append(asked[0])
    return missing


if __name__ == "__main__":
    (name,) = sys.argv[1:]
    with pytest.MonkeyPatch.context() as monkeypatch:
        use_models(ROOT / "pretrained", monkeypatch)
        tried = {one.text: lacking(name, one.text, monkeypatch) for one in samples(name[:2])}
    for text, chapters in sorted(tried.items(), key=lambda pair: len(pair[1])):
        print(len(chapters), text, *chapters)
