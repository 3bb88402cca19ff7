"""Experiments, roles and translations through the caches: computed once, never mixed up."""

import gc
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from explainer.analysis.interventions import Intervention
from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.engine.memo import MEMO
from explainer.runs import gate, registry, resources
from explainer.runs.gate import GATE, PERMITS
from explainer.runs.resources import Request
from explainer.runs.roles import head_roles
from tests.apptest import use_models
from tests.conftest import SENTENCES
from tests.fakes import fake_translation
from tests.runs.waiting import LONG, until

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
    assert resources.translate(replace(request, options=DecodeOptions())) is not held
    gone = weakref.ref(held)
    del held
    MEMO.clear()
    gc.collect()
    assert gone() is None
    assert resources.translate(request).source.text == request.sentence


def test_a_decoder_that_is_not_causal_may_look_ahead() -> None:
    found = fake_translation(3, 8, 8)
    ahead = np.eye(8, dtype=np.float32)[[*range(1, 8), 7]]
    heads = np.broadcast_to(ahead, (4, 8, 8))
    trace = dict(found.trace)
    for layer in range(3):
        trace[f"decoder.{layer}.self_attn.weights"] = heads
        trace[f"decoder.{layer}.self_attn.mask"] = np.ones((4, 8, 8), dtype=np.float32)
    roles = head_roles(replace(found, trace=trace, _stacked={}), "decoder")
    assert {head.role for layer in roles for head in layer} == {"next"}


CLASS = 5


@pytest.fixture
def tiny(tiny_model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use_models(tiny_model_folder.parent, monkeypatch)
    monkeypatch.setattr(gate, "visitor", lambda: threading.current_thread().name)
    monkeypatch.setattr(gate, "WAIT_SECONDS", LONG)
    yield
    MEMO.clear()


@pytest.mark.parametrize("method", ["beam", "greedy"])
@pytest.mark.usefixtures("tiny")
def test_who_waits_for_a_place_holds_no_lock(method: Literal["beam", "greedy"]) -> None:
    """A class that sends one new sentence to a full house stands in the line of the gate, each for
    the time that is given to everybody, and gets one translation.
    """
    request = Request("tiny", SENTENCES[0], DecodeOptions(method=method, max_length=12))
    leave = threading.Event()

    def stay() -> None:
        with gate.permit():
            assert leave.wait(LONG)

    with ThreadPoolExecutor(PERMITS + CLASS) as pool:
        inside = [pool.submit(stay) for _ in range(PERMITS)]
        until(lambda: GATE.counts() == (PERMITS, 0))
        asked = [pool.submit(resources.translate, request) for _ in range(CLASS)]
        try:
            until(lambda: GATE.counts() == (PERMITS, CLASS))
        finally:
            leave.set()
        for future in inside:
            future.result(LONG)
        assert len({id(future.result(LONG)) for future in asked}) == 1
