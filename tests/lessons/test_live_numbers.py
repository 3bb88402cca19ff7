"""Every answer of the lessons on the model computed a second time, from trace and tokenizer.

The small random model and the shipped ones: a question must be right whatever the model says.
"""

import math
from itertools import product

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.analysis.interventions import Intervention
from explainer.data.references import reference_of
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Number, ShareQuestion
from explainer.runs import recipe, resources
from explainer.text import Text
from tests.lessons.runs import Run, close

BY_PLACE = [(lesson.id, step.id) for lesson in LESSONS for step in lesson.steps]


def softmax(scores: np.ndarray) -> np.ndarray:
    raised = np.exp(scores.astype(np.float64) - scores.max())
    return np.asarray(raised / raised.sum())


def test_tokens(run: Run) -> None:
    sentence = find_lesson("tokens").sentences[run.source]
    tokens = run.sp.encode(sentence, out_type=str)
    assert run.answer("tokens", "count") == len(tokens) + 1
    assert run.answer("tokens", "mark") == sum(p.startswith("▁") for p in tokens)
    first, second = run.sp.nbest_encode(sentence, nbest_size=2, return_type="proto").nbests
    gap = first.score - second.score
    close(run.answer("tokens", "ratio"), math.exp(gap))
    assert run.answer("tokens", "ways") == len(second.pieces)
    longest = run.answer("tokens", "longest")
    if longest is not None:
        alone = {word: len(run.sp.encode(word)) for word in sentence.split()}
        assert longest == max(alone, key=lambda word: alone[word])
    # Cut by hand: the letters of each word of these sentences, without the full stop.
    words = sentence.strip(".").split()
    missing = sum(run.sp.piece_to_id(f"▁{word}") == run.sp.unk_id() for word in words)
    assert run.answer("tokens", "words") == missing
    ids = [run.sp.piece_to_id(char) for char in "▁" + sentence.replace(" ", "▁")]
    both = [run.engine.generate((*found, 3)) for found in (ids, run.sp.encode(sentence))]
    letters, usual = map(run.engine.tokenizer.decode, both)
    wanted = f"lessontokens.letters_{'same' if letters == usual else 'differ'}"
    assert run.answer("tokens", "letters") == wanted


def test_positions(run: Run) -> None:
    done = run.translation("positions")
    width = done.trace["encoder.embed"].shape[1]
    assert run.answer("positions", "off") == "lessonpositions.off_same"
    assert run.answer("positions", "on") == "lessonpositions.on_other"
    assert run.answer("positions", "sine") == pytest.approx(math.sin(1))
    assert run.answer("positions", "norm") == pytest.approx(width / 2)
    recorded = done.trace["encoder.positions"].astype(np.float64)  # the model's own table
    assert recorded[1, 0] == pytest.approx(math.sin(1), abs=1e-6)
    assert recorded[1] @ recorded[1] == pytest.approx(width / 2, abs=1e-4)
    assert recorded[0] @ recorded[2] == pytest.approx(recorded[1] @ recorded[3], abs=1e-4)
    assert run.answer("positions", "distance") == pytest.approx(0, abs=1e-9)
    assert run.answer("positions", "waves") == "lessonpositions.waves_last"
    assert run.answer("positions", "misprint") == "lessonpositions.misprint_flat"
    found = run.asked("positions", "off")
    assert found is not None
    order = [int(i) for i in found.params["positions_order"].split("-")]
    assert order == list(range(len(done.source) - 1, 0, -1))


def test_cell(run: Run) -> None:
    """The whole cell from q, k and v of the trace, in float64."""
    done = run.translation("cell")
    found = run.asked("cell", "look")
    assert found is not None
    layer, head = int(found.holes["layer"]) - 1, int(found.holes["head"]) - 1
    q, k, v = (
        done.trace[f"decoder.{layer}.cross_attn.{part}"][head].astype(np.float64)
        for part in ("q", "k", "v")
    )
    pairs = list(zip(done.fed_tokens, done.predicted_tokens, strict=True))
    named = (found.holes["fed"], found.holes["written"])
    rows = [row for row, pair in enumerate(pairs) if pair == named]
    weights = {row: softmax(k @ q[row] / math.sqrt(q.shape[1])) for row in rows}
    # Of rows that are called alike, the one the lesson means has the weight it asks for.
    asked = run.answer("cell", "softmax")
    row = min(rows, key=lambda r: np.abs(weights[r] - asked).min())
    column = int(weights[row][: len(done.source) - 1].argmax())
    assert run.answer("cell", "look") == done.source.tokens[column]
    assert any(map(str.isalpha, done.source.tokens[column])), "of a word"
    products = q[row] * k[column]
    dim = int(np.abs(products).argmax())
    close(run.answer("cell", "product"), products[dim])
    close(run.answer("cell", "dot"), q[row] @ k[column])
    close(run.answer("cell", "scale"), q[row] @ k[column] / math.sqrt(q.shape[1]))
    close(run.answer("cell", "softmax"), weights[row][column])
    close(run.answer("cell", "value"), weights[row][column] * v[column, dim])
    heads = done.trace[f"decoder.{layer}.cross_attn.q"].shape[0]
    assert run.answer("cell", "concat") == heads * q.shape[1]


