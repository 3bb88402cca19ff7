"""The program in one file: it is the engine's model, it learns, and its comments say its shapes."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from explainer.analysis import one_file as program
from explainer.analysis.line_tracer import axes_of
from explainer.analysis.one_file_faults import FAULTS, difference, outcomes, steps, with_fault
from explainer.analysis.torch_twin import torch_difference
from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.model import one_file
from explainer.model.one_file import BOS, EOS, PAD

SENTENCES = ("우리는 지난주에 새 차를 샀다.", "비가 오는 날에는 집에서 책을 읽는다.")


@pytest.fixture(scope="module")
def trained(ko_en_folder: Path) -> Translator:
    return Translator.load(ko_en_folder)


@pytest.fixture(scope="module")
def done(trained: Translator) -> Translation:
    return trained.translate(SENTENCES[0])


def test_the_logits_are_the_engine_s_and_those_of_nn_transformer(trained, done):
    found = program.with_weights(trained.model)
    logits = program.logits_of(found, done.source.ids, done.fed)
    assert np.abs(logits.numpy() - done.trace["logits"]).max() < 1e-5
    assert program.difference(trained.model, done.source.ids, done.fed) < 1e-5
    assert 0 < torch_difference(trained.model, done.source.ids, done.fed) < 1e-4


@pytest.mark.parametrize("sentence", SENTENCES)
def test_both_searches_write_what_the_engine_writes(trained: Translator, sentence: str) -> None:
    found = program.with_weights(trained.model)
    beam = trained.translate(sentence, trace=False)
    greedy = trained.translate(sentence, DecodeOptions(method="greedy"), trace=False)
    src = program.row(beam.source.ids)
    assert tuple(one_file.beam_search(found, src)) == beam.predicted
    assert tuple(one_file.greedy_search(found, src)) == greedy.predicted


def test_mistakes_and_training_leave_the_program_as_it_is(trained, done):
    """One program for all who ask: neither another's classes nor another's weights get into it."""
    right = program.with_weights(trained.model)
    before = program.logits_of(right, done.source.ids, done.fed)
    for fault in FAULTS:
        with_fault(trained.model, fault)
    program.trace_part(trained.model, "training", done.source.ids, (BOS, *done.predicted))
    assert program.with_weights(trained.model) is right
    assert torch.equal(program.logits_of(right, done.source.ids, done.fed), before)


def test_every_comment_on_a_shape_is_true(trained: Translator, done: Translation) -> None:
    """A letter stands for one size wherever it is used in one run of a part."""
    config, target = trained.config, (BOS, *done.predicted)
    fixed = {"B": 1, "D": config.d_model, "H": config.n_heads, "E": config.d_head}
    fixed |= {"F": config.d_ff, "V": config.vocab_size, "S": len(done.source), "T": len(done.fed)}
    fixed |= {"1": 1, "D/2": config.d_model // 2}
    axes, checked = axes_of(program.PATH), set[int]()
    for part in program.parts():
        visits = program.trace_part(trained.model, part.id, done.source.ids, target)
        for line, seen in visits.items():
            if line not in axes:
                continue
            for place, value in enumerate(seen[0]):
                told = axes[line][min(place, len(axes[line]) - 1)]
                assert len(value.shape) == len(told), (line, value.name)
                for axis, size in zip(told, value.shape, strict=True):
                    assert fixed.get(axis, size) == size, (line, axis)
            checked.add(line)
    missing = set(axes) - checked
    assert len(checked) > 60 and len(missing) <= 4, missing


def test_the_loss_is_pytorch_s() -> None:
    torch.manual_seed(1)
    logits, wanted = torch.randn(3, 5, 14), torch.randint(4, 14, (3, 5))
    wanted[0, 3:] = PAD
    expected = F.cross_entropy(
        logits.flatten(0, 1), wanted.flatten(), label_smoothing=0.1, ignore_index=PAD
    )
    assert float(one_file.smoothed_loss(logits, wanted)) == pytest.approx(float(expected), rel=1e-5)


def test_it_learns_to_write_backwards() -> None:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        toy = one_file.Transformer(vocab=14, d_model=32, n_heads=4, d_ff=64, n_layers=1)
        losses = one_file.train(toy, one_file.reversed_batches(150, size=32), warmup=40)
        src, tgt = next(iter(one_file.reversed_batches(1, size=16)))
    assert losses[0] > 2.5 and losses[-1] < 1.5
    with torch.no_grad():
        right = (toy(src, tgt[:, :-1]).argmax(-1) == tgt[:, 1:]).float().mean()
    assert right > 0.6


def test_the_saved_file_runs_and_needs_pytorch_alone(tmp_path, capsys):
    copy = tmp_path / "transformer.py"
    copy.write_text(program.source().replace("reversed_batches(600)", "reversed_batches(2)"))
    needed = set(re.findall(r"^(?:import|from) (\w+)", program.source(), re.M))
    assert needed == {"math", "collections", "torch"}
    with torch.random.fork_rng(devices=[]):
        runpy.run_path(str(copy), run_name="__main__")
    said = capsys.readouterr().out
    assert said.startswith("loss ") and "[4, 5, 6, 7, 8, 9, 3]" in said


@pytest.mark.parametrize("fault", FAULTS)
def test_each_mistake_breaks_the_trained_model(trained, done, fault):
    right, wrong = outcomes(trained.model, fault, done.source.ids, done.predicted)
    expected = -np.log(done.predicted_probs.astype(np.float64)).mean()
    assert right.loss == pytest.approx(expected, abs=1e-4)
    assert wrong.loss > right.loss + 1 and wrong.ids != right.ids
    assert right.parameters == trained.card["parameters"]
    alone = trained.config.vocab_size * trained.config.d_model
    assert wrong.parameters == (alone if fault == "list" else right.parameters)


def test_a_mistake_shows_first_in_the_value_its_lines_make(trained, done):
    for fault, first in {
        **{"cross": "hidden", "softmax": "weights", "projections": "q"},
        **{"width": "scores", "swapped": "k", "list": "q"},
    }.items():
        values = steps(trained.model, fault, done.source.ids, done.predicted)
        differ = [value for value in values if value.difference]
        assert differ[0].name == first
        missing = [value.name for value in values if value.difference is None]
        assert missing == {"cross": ["context", "x"], "softmax": ["masked"]}.get(fault, [])
        scope = "decoder.0" if fault == "cross" else "encoder.0.self_attn"
        told = {"hidden": "ffn.act", "weights": "weights", "scores": "scores", "q": "q", "k": "k"}[
            first
        ]
        engine = done.trace[f"{scope}.{told}"]
        corner = engine.reshape(-1, *engine.shape[-2:])[0][:24, :24]
        assert np.abs(differ[0].right.corner - corner).max() < 1e-5
        assert differ[0].wrong is not None
        apart = np.abs(differ[0].right.corner - differ[0].wrong.corner).max()
        assert differ[0].difference == pytest.approx(apart)


def test_a_difference_shows_a_few_lines_and_no_others() -> None:
    for fault, kind in FAULTS.items():
        marks = [line[0] for line in difference(fault).splitlines()]
        assert 1 <= marks.count("-") <= 3 and marks.count("+") <= 3, fault
        assert marks.count(" ") >= 5 and issubclass(kind, nn.Module)


def test_a_variant_of_the_paper_is_refused(trained: Translator) -> None:
    variant = type(trained.config)(**{**trained.config.to_dict(), "norm": "pre"})
    assert program.fits(trained.config) and not program.fits(variant)
    assert EOS == 3
