"""Predictions on how a translation is written: every number again, from the model itself."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu
import torch

from explainer.chapters.greedy.prediction import right_of
from explainer.data.bleu import example
from explainer.data.references import reference_of
from explainer.decoding import DecodeOptions
from explainer.text.numbers import decimal
from explainer.tokenizer import BOS
from tests.chapters.predictions import MODELS, answered, engine, predict_of, view_of

pytestmark = [pytest.mark.parametrize("model", MODELS), pytest.mark.usefixtures("shipped")]


def test_greedy_takes_the_second_at_close_steps(model: str) -> None:
    """The best of three, whatever the model: a near tie is called one, and no side is right."""
    view, translator = view_of("greedy", model), engine(model)
    source, options = view.translation.source.ids, DecodeOptions(method="greedy")
    free = translator.search([source], options).hypotheses[0][0]
    logits = translator.run(source, [BOS, *free.ids[:-1]])["logits"].astype(np.float64)
    logits[:, :3] = -np.inf  # <pad>, <unk>, <s> are never written
    order = np.argsort(-logits, axis=1)
    leads = np.take_along_axis(logits, order, axis=1)
    others = {}
    for step in (leads[:, 0] - leads[:, 1]).argsort()[:3]:
        prefix = (*free.ids[:step], int(order[step, 1]))
        others[int(step)] = translator.search([source], options, prefix).hypotheses[0][0]
    step, other = max(others.items(), key=lambda found: found[1].total)
    found, times = answered("greedy", view), np.exp(other.total - free.total)
    assert found.right == ("higher" if times > 1.1 else "lower" if times < 1 / 1.1 else "same")
    ways = [right_of(lead) for lead in (-0.5, -0.01, 0.01, 0.5)]
    assert ways == ["lower", "same", "same", "higher"]  # a near tie is no misconception
    assert found.told["step"] == step + 1
    assert found.told["free"] == decimal(free.total)
    assert found.told["other"] == decimal(other.total)
    assert found.told["first"] == f"{np.exp(free.log_probs[step]):.1%}"
    assert found.told["second"] == f"{np.exp(other.log_probs[step]):.1%}"


def test_beam_finds_something_more_probable(model: str) -> None:
    view, translator = view_of("beam", model), engine(model)
    source = view.translation.source.ids
    totals, counts = [], []
    for width in (1, 4):
        options = DecodeOptions(width=width, n_best=width)
        best = max(translator.search([source], options).hypotheses[0], key=lambda h: h.total)
        totals.append(best.total)
        counts.append(len(best.ids))
    found = answered("beam", view)
    assert totals[1] > totals[0] and found.right == "more"
    assert [found.told["greedy"], found.told["beam"]] == [decimal(total) for total in totals]
    assert [found.told["greedy_count"], found.told["beam_count"]] == counts


def test_masks_leave_a_row_what_is_before_it_and_itself(model: str) -> None:
    view, translator = view_of("masks", model), engine(model)
    found, asked = answered("masks", view), predict_of("masks").question(view)
    translation = view.translation
    trace = translator.run(translation.source.ids, translation.fed)
    row = trace["decoder.0.self_attn.weights"][:, 2]  # (H, T)
    assert [int((head > 0).sum()) for head in row] == [3] * len(row)
    assert found.right == "up" and asked is not None and asked["up"] == found.told["count"] == 3
    assert found.told["total"] == len(translation.fed) == row.shape[1]
    assert found.told["hidden"] == row.shape[1] - 3 and found.told["sum"] == "1.00"


def test_one_head_as_wide_as_all_costs_what_they_cost(model: str) -> None:
    """Parameters counted by PyTorch's own attention, products by its shapes."""
    view = view_of("heads", model)
    found, asked = answered("heads", view), predict_of("heads").question(view)
    sizes, translation = view.card["model"], view.translation
    heads, width = sizes["n_heads"], sizes["d_model"]
    counts = [
        sum(p.numel() for p in torch.nn.MultiheadAttention(width, n).parameters())
        for n in (1, heads)
    ]
    queries, keys = len(translation.fed), len(translation.source)
    products = 2 * queries * width**2 + 2 * keys * width**2 + 2 * queries * keys * width
    assert found.right == "same" and asked is not None
    assert asked == {"heads": heads, "dims": width // heads, "width": width}
    assert [found.told["one"], found.told["many"]] == [f"{count:,}" for count in counts]
    assert found.told["products"] == found.told["products_many"] == f"{products:,}"
    assert found.told["weights"] == f"{queries * keys:,}"
    assert found.told["weights_many"] == f"{heads * queries * keys:,}"


def test_forcing_gets_more_tokens_right_than_its_own_output(model: str) -> None:
    view, translator = view_of("forcing", model), engine(model)
    source = view.translation.source.ids
    ours = reference_of(view.translation.source.text, str(view.card["target"]))
    wanted = translator.tokenizer.encode(ours).ids
    forced = translator.run(source, [BOS, *wanted[:-1]])["logits"].argmax(axis=1)
    hits = int((forced == np.array(wanted)).sum())
    free = translator.generate(source)
    matcher = np.zeros((len(wanted) + 1, len(free) + 1), dtype=int)  # longest common subsequence
    for i, a in enumerate(wanted):
        for j, b in enumerate(free):
            both = matcher[i, j] + 1 if a == b else 0
            matcher[i + 1, j + 1] = max(both, matcher[i, j + 1], matcher[i + 1, j])
    found = answered("forcing", view)
    assert ours and hits > matcher[-1, -1] and found.right == "more"
    assert found.told == {"count": len(wanted), "forced": hits, "free": int(matcher[-1, -1])}


def test_perplexity_of_four_equal_tokens_is_four(model: str) -> None:
    view, translator = view_of("perplexity", model), engine(model)
    found, translation = answered("perplexity", view), view.translation
    probs = translator.run(translation.source.ids, translation.fed)["probs"].astype(np.float64)
    nats = -np.log(probs[range(len(probs)), list(translation.predicted)])
    assert found.right == "four" and found.told["perplexity"] == "4"
    assert found.told["nats"] == decimal(np.log(4), 3)
    assert found.told["own_nats"] == decimal(nats.mean(), 3)
    assert found.told["own"] == decimal(np.exp(nats.mean()))
    assert found.told["count"] == len(nats)


def test_bleu_of_the_same_words_in_another_order_is_zero(model: str) -> None:
    found = answered("bleu", view_of("bleu", model))
    candidates = (example().candidates["A"], "know that always I love you that much")
    before, after = (
        sacrebleu.sentence_bleu(one, list(example().references), smooth_method="none")
        for one in candidates
    )
    assert sorted(candidates[0].split()) == sorted(candidates[1].split())
    assert found.right == "none" and found.told["moved"] == candidates[1]
    assert found.told["before"] == f"{before.score:.2f}"
    assert found.told["after"] == f"{after.score:.2f}" == "0.00"
    for place, name in enumerate(("one", "two", "three")):
        assert found.told[name] == f"{before.precisions[place] / 100:.3f}"
        assert found.told[f"{name}_too"] == f"{after.precisions[place] / 100:.3f}"
    assert before.precisions[0] == after.precisions[0]


def test_sampling_hot_keeps_the_first_token_first(model: str) -> None:
    view, translator = view_of("sampling", model), engine(model)
    source = view.translation.source.ids
    written = translator.generate(source)
    logits = translator.run(source, [BOS, *written[:-1]])["logits"].astype(np.float64)
    step = int(str(predict_of("sampling").answer(view).told["step"])) - 1
    shares = [np.exp(logits / t) for t in (1.0, 2.0)]
    probs = [one / one.sum(axis=1, keepdims=True) for one in shares]
    entropy = -(probs[0] * np.log(probs[0])).sum(axis=1)
    found = answered("sampling", view)
    assert entropy.argmax() == step and found.right == "flatter"
    first = int(probs[0][step].argmax())
    assert probs[1][step].argmax() == first
    assert found.told["before"] == f"{probs[0][step, first]:.1%}"
    assert found.told["after"] == f"{probs[1][step, first]:.1%}"
