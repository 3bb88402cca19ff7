"""The model run again with interventions: against numpy, greedy search, in many threads."""

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from explainer.analysis.interventions import KINDS, Intervention, row_edits
from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.engine.rerun import EditedDecoder, target_log_probs, trace_pass
from explainer.tokenizer import BOS, EOS
from tests.analysis.small_model import made
from tests.engine.recompute import Array, Recomputed

GREEDY = DecodeOptions(method="greedy", max_length=12)
SENTENCES = ("비가 오는 날에는 집에서 책을 읽는다.", "기차는 몇 시에 떠나나요?")


@pytest.fixture(scope="module")
def translator(tiny_model_folder: Path) -> Translator:
    return Translator.load(tiny_model_folder)


@pytest.fixture(scope="module")
def base(translator: Translator) -> Translation:
    return translator.translate(SENTENCES[0], GREEDY)


class Silenced(Recomputed):
    """The numpy model with one head's output at 0: its rows of W_O are never used."""

    name, head = "", 0

    def linear(self, name: str, x: Array) -> Array:
        if name == f"{self.name}.out_proj":
            width = x.shape[-1] // self.sizes["n_heads"]
            x = x.copy()
            x[:, self.head * width : (self.head + 1) * width] = 0
        return super().linear(name, x)


def test_no_intervention_is_the_translation_bit_for_bit(translator, base):
    found = translator.run(base.source.ids, base.fed)
    assert list(found) == list(base.trace)
    assert all(np.array_equal(found[name], base.trace[name]) for name in found)
    assert not found["logits"].flags.writeable


@pytest.mark.parametrize(
    ("stack", "name"),
    [
        ("encoder", "encoder.1.self_attn"),
        ("decoder", "decoder.0.self_attn"),
        ("cross", "decoder.1.cross_attn"),
    ],
)
def test_a_head_off_agrees_with_numpy(translator, tiny_model_folder, base, stack, name):
    layer = int(name.split(".")[1])
    again = Silenced(tiny_model_folder, translator.config.to_dict())
    again.name, again.head = name, 2
    expected = again.run(list(base.source.ids), list(base.fed))
    found = translator.run(base.source.ids, base.fed, (Intervention("head", stack, layer, 2),))
    assert np.abs(found["log_probs"] - expected).max() < 1e-4
    assert np.abs(base.trace["log_probs"] - expected).max() > 1e-3


def test_the_memory_of_another_sentence(translator: Translator, base: Translation) -> None:
    other = translator.translate(SENTENCES[1], GREEDY)
    found = translator.run(base.source.ids, other.fed, memory_ids=other.source.ids)
    assert all(np.array_equal(found[name], other.trace[name]) for name in found)
    ids = translator.generate(base.source.ids, memory_ids=other.source.ids, max_steps=12)
    assert ids == other.predicted != base.predicted


@pytest.mark.parametrize("text", SENTENCES)
def test_generating_without_interventions_is_greedy_search(translator, text):
    expected = translator.translate(text, GREEDY)
    assert translator.generate(expected.source.ids, max_steps=12) == expected.predicted
    same = (Intervention("scaling", value=1.0),)
    assert translator.generate(expected.source.ids, same, max_steps=12) == expected.predicted


@pytest.mark.parametrize("causal", [True, False], ids=["causal", "no mask"])
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("kind", ["none", *KINDS])
def test_a_step_is_the_last_row_of_the_edited_run(kind: str, norm: str, causal: bool) -> None:
    """Step by step gives what one pass over all tokens so far gives, for each kind of edit."""
    what = () if kind == "none" else (Intervention(kind, value=0.5),)
    model = made(norm, causal=causal)
    source, fed = torch.tensor([[7, 9, 30, 3]]), [BOS, 21, 8, 35, 8]
    with torch.inference_mode():
        step = EditedDecoder(model, source, [what])
        for count, token in enumerate(fed, start=1):
            found = step(torch.tensor([token]), torch.tensor([0]))[0]
            whole = trace_pass(model, source, torch.tensor([fed[:count]]), what)["log_probs"][0, -1]
            assert torch.allclose(found, whole, atol=1e-5)


RUNS = [(), *((Intervention(kind, value=0.5),) for kind in KINDS if kind != "unmask")]


@pytest.mark.parametrize(
    "runs", [RUNS, [*RUNS, (Intervention("unmask"),)]], ids=["looking back", "one looks ahead"]
)
def test_runs_in_a_batch_are_what_each_is_alone(translator, base, runs):
    ids = base.source.ids
    alone = [translator.generate(ids, run, max_steps=14) for run in runs]
    assert translator.generate_each(ids, runs, 14) == alone

    source, first, second = torch.tensor([list(ids)]), torch.full((len(runs),), BOS), [3, 0]
    with torch.inference_mode():
        together = EditedDecoder(translator.model, source, runs)
        together(first, torch.arange(len(runs)))
        left = together(torch.tensor([9, 8]), torch.tensor(second))
        for row, token, log_probs in zip(second, (9, 8), left, strict=True):
            single = EditedDecoder(translator.model, source, [runs[row]])
            single(first[:1], torch.tensor([0]))
            expected = single(torch.tensor([token]), torch.tensor([0]))[0]
            assert torch.allclose(log_probs, expected, atol=1e-5)

    edited = row_edits(translator.config, runs)
    found = target_log_probs(translator.model, ids, base.fed, base.predicted, edited, len(runs))
    places = np.arange(len(base.fed)), list(base.predicted)
    whole = [translator.run(ids, base.fed, run)["log_probs"][places] for run in runs]
    assert np.abs(found - np.stack(whole)).max() < 1e-5


def test_what_was_generated_is_the_best_token_of_the_edited_run(translator, base):
    """The run over the prefix so far, with the same edits, proposes the token."""
    what = (Intervention("residual", "decoder"),)
    ids = translator.generate(base.source.ids, what, max_steps=6)
    assert 0 < len(ids) <= 6
    fed = [BOS]
    for token in ids:
        log_probs = translator.run(base.source.ids, fed, what)["log_probs"][-1]
        assert log_probs[token] == pytest.approx(log_probs[EOS:].max(), abs=1e-5)
        fed.append(token)


def test_generating_stops_at_the_end_or_the_limit(translator, base):
    ids = translator.generate(base.source.ids, (Intervention("ffn"),), max_steps=5)
    assert EOS not in ids[:-1]
    assert len(ids) == 5 or ids[-1] == EOS
    short = copy(translator)
    short.sizes = replace(translator.config, max_positions=3)
    assert len(short.generate(base.source.ids, max_steps=10**6)) <= 3


def test_threads_do_not_see_each_other(translator: Translator, base: Translation) -> None:
    """Interventions are edits of a run, so others running beside keep their own numbers."""
    several = [
        (),
        (Intervention("residual", "decoder"),),
        (Intervention("attention", "cross"),),
        (Intervention("head", "encoder", 0, 1), Intervention("uniform", "decoder")),
    ]

    def both(what: tuple[Intervention, ...]) -> tuple[NDArray[np.float32], tuple[int, ...]]:
        logits = translator.run(base.source.ids, base.fed, what)["logits"]
        return logits, translator.generate(base.source.ids, what, max_steps=6)

    expected = [both(what) for what in several]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(both, several * 6))
    for index, (logits, ids) in enumerate(found):
        right_logits, right_ids = expected[index % len(several)]
        assert np.array_equal(logits, right_logits) and ids == right_ids