def test_the_wrong_divisor(run: Run) -> None:
    done, found = run.translation("cell"), run.asked("cell", "width")
    if found is None:  # the random model's scores are all but equal
        assert run.name == "tiny"
        return
    last = done.attention("cross").shape[0] - 1
    head, row = int(found.params["head"]) - 1, int(found.params["row"]) - 1
    look = run.asked("cell", "look")  # the lesson stays in one row of one head
    assert look is not None and head == int(look.holes["head"]) - 1
    assert done.predicted_tokens[row] == look.holes["written"]
    q, k = (done.trace[f"decoder.{last}.cross_attn.{part}"][head] for part in "qk")
    dots = k.astype(np.float64) @ q[row].astype(np.float64)
    right, wrong = softmax(dots / math.sqrt(q.shape[1])), softmax(dots / q.shape[1])
    assert float(found.holes["root_weight"]) == pytest.approx(right.max(), abs=6e-4)
    assert float(found.holes["width_weight"]) == pytest.approx(wrong[right.argmax()], abs=6e-4)
    larger = wrong[right.argmax()] > right.max()
    assert run.answer("cell", "width") == f"lessoncell.width_{'larger' if larger else 'smaller'}"


def test_masks(run: Run) -> None:
    done = run.translation("masks")
    places = len(done.fed)
    assert run.answer("masks", "cells") == places * (places - 1) // 2
    assert run.answer("masks", "first") == pytest.approx(1.0)
    layer = done.attention("decoder").shape[0] - 1
    q, k = (done.trace[f"decoder.{layer}.self_attn.{part}"].astype(np.float64) for part in "qk")
    scores = np.einsum("hqe,hke->hqk", q, k) / math.sqrt(q.shape[-1])
    seconds = [softmax(one[1, :2])[0] for one in scores]
    second = run.answer("masks", "second")
    assert min(abs(second - one) for one in seconds) < 1e-5
    found = run.asked("masks", "after")
    assert found is not None
    head, row = int(found.params["head"]) - 1, int(found.params["row"]) - 1
    one = scores[head, row]
    # The page's batch also has padding behind this sentence, so what is lost is at least this.
    assert isinstance(found.question, Number)
    assert found.question.right <= softmax(one)[: row + 1].sum() + 1e-5
    seen = np.exp(one[: row + 1]).sum()
    assert float(found.holes["seen"]) == pytest.approx(seen, abs=0.01, rel=1e-3)


def test_losses(run: Run) -> None:
    done = run.translation("masks")
    probs = done.trace["probs"][np.arange(len(done.predicted)), list(done.predicted)]
    loss = float(-np.log(probs.astype(np.float64)).mean())
    found = run.asked("masks", "padded")
    assert found is not None
    assert float(found.holes["before"]) == pytest.approx(loss, abs=6e-4)
    assert run.answer("masks", "padded") == "lessonmasks.loss_same"
    off = {"ahead": ("decoder",), "open": ("encoder", "cross")}
    padded = (*done.source.ids, *(0,) * 8)
    for step, kinds in off.items():
        told = run.asked("masks", step)
        assert told is not None
        before, after = float(told.holes["before"]), float(told.holes["after"])
        assert before == pytest.approx(loss, abs=6e-4)
        open_mask = tuple(Intervention("unmask", kind) for kind in kinds)
        again = run.engine.run(padded, done.fed, open_mask)["probs"].astype(np.float64)
        chosen = again[np.arange(len(done.predicted)), list(done.predicted)]
        assert after == pytest.approx(-np.log(chosen).mean(), abs=6e-4)
        kind = "same" if abs(after - before) < 1e-3 else "rises" if after > before else "falls"
        assert run.answer("masks", step) == f"lessonmasks.loss_{kind}"


