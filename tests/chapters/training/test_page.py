"""The page of training on a tiny model: every view, and numbers recomputed with torch."""

import re

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from streamlit.testing.v1 import AppTest

from explainer.chapters.training.dropout import largest_unit
from explainer.chapters.training.loss import EPSILONS, Row, batch_of, candidates, steps_of
from explainer.chapters.training.page import CERTAIN, STEPS, trained
from explainer.chapters.training.step import watch
from explainer.data.calibration import calibrations
from explainer.data.mistakes import toy_runs
from explainer.frame.view import View
from explainer.runs import recipe, registry
from explainer.text import Text
from explainer.text.numbers import decimal, percent
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, drawn, maps, said
from tests.conftest import ROOT, SENTENCES

CHAPTER = Chapter("training", sentence=SENTENCES[0])


def opened_on(page: Open, trained: int) -> AppTest:
    """The second token of the third sentence at epsilon 0.2."""
    at = {"sentence": 3, "place": 2, "epsilon": "0.2", "trained": trained}
    return page("loss", **{f"training_{name}": value for name, value in at.items()})


def test_losses_gradients_and_where_they_rest_are_those_of_torch(page: Open) -> None:
    shown, epsilon = opened_on(page, 3), 0.2
    numbers = [percent(n) for one in calibrations()[:2] for n in (one.confidence, one.accuracy)]
    assert any(all(number in line for number in numbers) for line in said(shown))  # as measured
    (data,), rows = maps(shown, "moved"), batch_of("tiny")
    assert data["at"] == {"sentence": 2, "place": 1, "stop": 4, "trained": 3}
    assert [one["epsilon"] for one in data["targets"]] == [float(e) for e in EPSILONS]
    target, total = data["targets"][4], np.zeros(2)
    right, each = target["right"], target["each"]
    for row, one in zip(rows, data["sentences"], strict=True):
        logits = logits_of(row).requires_grad_()
        losses = [
            F.cross_entropy(
                logits, torch.tensor(row.pair.target_ids), label_smoothing=e, reduction="none"
            )
            for e in (0.0, epsilon)
        ]
        (gradients,) = torch.autograd.grad(losses[1].sum(), logits)
        for at, token in enumerate(one["tokens"]):
            given, asked = np.array(token["given"]), candidates(row, at)
            assert token["losses"][0] == pytest.approx(float(losses[0][at].detach()), abs=1e-5)
            assert given[:, 0] == pytest.approx(np.exp(-np.array(token["losses"])), abs=1e-5)
            assert given.shape == (recipe.BATCH_STEPS + 1, len(asked) + 1)
            assert given.sum(axis=1) == pytest.approx(1, abs=1e-4)
            pulls = given[0, :-1] - [right, *[each] * (len(asked) - 1)]
            assert pulls == pytest.approx(gradients[at, list(asked)].numpy(), abs=1e-5)
        total += [float(loss.detach().sum()) for loss in losses]
    means = [data["means"][0], data["smooth"][0]]
    assert means == pytest.approx(total / sum(map(len, rows)), abs=1e-5)
    q = np.append(np.full(rows[0].forced.n_vocab - 1, each), right)
    assert q.sum() == pytest.approx(1) and target["rest"] == pytest.approx(-np.log(right))
    assert target["least"] == pytest.approx(-(q * np.log(q)).sum())


def logits_of(row: Row) -> torch.Tensor:
    """(T, V) of the reference, in float64."""
    fed = (2, *row.pair.target_ids[:-1])
    return torch.tensor(registry.model_of("tiny").run(row.pair.source_ids, fed)["logits"]).double()


def test_the_weights_are_the_models_and_move_as_adam_moves_them(page: Open) -> None:
    """Its first step is as long as the rate, whatever the gradient."""
    weights = np.array(maps(opened_on(page, 1), "moved")[0]["weights"])
    wanted = batch_of("tiny")[2].pair.target_ids[1]
    row = registry.model_of("tiny").matrix[wanted][: weights.shape[1]]
    assert weights.shape == (recipe.BATCH_STEPS + 1, len(row))
    assert weights[0] == pytest.approx(row, abs=1e-7)
    assert np.abs(weights[1] - weights[0]) == pytest.approx(recipe.RATE, rel=0.02)


