"""The page of masks in both languages, on a small random model: what is drawn, clicked, said."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.interventions import Intervention
from explainer.chapters.masks.edge import MOST
from explainer.data.samples import samples
from explainer.engine import Translation
from explainer.frame import teaching
from explainer.model.store import load_checkpoint
from explainer.runs import registry, resources
from explainer.runs.batches import batch_differences
from explainer.text import Text
from explainer.text.numbers import decimal, percent
from explainer.tokenizer.tokenizer import BOS
from explainer.translation import AttentionKind, prefix_of
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, drawings, maps, rows
from tests.conftest import random_model, save_like

SENTENCE = "어제 산 책을 오늘 다 읽었다."
CHAPTER = Chapter("masks", SENTENCE)


@pytest.fixture(scope="module")
def both(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The random model, and beside it one that says it has no causal mask."""
    found = tmp_path_factory.mktemp("both")
    shutil.copytree(tiny_model_folder, found / "tiny")
    config = replace(load_checkpoint(tiny_model_folder).model.config, causal=False)
    save_like(tiny_model_folder, found / "open", random_model(config, 1))
    return found


def said(at: AppTest) -> str:
    return "\n".join(str(e.value) for e in (*at.markdown, *at.caption, *at.text, *at.code))


def payload(at: AppTest) -> dict[str, Any]:
    """What the drawing of this page is sent."""
    (found,) = [json.loads(element.proto.bytes) for element in drawings(at)]
    return dict(found)


def arrays() -> tuple[Any, Any]:
    """(the batch of the page, the reader's translation), asked for a second time."""
    from explainer.frame.params import DEFAULTS
    from explainer.runs.batches import make_batch

    done = resources.translate(resources.Request("tiny", SENTENCE, DEFAULTS.options()))
    return make_batch(done), done


@pytest.mark.parametrize("form", ["boolean", "additive"])
def test_the_shapes_are_the_masks_of_the_batch(page: Open, form: str) -> None:
    at = page(masks_view="batch", masks_sentence=2, masks_form=form)
    batch, _ = arrays()
    one, width = batch.sentences[1], batch.arrays["source"].shape[1]
    length = batch.arrays["fed"].shape[1]
    real_source = np.arange(width) < len(one.source)
    real_fed = np.arange(length) < len(one.fed)
    before = np.arange(length)[None, :] <= np.arange(length)[:, None]
    padding, cross = (np.tile(real_source, (rows, 1)) for rows in (width, length))
    expected = (padding, before, before & real_fed, cross)
    given = payload(at)
    data = given["data"]
    found = [np.array(data["masks"][name]) for name in ("padding", "causal", "both", "cross")]
    assert all((mask == wanted).all() for mask, wanted in zip(found, expected, strict=True))
    assert data["additive"] == (form == "additive")
    assert data["sentences"] == [list(row.source) for row in batch.sentences]
    assert given["chosen"] == {"sentence": 1}


@pytest.mark.usefixtures("base")
def test_the_readers_sentence_is_padded_and_the_others_are_samples_of_its_language() -> None:
    batch, done = arrays()
    assert batch.sentences[0].source == done.source.tokens and batch.has_padding(0)
    assert len({len(one.source) for one in batch.sentences}) > 1
    encode = registry.model_of("tiny").tokenizer.encode
    ours = {encode(one.text).ids for one in samples("ko")}
    assert all(one.source_ids in ours for one in batch.sentences[1:])


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_strip_has_the_numbers_of_the_batch(page: Open, kind: AttentionKind) -> None:
    at = page(masks_view="batch", kind=kind, layer=1, head=2, row=2, col=1)
    batch, _ = arrays()
    name = prefix_of(kind, 0)
    scores, weights = (batch.arrays[f"{name}.{part}"][0, 1] for part in ("scores", "weights"))
    hidden = ~batch.arrays[f"{kind}.mask"][0]
    cells = sorted(rows(at, 0, "cells"), key=lambda cell: (cell["q"], cell["k"]))
    lines = [[cell["word"] for cell in cells if cell["q"] == line] for line in range(5)]
    assert lines[0] == [decimal(float(score), 2) for score in scores[1]]
    assert lines[1] == ["−∞" if h else "0" for h in hidden[1]]
    assert lines[4] == [f"{w:.3f}" for w in weights[1]]
    assert f"{weights[1, 0]:.3f}" in " ".join(latex_of(at))


def test_a_hidden_cell_has_minus_infinity_and_zero_in_its_formula(page: Open) -> None:
    at = page(masks_view="batch", kind="decoder", row=2, col=5)
    formula = " ".join(latex_of(at))
    assert r"(-\infty)" in formula and r"\frac{e^{-\infty}}" in formula
    assert r"\mathbf{0.000}" in formula


