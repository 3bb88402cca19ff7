"""The page of training on a tiny model: every view, and numbers recomputed with torch."""

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from streamlit.testing.v1 import AppTest

from explainer.chapters.training.loss import EPSILONS, Row, batch_of, candidates, steps_of
from explainer.chapters.training.page import CERTAIN, STEPS, trained
from explainer.data.calibration import calibrations
from explainer.data.mistakes import toy_runs
from explainer.frame.view import View
from explainer.runs import recipe, registry
from explainer.text import Text
from explainer.text.numbers import percent
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, maps, tables
from tests.conftest import ROOT, SENTENCES

CHAPTER = Chapter("training", sentence=SENTENCES[0])


def opened_on(page: Open, epsilon: str, trained: int) -> AppTest:
    """The second token of the third sentence."""
    at = {"sentence": 3, "place": 2, "epsilon": epsilon, "trained": trained}
    return page("loss", **{f"training_{name}": value for name, value in at.items()})


def test_loss_and_gradient_are_those_of_torch(page: Open) -> None:
    data = maps(opened_on(page, "0.2", 0), "moved")[0]
    row = batch_of("tiny")[2]
    at, epsilon, logits = 1, 0.2, logits_of(row).requires_grad_()
    wanted = torch.tensor(row.pair.target_ids)
    loss = F.cross_entropy(logits, wanted, label_smoothing=epsilon, reduction="none")
    token = data["sentences"][2]["tokens"][at]
    smoothed = (1 - epsilon) * token["losses"][0] + epsilon * token["flat"][0]
    assert smoothed == pytest.approx(float(loss[at].detach()), abs=1e-5)
    loss[at].backward()
    assert logits.grad is not None
    asked = np.full(len(token["names"]), epsilon / data["n_vocab"])
    asked[0] += 1 - epsilon
    gradient = np.array(token["given"][0][:-1]) - asked
    assert gradient == pytest.approx(logits.grad[at, list(candidates(row, at))].numpy(), abs=1e-5)


def logits_of(row: Row) -> torch.Tensor:
    """(T, V) of the reference, in float64."""
    fed = (2, *row.pair.target_ids[:-1])
    return torch.tensor(registry.model_of("tiny").run(row.pair.source_ids, fed)["logits"]).double()


def test_the_drawing_has_every_loss_and_what_was_given_instead(page: Open) -> None:
    shown = opened_on(page, "0.2", 3)
    data, said = maps(shown, "moved")[0], [line.value for line in shown.caption]
    numbers = [percent(n) for one in calibrations()[:2] for n in (one.confidence, one.accuracy)]
    assert any(all(number in line for number in numbers) for line in said)  # as it was measured
    rows = batch_of("tiny")
    assert data["at"] == {"sentence": 2, "place": 1, "stop": 4, "trained": 3}
    assert data["epsilons"] == [float(e) for e in EPSILONS]
    assert len(data["moved"]) == recipe.BATCH_STEPS
    for row, drawn in zip(rows, data["sentences"], strict=True):
        logs = logits_of(row).log_softmax(-1)
        for at, token in enumerate(drawn["tokens"]):
            wanted = row.pair.target_ids[at]
            assert token["losses"][0] == pytest.approx(-float(logs[at, wanted]), abs=1e-5)
            assert token["flat"][0] == pytest.approx(-float(logs[at].mean()), abs=1e-5)
            assert len(token["losses"]) == len(token["given"]) == recipe.BATCH_STEPS + 1
            for loss, given in zip(token["losses"], token["given"], strict=True):
                assert given[0] == pytest.approx(np.exp(-loss), abs=1e-5)
                assert sum(given) == pytest.approx(1, abs=1e-4)
                assert len(token["names"]) == len(given) - 1


def test_the_weights_are_the_models_and_move_as_adam_moves_them(page: Open) -> None:
    """Its first step is as long as the rate, whatever the gradient."""
    weights = np.array(maps(opened_on(page, "0.2", 1), "moved")[0]["weights"])
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


def test_the_path_is_that_of_torch_on_the_recorded_gradients(page: Open) -> None:
    shared = registry.model_of("tiny").matrix.copy()
    shown = tables(page("step", training_weight="ffn", training_clip=0), 0)["lines"]
    assert np.array_equal(shared, registry.model_of("tiny").matrix)  # with all visitors
    course = recipe.gradients("tiny")
    at = list(recipe.watched_weights("tiny")).index("ffn")
    for s, kind in enumerate((torch.optim.Adam, torch.optim.SGD)):
        weight = torch.tensor(course.starts[at], requires_grad=True)
        more: dict[str, Any] = {"betas": (0.9, 0.98), "eps": 1e-9} if s == 0 else {}
        optimizer = kind([weight], lr=1e-4, **more)
        path = [0.0]
        for gradient in course.gradients[at]:
            weight.grad = torch.tensor(gradient)
            optimizer.step()
            path.append(float(weight.detach()) - course.starts[at])
        drawn = [y for y, which in zip(shown["y"], shown["s"], strict=True) if which == s]
        assert drawn == pytest.approx(path, rel=1e-6, abs=1e-12)


def test_the_drawn_schedule_is_the_formula(page: Open) -> None:
    lines = tables(page("rate", training_d_model=512, training_warmup=4000), 0)["lines"]
    steps = np.array(lines["x"])
    expected = 512**-0.5 * np.minimum(steps**-0.5, steps * 4000**-1.5)
    assert lines["y"] == pytest.approx(expected)
    assert steps[np.argmax(lines["y"])] == 4000


def test_dropout_keeps_the_mean(page: Open) -> None:
    """Every draw is 0 or twice the unit, and their mean comes close to it."""
    shown = tables(page("rate", training_p=0.5), 1)
    unit, means = shown["levels"]["at"][0], shown["lines"]["y"]
    assert means[0] in (0, pytest.approx(2 * unit, rel=1e-4))
    assert means[-1] == pytest.approx(unit, rel=0.15)


def test_the_recorded_runs_say_what_the_page_says() -> None:
    """Over PAD it looks better and is worse; without warm-up nothing is learned."""
    runs = {run.id: run for run in toy_runs()}
    usual, padded = runs["usual"], runs["over_pad"]
    assert padded.train[-1] < usual.train[-1] and padded.loss[-1] > usual.loss[-1]
    assert runs["fast"].free[-1] > 0.8 and runs["fast_no_warmup"].free[-1] == 0
    for run in runs.values():
        assert len({len(v) for v in (run.step, run.rate, run.train, run.loss, run.free)}) == 1