def test_flow(run: Run) -> None:
    done = run.translation("flow")
    ids = run.sp.encode(find_lesson("flow").sentences[run.source])
    assert run.answer("flow", "memory") == len(ids) + 1
    found, told = run.asked("flow", "look"), run.asked("flow", "next")
    assert found is not None and isinstance(found.question, ShareQuestion)
    step = int(found.params["step"]) - 1
    last = done.attention("cross").shape[0] - 1
    q, k = (done.trace[f"decoder.{last}.cross_attn.{part}"].astype(np.float64) for part in "qk")
    scores = np.einsum("he,hke->hk", q[:, step], k) / math.sqrt(q.shape[-1])
    wanted = np.mean([softmax(row) for row in scores], axis=0)
    assert found.question.shares == pytest.approx(wanted, abs=1e-5)
    assert sum(found.question.shares) == pytest.approx(1)
    assert run.answer("flow", "loop") == step + 1
    assert run.answer("flow", "once") == 1
    assert run.answer("flow", "end") == "lessonflow.end_token"
    if told is not None:
        assert run.answer("flow", "next") == done.predicted_tokens[step]
        probs = np.exp(done.trace["logits"][step].astype(np.float64))
        best = float(probs.max() / probs.sum())
        assert float(told.holes["share"].rstrip("%")) == pytest.approx(100 * best, abs=0.06)


def cross_weights(run: Run, lesson: str, layer: int) -> np.ndarray:
    """(H, Q, K) of one layer, from q and k of the trace, in float64."""
    trace, name = run.translation(lesson).trace, f"decoder.{layer}.cross_attn"
    q, k = (trace[f"{name}.{part}"].astype(np.float64) for part in "qk")
    scores = np.einsum("hqe,hke->hqk", q, k) / math.sqrt(q.shape[-1])
    return np.stack([[softmax(row) for row in head] for head in scores])


def divergence(weights: np.ndarray) -> float:
    """Bits by which the rows (H, K) differ from their mean: the mean of sum p log2(p / mean)."""
    return float((weights * np.log2(weights / weights.mean(axis=0))).sum(axis=-1).mean())


def test_heads(run: Run) -> None:
    done, found = run.translation("heads"), run.asked("heads", "apart")
    assert found is not None
    layer, row = (int(found.params[name]) - 1 for name in ("layer", "row"))
    every = [cross_weights(run, "heads", n) for n in range(len(done.attention("cross")))]
    words = [any(map(str.isalnum, token)) for token in done.predicted_tokens]
    apart = [
        [divergence(one[:, at]) if words[at] else -1 for at in range(len(words))] for one in every
    ]
    assert apart[layer][row] == pytest.approx(np.max(apart), abs=1e-5)  # where the page opens
    assert run.answer("heads", "apart") == len(set(every[layer][:, row].argmax(axis=-1).tolist()))
    weights = every[layer][:, row]
    look, mean = run.asked("heads", "look"), run.asked("heads", "mean")
    assert look is not None and isinstance(look.question, ShareQuestion) and mean is not None
    other, one = int(look.params["head"]) - 1, int(mean.params["head"]) - 1
    assert look.question.shares == pytest.approx(weights[other], abs=1e-5)
    assert one == weights.max(axis=-1).argmax()
    close(run.answer("heads", "mean"), weights[:, weights[one].argmax()].mean())
    width = done.trace["memory"].shape[1]
    assert run.answer("heads", "width") == width // len(weights)
    parameters = resources.weights(run.name, f"decoder.{layer}.cross_attn")
    count = sum(parameter.size for parameter in parameters.values())
    cost = run.asked("heads", "cost")
    assert cost is not None and cost.holes["several"] == f"{count:,}"
    assert run.answer("heads", "cost") == "lessonheads.cost_same"
    off = (Intervention("head", "cross", layer, one),)
    texts = [run.written(done, changes) for changes in ((), off)]
    same = texts[0] == texts[1]
    assert run.answer("heads", "off") == f"lessonheads.off_{'same' if same else 'other'}"