def test_training_makes_losses_smaller_and_the_beat_shows_it(monkeypatch):
    """With every model that comes along; of the token that the page opens at the story says how."""
    use_models(ROOT / "pretrained", monkeypatch)
    for model in ("ko-en", "en-ko", "en-de"):
        losses = steps_of(model, 0.1).losses.mean(axis=1)
        assert (np.diff(losses)[:4] < 0).all() and losses[-1] < losses[0] / 2
        row, steps = batch_of(model)[0], steps_of(model, 0.1)
        given = steps.given[:, int(row.forced.losses.argmax()), 0]
        assert given[STEPS] > given[0]
        # The token of the beat is one that it expects: at epsilon 0.3 it is pushed back.
        assert np.exp(row.forced.log_probs[int(CERTAIN) - 1]) > 0.85
        view = View(Text("en"), "en", False, model, {}, None)
        assert trained(view) == {"before": percent(given[0]), "after": percent(given[STEPS])}


def test_the_ways_are_those_of_adam_and_of_minus_the_gradient(page: Open) -> None:
    shared = registry.model_of("tiny").matrix.copy()
    data, one = drawn(page("step", training_step=3), "bars"), watch("tiny")
    assert np.array_equal(shared, registry.model_of("tiny").matrix)  # with all visitors
    ways = (one.adam().weight - one.start) / recipe.RATE, -np.cumsum(one.gradient)
    for way, curve in zip(ways, data["curves"], strict=True):
        steps, drawn_way = np.array(curve["points"][0]).T
        assert list(steps) == list(range(recipe.STEPS + 1))
        assert drawn_way == pytest.approx(np.append(0, way), abs=1e-5)
    stop = data["stops"][data["at"]]
    assert (stop["x"], stop["facts"][0][1]) == (3, decimal(one.gradient[2], 4))


def test_the_drawn_schedule_is_the_formula(page: Open) -> None:
    data = drawn(page("rate", training_warmup=4000), "stops")
    width = registry.model_of("tiny").config.d_model
    steps, rates = np.array(data["curves"][1]["points"][data["at"]]).T
    expected = width**-0.5 * np.minimum(steps**-0.5, steps * 4000**-1.5)
    assert rates == pytest.approx(expected, abs=1e-7)
    stop = data["stops"][data["at"]]
    assert steps[np.argmax(rates)] == stop["x"] == 4000
    top, half = (float(told.replace(",", "")) for _, told in stop["facts"])
    assert [top, (width * half) ** -0.5] == pytest.approx([max(rates), max(rates) / 2], abs=1e-5)


def test_dropout_keeps_the_mean(page: Open) -> None:
    model, (pair,) = registry.model_of("tiny"), recipe.pairs("tiny", 1)
    trace, (unit, value) = model.run(pair.source_ids, (2,)), largest_unit("tiny")
    vector = trace[f"decoder.{model.config.n_decoder_layers - 1}.ffn.out"][0]
    assert value == vector[unit] and abs(value) == np.abs(vector).max()
    (line,) = (one for one in said(page("rate")) if "was dropped in" in one)
    fallen, draws = (int(number) for number in re.findall(r"(\d+) (?:of|draws)", line))
    mean = value / (1 - model.card["model"]["dropout"]) * (draws - fallen) / draws
    assert decimal(mean) in line and mean == pytest.approx(value, rel=0.1)


def test_the_recorded_runs_say_what_the_page_says() -> None:
    """Over PAD it looks better and is worse; without warm-up nothing is learned."""
    runs = {run.id: run for run in toy_runs()}
    usual, padded = runs["usual"], runs["over_pad"]
    assert padded.train[-1] < usual.train[-1] and padded.loss[-1] > usual.loss[-1]
    assert runs["fast"].free[-1] > 0.8 and runs["fast_no_warmup"].free[-1] == 0
    for run in runs.values():
        assert len({len(v) for v in (run.step, run.rate, run.train, run.loss, run.free)}) == 1
