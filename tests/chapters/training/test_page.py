"""The page of training on a tiny model: every view, and numbers recomputed with torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.chapters.training.loss import EPSILONS, batch_of, candidates, steps_of
from explainer.chapters.training.page import CERTAIN, STEPS, trained
from explainer.data.calibration import calibrations
from explainer.data.mistakes import toy_runs
from explainer.frame.view import View
from explainer.runs import recipe, registry
from explainer.text import LANGUAGES, Text
from explainer.text.numbers import percent
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, maps, tables
from tests.conftest import ROOT, SENTENCES

CHAPTER = Chapter("training", sentence=SENTENCES[0])


def batch(page: Open, lang: str, epsilon: str, trained: int) -> dict[str, Any]:
    """What the drawing was given of the second token of the third sentence."""
    at = {"sentence": 3, "place": 2, "epsilon": epsilon, "trained": trained}
    shown = page("loss", lang, **{f"training_{name}": value for name, value in at.items()})
    return maps(shown, "moved")[0]


def test_loss_and_gradient_are_those_of_torch(page: Open) -> None:
    data = batch(page, "en", "0.2", 0)
    row = batch_of("tiny")[2]
    at, epsilon, pair = 1, 0.2, row.pair
    logits = torch.tensor(
        registry.model_of("tiny").run(pair.source_ids, (2, *pair.target_ids[:-1]))["logits"]
    ).double()
    logits.requires_grad_()
    wanted = torch.tensor(pair.target_ids)
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_drawing_has_every_loss_and_what_was_given_instead(page: Open, lang: str) -> None:
    data = batch(page, lang, "0.2", 3)
    rows = batch_of("tiny")
    assert data["at"] == {"sentence": 2, "place": 1, "stop": 4, "trained": 3}
    assert data["epsilons"] == [float(e) for e in EPSILONS]
    assert len(data["moved"]) == recipe.BATCH_STEPS
    for row, drawn in zip(rows, data["sentences"], strict=True):
        logits = torch.tensor(
            registry.model_of("tiny").run(row.pair.source_ids, (2, *row.pair.target_ids[:-1]))[
                "logits"
            ]
        ).double()
        logs = logits.log_softmax(-1)
        for at, token in enumerate(drawn["tokens"]):
            wanted = row.pair.target_ids[at]
            assert token["losses"][0] == pytest.approx(-float(logs[at, wanted]), abs=1e-5)
            assert token["flat"][0] == pytest.approx(-float(logs[at].mean()), abs=1e-5)
            assert len(token["losses"]) == len(token["given"]) == recipe.BATCH_STEPS + 1
            for loss, given in zip(token["losses"], token["given"], strict=True):
                assert given[0] == pytest.approx(np.exp(-loss), abs=1e-5)
                assert sum(given) == pytest.approx(1, abs=1e-4)
                assert len(token["names"]) == len(given) - 1


def test_training_makes_the_losses_of_the_batch_smaller_and_the_beat_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With every model that comes along; of the token that the page opens at the story says how."""
    use_models(ROOT / "pretrained", monkeypatch)
    for model in ("ko-en", "en-ko", "en-de"):
        losses = steps_of(model, 0.1).losses.mean(axis=1)
        assert (np.diff(losses)[:4] < 0).all() and losses[-1] < losses[0] / 2
        row, steps = batch_of(model)[0], steps_of(model, 0.1)
        given = steps.given[:, int(row.forced.losses.argmax()), 0]
        assert given[STEPS] > given[0]
        view = View(Text("en"), "en", False, model, {}, None)
        assert trained(view) == {"before": percent(given[0]), "after": percent(given[STEPS])}


def test_the_token_of_the_beat_is_one_that_every_model_expects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At epsilon 0.3 each of them is pushed back."""
    use_models(ROOT / "pretrained", monkeypatch)
    for model in ("ko-en", "en-ko", "en-de"):
        forced = batch_of(model)[0].forced
        assert np.exp(forced.log_probs[int(CERTAIN) - 1]) > 0.85


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_sure_and_how_often_right_are_those_that_were_measured(page: Open, lang: str) -> None:
    said = [line.value for line in page("loss", lang).caption]
    smoothed, plain = calibrations()[:2]
    numbers = [
        percent(each) for one in (plain, smoothed) for each in (one.confidence, one.accuracy)
    ]
    assert any(all(number in line for number in numbers) for line in said)


def test_the_path_is_that_of_torch_on_the_recorded_gradients(page: Open) -> None:
    shown = tables(page("step", training_weight="ffn", training_clip=0), 0)["lines"]
    course = recipe.gradients("tiny")
    at = list(recipe.watched("tiny")).index("ffn")
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


def test_the_model_that_visitors_share_stays_as_it_is(page: Open) -> None:
    before = registry.model_of("tiny").matrix.copy()
    page("step")
    after = registry.model_of("tiny").matrix
    assert np.array_equal(before, after)


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
