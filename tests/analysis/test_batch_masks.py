"""The batch of the model against sentences alone, and each mask against a loop."""

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from explainer.analysis import batch_masks
from explainer.analysis.interventions import Intervention
from explainer.analysis.lookup import softmax
from explainer.engine import Translator
from explainer.engine.rerun import trace_pass
from explainer.model import Transformer
from explainer.model.cache import DecoderWeights
from explainer.model.masks import additive as torch_additive
from explainer.model.trace import Trace
from tests.analysis.small_model import made

# Three sentences of unequal length on both sides; the last is the longest source, not target.
ROWS = (
    ((5, 6, 7, 3), (2, 11, 12, 13, 14)),
    ((8, 3), (2, 15)),
    ((9, 10, 11, 12, 13, 3), (2, 16, 17)),
)
SOURCE, TARGET = 6, 5
LAYERS = {"encoder": 2, "decoder": 3}


MODEL = made()
BATCH = batch_masks.batch_pass(MODEL, ROWS)


def test_masks_of_the_model_are_those_of_a_loop() -> None:
    for b, (source, fed) in enumerate(ROWS):
        for q in range(SOURCE):
            for k in range(SOURCE):
                assert BATCH["encoder.mask"][b, q, k] == (k < len(source))
        for t in range(TARGET):
            for k in range(TARGET):
                assert BATCH["decoder.mask"][b, t, k] == (k <= t)
                both = batch_masks.with_padding(BATCH["decoder.mask"][b], BATCH["fed"][b])
                assert both[t, k] == (k <= t and k < len(fed))
            for k in range(SOURCE):
                assert BATCH["cross.mask"][b, t, k] == (k < len(source))


def test_every_layer_and_head_has_the_mask_that_is_handed_out() -> None:
    tensors = trace_pass(MODEL, torch.tensor(BATCH["source"]), torch.tensor(BATCH["fed"]))
    places = {
        "encoder": ("encoder", "self_attn"),
        "decoder": ("decoder", "self_attn"),
        "cross": ("decoder", "cross_attn"),
    }
    for kind, (stack, part) in places.items():
        for layer in range(LAYERS[stack]):
            mask = tensors[f"{stack}.{layer}.{part}.mask"].numpy()
            assert (mask == BATCH[f"{kind}.mask"][:, None]).all()


def test_added_and_filled_masks_give_the_same_weights() -> None:
    rng = np.random.default_rng(2)
    scores, mask = rng.normal(size=(7, 9)), rng.random((7, 9)) < 0.6
    mask[:, 0] = True
    added = softmax(scores + batch_masks.additive(mask))
    filled = softmax(np.where(mask, scores, -np.inf))
    assert (added == filled).all() and (added[~mask] == 0).all()
    assert (batch_masks.additive(mask) == torch_additive(torch.tensor(mask)).numpy()).all()
    by_torch = torch.tensor(scores).masked_fill(~torch.tensor(mask), -math.inf).softmax(-1)
    assert added == pytest.approx(by_torch.numpy(), abs=1e-15)


@pytest.mark.parametrize("causal", [True, False])
def test_a_sentence_is_the_same_alone_and_in_a_batch(causal: bool) -> None:
    model = made(causal=causal)
    for double, limit in ((True, 1e-12), (False, 1e-4)):
        alone = [batch_masks.batch_pass(model, [row], double=double) for row in ROWS]
        found = batch_masks.largest_differences(
            batch_masks.batch_pass(model, ROWS, double=double), alone
        )
        assert found.shape == (3,) and found.max() < limit
        assert alone[0]["logits"].dtype == (np.float64 if double else np.float32)


@pytest.mark.parametrize("causal", [True, False])
def test_without_the_padding_mask_it_is_not(causal: bool) -> None:
    model = made(causal=causal)
    alone = [batch_masks.batch_pass(model, [row], padding_mask=False, double=True) for row in ROWS]
    open_batch = batch_masks.batch_pass(model, ROWS, padding_mask=False, double=True)
    found = batch_masks.largest_differences(open_batch, alone)
    assert (found[:2] > 1e-3).all()
    if causal:  # the longest source has no padding, and its target's is in the future
        assert found[2] < 1e-12
        assert (open_batch["decoder.mask"] == BATCH["decoder.mask"]).all()
    assert open_batch["encoder.mask"].all() and open_batch["cross.mask"].all()


def test_the_shared_model_stays_as_it_was() -> None:
    before = MODEL.matrix.clone()
    batch_masks.batch_pass(MODEL, ROWS, padding_mask=False, double=True)
    assert MODEL.matrix.dtype == torch.float32 and torch.equal(MODEL.matrix, before)


def test_one_by_one_gives_what_all_at_once_gives() -> None:
    source, fed = ROWS[0]
    steps = batch_masks.incremental_log_probs(DecoderWeights(MODEL), source, fed)
    logits = torch.tensor(batch_masks.batch_pass(MODEL, [ROWS[0]])["logits"][0])
    assert steps == pytest.approx(logits.log_softmax(-1).numpy(), abs=1e-5)
    # and what a run of every prefix gives, which knows neither cache nor mask
    for t in range(len(fed)):
        prefix = MODEL(torch.tensor([source]), torch.tensor([fed[: t + 1]]))[0, -1]
        assert steps[t] == pytest.approx(prefix.log_softmax(-1).numpy(), abs=1e-5)


