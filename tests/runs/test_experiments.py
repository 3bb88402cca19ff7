"""Experiments through the caches of the app: computed once, never mixed up."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import numpy as np
import pytest

from explainer.analysis.interventions import Intervention
from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.engine.memo import MEMO
from explainer.runs import registry, resources
from explainer.runs.resources import Request
from tests.apptest import use_models

OFF = (Intervention("attention", "cross"),)


@pytest.fixture
def base(tiny_model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Translation:
    use_models(tiny_model_folder.parent, monkeypatch)
    return registry.translator("tiny", "").translate("문을 닫고 불을 꺼 주세요!")


def test_an_experiment_is_computed_once(base: Translation, monkeypatch: pytest.MonkeyPatch) -> None:
    ids, fed = base.source.ids, base.fed
    plain = resources.experiment("tiny", ids, fed)
    changed = resources.experiment("tiny", ids, fed, OFF)
    assert np.array_equal(plain["logits"], base.trace["logits"])
    assert not np.array_equal(plain["logits"], changed["logits"])
    monkeypatch.delattr(Translator, "run")
    assert resources.experiment("tiny", ids, fed, (Intervention("attention", "cross"),)) is changed
    with pytest.raises(AttributeError):
        resources.experiment("tiny", ids, fed, (Intervention("attention", "cross", 0),))


def test_what_is_generated_has_tokens_and_text(base: Translation) -> None:
    ids, tokens, text = resources.greedy_output("tiny", base.source.ids)
    model = registry.translator("tiny", "")
    assert ids == model.generate(base.source.ids)
    assert (tokens, text) == (model.tokens(ids), model.tokenizer.decode(ids))
    other = resources.greedy_output("tiny", base.source.ids, (), (5, 6, 3))
    assert other[0] == model.generate((5, 6, 3))


def test_what_a_session_holds_is_found_again(base: Translation) -> None:
    """However many others the cache has seen meanwhile; what nobody holds is let go."""
    request = Request("tiny", "비가 와서 우산을 썼다.", DecodeOptions(method="greedy"))
    held = resources.translate(request)
    MEMO.clear()
    assert resources.translate(request) is held
    gone = weakref.ref(held)
    del held
    MEMO.clear()
    gc.collect()
    assert gone() is None
    assert resources.translate(request).source.text == request.sentence
