"""The loss landscape: its axes by another way, its stored numbers measured again, its page."""

import json

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch.nn.utils import parameters_to_vector

from explainer.chapters.growth.chart_landscape import on_surface
from explainer.data.everyday import everyday
from explainer.data.landscape import Landscape, landscape
from explainer.model.store import WEIGHTS, history_steps, load_checkpoint, read_card
from explainer.runs import growth
from explainer.text import Text
from explainer.tokenizer import BOS, Tokenizer
from explainer.training.studies.landscape import plane_of
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, opened
from tests.conftest import ROOT, SENTENCES

CHAPTER = Chapter("growth", sentence=SENTENCES[0])
FOLDER = ROOT / "pretrained" / "ko-en"


def stored() -> Landscape:
    found = landscape("ko-en", read_card(FOLDER)["sha256"][WEIGHTS])
    assert found is not None
    return found


def test_the_axes_are_those_of_a_singular_value_decomposition() -> None:
    states = torch.randn((6, 40), generator=torch.Generator().manual_seed(3))
    plane = plane_of(states)
    paths = (states - states[-1]).double().numpy()
    _, values, axes = np.linalg.svd(paths, full_matrices=False)
    assert np.abs(plane.axes_2N.numpy()) == pytest.approx(np.abs(axes[:2]), abs=1e-5)
    assert plane.shares == pytest.approx((values[:2] ** 2 / (values**2).sum()).tolist())
    assert min(plane.place(states[0])) >= 0 and plane.place(states[-1]) == (0, 0)
    x, y = plane.place(states[2])
    beside = states[2] - plane.weights(x, y)
    assert (plane.axes_2N @ beside).abs().max() < 1e-5, "the nearest point lies straight below"


def loss_by_sentence(model: torch.nn.Module, tokenizer: Tokenizer) -> float:
    """One sentence at a time, without padding: nats per token of the first translations."""
    nats = tokens = 0.0
    for korean, english, *_ in everyday():
        source, wanted = (torch.tensor(tokenizer.encode(side).ids) for side in (korean, english))
        fed = torch.cat([torch.tensor([BOS]), wanted[:-1]])
        logits = model(source[None], fed[None])[0]
        nats += float(F.cross_entropy(logits, wanted, reduction="sum"))
        tokens += len(wanted)
    return nats / tokens


@pytest.mark.slow
def test_stored_numbers_are_measured_again() -> None:
    ground, steps = stored(), (*history_steps(read_card(FOLDER)), growth.FINISHED)
    states = [load_checkpoint(FOLDER, step=None if step < 0 else step) for step in steps]
    assert [stop.step for stop in ground.path] == list(steps)
    with torch.inference_mode():
        alone = loss_by_sentence(states[4].model, Tokenizer(states[4].tokenizer))
        assert ground.path[4].loss == pytest.approx(alone, abs=1e-3)
    plane = plane_of(torch.stack([parameters_to_vector(one.model.parameters()) for one in states]))
    assert plane.shares == pytest.approx(ground.shares, abs=1e-3)
    for stop, state in zip(ground.path, states, strict=True):
        place = plane.place(parameters_to_vector(state.model.parameters()))
        assert place == pytest.approx((stop.x, stop.y), abs=0.02)
    model, tokenizer = states[-1].model, Tokenizer(states[-1].tokenizer)
    weights = plane.weights(ground.x[20], ground.y[3])
    torch.nn.utils.vector_to_parameters(weights, model.parameters())
    with torch.inference_mode():
        assert ground.loss[3][20] == pytest.approx(loss_by_sentence(model, tokenizer), abs=2e-3)


def test_the_way_ends_in_the_lowest_place_of_the_plane_that_was_measured() -> None:
    """And goes down at every kept state, on the plane and beside it."""
    ground = stored()
    for losses in ([s.loss for s in ground.path], [s.below for s in ground.path[3:]]):
        assert losses == sorted(losses, reverse=True)
    assert ground.path[-1].loss == ground.path[-1].below < np.min(ground.loss) + 0.01
    stops = np.array([(stop.x, stop.y, stop.below) for stop in ground.path])
    way = on_surface((ground.x, ground.y, ground.loss), stops)
    nearest = [np.hypot(way[:, 0] - s.x, way[:, 1] - s.y).min() for s in ground.path]
    assert max(nearest) == pytest.approx(0, abs=1e-9)
    assert ground.command.startswith("python -m explainer.training.studies.landscape ko-en ")
    assert landscape("ko-en", "other weights") is landscape("tiny", "1bf4") is None


def test_the_page_draws_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(ROOT / "pretrained", monkeypatch)
    sentence = "고양이가 소파 위에서 자고 있다."
    at = opened(CHAPTER, "landscape", "ko", model="ko-en", sentence=sentence, growth_state=5)
    assert not at.error and not at.warning and not at.info
    [drawn] = at.get("plotly_chart")
    surface, _, states = json.loads(drawn.proto.spec)["data"]
    ground = stored()
    assert surface["z"] == [list(row) for row in ground.loss]
    assert states["z"] == pytest.approx([stop.below for stop in ground.path], abs=0.05)
    here = ground.path[4]
    words = {"state": Text("ko")("growth.step_name", step="1,000"), "loss": f"{here.loss:.2f}"}
    assert drawn.proto.alt == Text("ko")("growth.landscape_alt", **words)
    assert states["marker"]["size"].index(max(states["marker"]["size"])) == 4
    said = Text("ko")("growth.landscape_said", **words, below=f"{here.below:.2f}")
    assert said in [line.value for line in at.markdown]


def test_a_model_without_a_landscape_says_so(page: Open) -> None:
    assert page("landscape").info