def test_without_the_causal_mask_earlier_positions_change() -> None:
    source, fed = ROWS[0]
    open_look = (Intervention("unmask", "decoder"),)
    src = torch.tensor([source])

    def first_logits(ids: tuple[int, ...], changes: tuple[Intervention, ...]) -> np.ndarray:
        return trace_pass(MODEL, src, torch.tensor([ids]), changes)["logits"][0, 0].numpy()

    other = (*fed[:-1], 20)
    assert (first_logits(fed, ()) == first_logits(other, ())).all()
    assert np.abs(first_logits(fed, open_look) - first_logits(other, open_look)).max() > 1e-3
    # the last position sees everything anyway, but what it sees has seen the future
    steps = batch_masks.incremental_log_probs(DecoderWeights(MODEL), source, fed)
    seen = trace_pass(MODEL, src, torch.tensor([fed]), open_look)["log_probs"][0].numpy()
    assert np.abs(steps - seen).max() > 1e-3


def test_a_row_step_by_step_on_numbers_anyone_can_check() -> None:
    scores = np.log(np.array([1.0, 2.0, 5.0]))
    found = batch_masks.row_steps(scores, np.array([True, True, False]))
    assert found.raised == pytest.approx([1, 2, 0]) and found.total == pytest.approx(3)
    assert found.weight == pytest.approx([1 / 3, 2 / 3, 0]) and found.weight[2] == 0
    assert found.masked[2] == -np.inf and found.mask.tolist() == [0, 0, -np.inf]
    nothing = np.zeros(3, dtype=bool)  # of a row that is all masked nothing by nothing
    assert np.isnan(batch_masks.row_steps(scores, nothing).weight).all()
    # Multiplied afterwards, 5/8 of the denominator is the future's.
    wrong = batch_masks.multiplied_after(scores, np.array([True, True, False]))
    assert wrong == pytest.approx([1 / 8, 2 / 8, 0]) and 1 - wrong.sum() == pytest.approx(5 / 8)


def test_a_batch_of_nothing_and_one_too_long_are_refused() -> None:
    with pytest.raises(ValueError):
        batch_masks.batch_pass(MODEL, [])
    with pytest.raises(ValueError):
        batch_masks.batch_pass(MODEL, [((4,) * 257, (2,))])


def test_what_the_page_says_of_the_trained_model(ko_en_folder: Path) -> None:
    """The default sentence beside a longer one, and the same without each mask."""
    model = Translator.load(ko_en_folder, torch.device("cpu"))
    texts = ("나는 어제 친구와 영화를 봤다.", "배를 먹고 배를 탔더니 배가 아프다.")
    done = [model.translate(text) for text in texts]
    found = batch_masks.invariance(model.model, [(one.source.ids, one.fed) for one in done])
    assert found["float64"].max() < 1e-12 < found["float32"].max() < 1e-3
    assert found["unmasked"][0] > 1  # the longer one has no padding
    own = done[0]
    padded = (*own.source.ids, *(0,) * 8)

    def loss(*kinds: str) -> float:
        changes = [Intervention("unmask", kind) for kind in kinds]
        return batch_masks.teacher_loss(model.run(padded, own.fed, changes)["probs"], own.predicted)

    base = float(-np.log(own.predicted_probs.astype(np.float64)).mean())
    assert loss() == pytest.approx(base, abs=1e-5)
    assert base + 0.1 < loss("encoder", "cross") < loss("decoder")
    assert loss("decoder") > base + 2


SOURCE_IDS, FED_IDS, WANTED_IDS = (5, 6, 7, 3), (2, 11, 12, 13, 14), (11, 12, 13, 14, 3)


def moved(model: Transformer, edge: int) -> dict[str, np.ndarray]:
    """One traced pass with the mask of every decoder layer moved: by edits, cell by cell."""
    mask = torch.tensor([[key <= row + edge for key in range(5)] for row in range(5)])
    names = [f"decoder.{layer}.self_attn.mask" for layer in range(LAYERS["decoder"])]
    trace = Trace(dict.fromkeys(names, mask.expand_as))
    with torch.no_grad():
        model(torch.tensor([SOURCE_IDS]), torch.tensor([FED_IDS]), trace)
    return {name: tensor[0].numpy() for name, tensor in trace.tensors.items()}


@pytest.mark.parametrize("causal", [True, False])
def test_probabilities_with_a_moved_edge_are_those_of_the_model_with_that_mask(causal, monkeypatch):
    model, edges = made(causal=causal), (0, 1, 2, 4)
    monkeypatch.setattr("explainer.analysis.batch_masks.EDGE_TOKENS", 11)  # two edges a pass
    found = batch_masks.edge_probs(model, SOURCE_IDS, FED_IDS, WANTED_IDS, edges)
    for edge, probs in zip(edges, found, strict=True):
        expected = moved(model, edge)["probs"][np.arange(5), list(WANTED_IDS)]
        assert probs == pytest.approx(expected, abs=1e-6)
    assert np.abs(found[1] - found[0]).max() > 1e-3


@pytest.mark.parametrize("edge", [0, 1, 3, 4])
def test_weights_of_the_first_layer_are_the_softmax_over_what_the_edge_lets_see(edge: int) -> None:
    """Its scores know no mask, so nobody has to run the model again for them."""
    plain, run = (moved(MODEL, at) for at in (0, edge))
    name = "decoder.0.self_attn"
    assert (plain[f"{name}.scores"] == run[f"{name}.scores"]).all()
    found = softmax(plain[f"{name}.scores"] + batch_masks.additive(batch_masks.band(edge, 5)))
    assert found == pytest.approx(run[f"{name}.weights"], abs=1e-6)
    assert edge == 0 or (
        np.abs(plain["decoder.1.self_attn.scores"] - run["decoder.1.self_attn.scores"]).max() > 1e-3
    )