def test_the_mistake_box_shows_sums_that_are_not_one_and_the_address_what_was_chosen(page):
    at = page()
    batch, _ = arrays()
    scores = batch.arrays["decoder.1.self_attn.scores"][0, 0].astype(np.float64)
    every = np.exp(scores[: len(batch.sentences[0].fed)])
    sums = ((every * np.tri(*every.shape)).sum(axis=1) / every.sum(axis=1))[1:]
    told = f"✗ {sums.min():.2f} and ✓ 1.00: {percent(1 - sums.min(), 0)} of the denominator"
    assert told in said(at)
    assert not {"masks_step", "masks_edge", "masks_head"} & set(at.query_params)
    at = page(masks_step=2, masks_edge=3)
    assert (at.query_params["masks_step"], at.query_params["masks_edge"]) == ("2", "3")
    assert at.session_state["masks_beats"] == "edge"  # however far it was moved


def both_losses(at: AppTest) -> list[float]:
    """Of the run with all masks, and of the one as the switches say."""
    return [side["losses"][0] for side in maps(at, "sides")[0]["sides"]]


def test_switches_run_the_model_again(page: Open, base: Translation) -> None:
    at = page(masks_view="off")
    first, second = both_losses(at)
    nats = -np.log(base.predicted_probs.astype(np.float64))
    assert first == pytest.approx(nats.mean(), abs=1e-3) and first != second
    at.toggle(key="masks_causal").set_value(True).run()
    assert both_losses(at) == pytest.approx([first, first])
    assert Text("en")("masks.told_none") in said(at)
    at.toggle(key="masks_encoder").set_value(False).run()
    with_all, changed = both_losses(at)
    assert with_all == first != changed
    at.slider(key="masks_pad").set_value(0).run()
    assert both_losses(at) == pytest.approx([first, first])


def test_alone_and_together_differ_only_without_the_mask(page: Open) -> None:
    batch, _ = arrays()
    found = {run: values.max() for run, values in batch_differences("tiny", batch.rows).items()}
    # Of some processors float32 rounds the same alone and together.
    assert found["float64"] < 1e-12 and found["float32"] < 1e-4 and found["unmasked"] > 1e-2
    assert f"differ by {found['unmasked']:.2f}" in said(page("off"))


def test_the_triangle_has_the_scores_of_the_head_and_both_probabilities(page: Open) -> None:
    at = page(masks_step=3, masks_edge=1, masks_head=2)
    _, done = arrays()
    given = payload(at)
    data = given["data"]
    assert given["chosen"] == {"edge": 1, "at": 2}
    assert np.array(data["scores"]) == pytest.approx(
        done.trace["decoder.0.self_attn.scores"][1, :MOST, :MOST], abs=1e-4
    )
    probs, own = np.array(data["probs"]), done.predicted_probs[:MOST]
    assert probs[0] == pytest.approx(own, abs=1e-3) and own == pytest.approx(
        data["steps"], abs=1e-3
    )
    blind = resources.experiment(
        "tiny", done.source.ids, done.fed[:MOST], (Intervention("unmask", "decoder"),)
    )["probs"]
    everything = blind[np.arange(len(blind)), list(done.predicted[:MOST])]
    assert probs[-1] == pytest.approx(everything, abs=1e-4)
    assert data["fed"] == list(done.fed_tokens[:MOST])
    assert f"{probs[1, 2]:.3f}" in " ".join(latex_of(at))


def test_without_probabilities_it_stands_alone(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "hides", lambda panel: panel == "probabilities")
    data = payload(page())["data"]
    assert data["probs"] is data["steps"] is None


def test_the_model_without_a_mask_is_found_and_compared(page, both, monkeypatch):
    use_models(both, monkeypatch)
    at = page()
    (compared,) = maps(at, "sides")
    _, done = arrays()
    right, wrong = compared["sides"]
    assert compared["targets"][0]["text"] == done.text
    ids = registry.model_of("tiny").tokenizer.encode(done.text).ids
    for name, side in (("tiny", right), ("open", wrong)):
        probs = resources.experiment(name, done.source.ids, (BOS, *ids[:-1]))["probs"]
        expected = -np.log(probs[np.arange(len(ids)), list(ids)].astype(np.float64)).mean()
        assert side["losses"][0] == pytest.approx(expected, abs=1e-3)


def test_formula_and_code_of_the_triangle_have_the_mask(page: Open) -> None:
    for edge, last in ((0, "t"), (1, "t + 1")):
        at = page(masks_view="training", masks_edge=edge)
        formula = " ".join(latex_of(at))
        assert "+ M" in formula and r"-\infty & j >" in formula
        assert rf"0 & j \le {last} \\" in formula
        sent = " ".join(one.proto.bytes.decode() for one in at.get("bidi_component"))
        assert "masked_fill" in sent and "tril" in sent
