"""The shipped model through the engine: true numbers, limits, batches, threads."""

import numpy as np
import pytest

from explainer.decoding import DecodeOptions, close
from explainer.engine import MAX_CHARS, MAX_SOURCE_TOKENS, InputError, Translator
from explainer.installed import models_folder
from explainer.tokenizer import EOS
from tests.engine.recompute import Recomputed

SENTENCES = [
    "우리 할머니는 매일 아침 일찍 시장에 가신다.",
    "이 가방은 얼마예요?",
    "비가 오면 소풍은 다음 주로 미뤄진다.",
    "The tall man in the garden is my uncle.",  # the wrong language runs too
]
SEARCHES = [
    DecodeOptions(method="greedy", n_best=1),
    DecodeOptions(method="beam", width=4),
    DecodeOptions(method="sample", n_best=1, temperature=0.8, top_k=20, seed=5),
]


@pytest.fixture(scope="module")
def translator() -> Translator:
    return Translator.load(models_folder() / "ko-en")


@pytest.mark.parametrize("text", SENTENCES)
@pytest.mark.parametrize("options", SEARCHES, ids=lambda o: o.method)
def test_all_numbers_agree_with_a_float64_recomputation(translator, text, options):
    found = translator.translate(text, options)
    again = Recomputed(models_folder() / "ko-en", translator.config.to_dict())
    log_probs = again.run(list(found.source.ids), list(found.fed))
    assert len(again.maps) == 9
    for name, weights in again.maps.items():
        assert np.abs(found.trace[name] - weights).max() < 1e-5, name
    assert np.abs(found.trace["log_probs"] - log_probs).max() < 1e-4
    steps = range(len(found.predicted))
    chosen = log_probs[steps, list(found.predicted)]
    assert np.abs(np.log(found.predicted_probs) - chosen).max() < 1e-4
    assert np.abs(np.array(found.hypotheses[0].log_probs) - chosen).max() < 1e-4
    order = np.argsort(-log_probs, axis=1)
    assert (np.exp(log_probs)[steps, order[:, 0]] - found.top_probs[:, 0] < 1e-5).all()
    for step in steps:
        rank = 1 + int((log_probs[step] > chosen[step] + 1e-6).sum())
        assert found.predicted_ranks[step] == rank


def test_without_a_trace_the_search_is_the_same(translator: Translator) -> None:
    for options in SEARCHES:
        bare = translator.translate(SENTENCES[0], options, trace=False)
        full = translator.translate(SENTENCES[0], options)
        assert bare.hypotheses == full.hypotheses
        assert not bare.trace and not bare.steps and full.steps
        assert np.allclose(bare.predicted_probs, full.predicted_probs, atol=1e-6)
        with pytest.raises(ValueError, match="without a trace"):
            bare.attention("cross")


def test_a_batch_gives_what_single_sentences_give(translator: Translator) -> None:
    texts = [*SENTENCES, "", "네.", "☃", SENTENCES[0]]
    seen: list[int] = []
    results = translator.translate_batch(texts, SEARCHES[1], progress=seen.append)
    assert sum(seen) == len(texts)
    for text, result in zip(texts, results, strict=True):
        if not text or text == "☃":
            assert result.text == "" and result.problem is not None
            assert result.problem.reason == ("no_known_tokens" if text else "empty")
            continue
        single = translator.translate(text, SEARCHES[1], trace=False)
        assert result.text == single.text
        assert result.hypotheses[0].total == pytest.approx(single.hypotheses[0].total, abs=1e-4)


def test_what_cannot_be_taken(translator: Translator) -> None:
    rare = "뷁 " * 66
    for text, reason, found, limit in (
        ("", "empty", 0, 0),
        (" \n\t\u3000", "empty", 0, 0),
        ("\u200b\u202e", "empty", 0, 0),
        ("🙂🙃 🤖", "no_known_tokens", 0, 0),
        ("ꙮ", "no_known_tokens", 0, 0),
        ("가" * 201, "too_long_text", 201, MAX_CHARS),
        (rare, "too_long_tokens", len(translator.tokenizer.encode(rare)), MAX_SOURCE_TOKENS),
    ):
        with pytest.raises(InputError) as error:
            translator.translate(text)
        assert (error.value.reason, error.value.found, error.value.limit) == (reason, found, limit)


def test_changes_and_unknown_share_are_reported(translator: Translator) -> None:
    found = translator.translate("나는  ☃를 \u202e봤다.")
    assert found.changes == ("direction", "spaces") and found.source.text == "나는 ☃를 봤다."
    assert 0 < found.unk_share < 0.5
    assert found.original == "나는  ☃를 \u202e봤다."


def test_the_longest_output_is_limited(translator: Translator) -> None:
    found = translator.translate(
        SENTENCES[0], DecodeOptions(method="greedy", n_best=1, min_length=96)
    )
    assert len(found.predicted) == 96 and found.hypotheses[0].finished == (
        found.predicted[-1] == EOS
    )


@pytest.mark.parametrize("limit", [close.CLOSE, 1e9], ids=["as shipped", "all searched again"])
def test_together_is_as_alone(translator, monkeypatch, limit):
    monkeypatch.setattr(close, "CLOSE", limit)
    texts = [SENTENCES[0], "  ", *SENTENCES[1:], "가" * (MAX_CHARS + 1), "ᚠ"]
    found = translator.translate_together(texts)
    problems = {i: each.reason for i, each in enumerate(found) if isinstance(each, InputError)}
    assert problems == {1: "empty", 5: "too_long_text", 6: "no_known_tokens"}
    for text, together in zip(texts, found, strict=True):
        if isinstance(together, InputError):
            continue
        alone = translator.translate(text)
        assert (together.text, together.predicted) == (alone.text, alone.predicted)
        assert together.original == text and together.source == alone.source
        for name in alone.trace:
            assert np.array_equal(together.trace[name], alone.trace[name]), name
        assert np.array_equal(together.top_probs, alone.top_probs)
        assert [h.ids for h in together.hypotheses] == [h.ids for h in alone.hypotheses]
        assert len(together.steps) == len(alone.steps)
        for ours, theirs in zip(together.steps, alone.steps, strict=True):
            kept = [(c.id, c.parent, c.verdict) for c in theirs.candidates if c.row is not None]
            assert [
                (c.id, c.parent, c.verdict) for c in ours.candidates if c.row is not None
            ] == kept
        totals = [h.total for h in together.hypotheses]
        exact = 0.0 if limit > 1 else 1e-4
        assert totals == pytest.approx([h.total for h in alone.hypotheses], abs=exact, rel=exact)


def test_only_beam_search_is_done_together(translator: Translator) -> None:
    with pytest.raises(ValueError, match="greedy"):
        translator.translate_together(SENTENCES, SEARCHES[0])
    assert translator.translate_together([]) == []