def test_layers(run: Run) -> None:
    done, found = run.translation("layers"), run.asked("layers", "norm")
    assert found is not None
    last = done.attention("cross").shape[0] - 1
    step, channel = (int(found.params[f"layers_{name}"]) - 1 for name in ("token", "channel"))
    x = done.trace[f"decoder.{last}.add1.norm"][step].astype(np.float64)
    added = done.trace[f"decoder.{last}.cross_attn.out"][step].astype(np.float64)
    assert channel == np.abs(added).argmax()
    total = x + added
    close(run.answer("layers", "add"), total[channel])
    close(run.answer("layers", "norm"), (total[channel] - total.mean()) / total.std())
    assert found.holes["deviation"] == f"{total.std():.3f}"
    y = done.trace[f"decoder.{last}.add2.norm"][step].astype(np.float64)
    parameters = resources.weights(run.name, f"decoder.{last}.ffn")
    weight, bias = (parameters[f"expand.{name}"].astype(np.float64) for name in ("weight", "bias"))
    assert run.answer("layers", "active") == (weight @ y + bias > 1e-6).sum()
    states = [done.trace[f"decoder.{n}.add3.norm"][step] for n in range(last + 1)]
    names = run.engine.tokens([int((run.engine.matrix @ state).argmax()) for state in states])
    lens = run.asked("layers", "lens")
    assert lens is None or (run.answer("layers", "lens"), lens.holes["path"]) == (
        names[0],
        " → ".join(names),
    )
    sizes = run.card["model"]
    assert run.answer("layers", "count") == (
        2 * sizes["n_encoder_layers"] + 3 * sizes["n_decoder_layers"]
    )
    assert run.answer("layers", "alone") == "lessonlayers.alone_own"
    off = (Intervention("ffn", "decoder", last),)
    texts = [run.written(done, changes) for changes in ((), off)]
    same = texts[0] == texts[1]
    assert run.answer("layers", "off") == f"lessonlayers.off_{'same' if same else 'other'}"


def test_training(run: Run) -> None:
    """The batch once more, with the cross-entropy of torch."""
    found = run.asked("training", "pad")
    loss = run.asked("training", "loss")
    assert found is not None and loss is not None
    batch = recipe.pairs(run.name, recipe.PAIRS)
    losses = []
    for pair in batch:
        logits = run.engine.run(pair.source_ids, (2, *pair.target_ids[:-1]))["logits"]
        wanted = torch.tensor(pair.target_ids)
        losses.append(F.cross_entropy(torch.tensor(logits), wanted, reduction="none"))
    all_of_them = torch.cat(losses).double()
    places = len(batch) * max(map(len, losses))
    close(run.answer("training", "pad"), float(all_of_them.sum()) / places)
    at, place = (int(loss.params[f"training_{name}"]) - 1 for name in ("sentence", "place"))
    assert float(losses[at].max()) == pytest.approx(float(losses[at][place]))
    close(run.answer("training", "loss"), float(losses[at][place]))
    sure = float(torch.exp(-all_of_them.min()))
    smoothed = 0.9 + 0.1 / run.engine.config.vocab_size
    close(run.answer("training", "push"), sure - smoothed)
    close(run.answer("training", "smooth"), smoothed)
    push = run.asked("training", "push")
    assert push is not None
    at, place = (int(push.params[f"training_{name}"]) - 1 for name in ("sentence", "place"))
    assert float(losses[at][place]) == pytest.approx(float(all_of_them.min()))


def test_what_the_decoder_is_fed(run: Run) -> None:
    """The token of our translation that the model finds least probable."""
    done = run.translation("training")
    ours = reference_of(done.source.text, str(run.card["target"]))
    ids = run.engine.tokenizer.encode(ours or done.text).ids
    probs = run.engine.run(done.source.ids, (2, *ids[:-1]))["probs"]
    least = int(probs[np.arange(len(ids)), list(ids)].argmin())
    assert run.answer("training", "fed") in (None, run.engine.tokens(ids)[least])


def test_every_text_of_every_step_can_be_filled(run: Run) -> None:
    unfilled = []
    for lesson, step in BY_PLACE:
        found = run.asked(lesson, step)
        if found is not None:
            shown = next(one for one in find_lesson(lesson).steps if one.id == step)
            for lang, key in product(("ko", "en"), (shown.key("ask"), shown.key("tell"))):
                words = Text(lang)(key, **found.holes).replace(found.holes.get("text", ""), "")
                unfilled += [(lang, key)] if "{" in words else []
    assert unfilled == []


def test_a_trained_model_leaves_few_steps_without_a_question(run: Run) -> None:
    missing = [place for place in BY_PLACE if run.asked(*place) is None]
    if run.name != "tiny":
        assert len(missing) <= 2, missing
