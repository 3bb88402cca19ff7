"""The toy: what it learns and what it cannot, its numbers recomputed, what is recorded of it."""

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from explainer.data.toy import FOLDER
from explainer.model.trace import Trace
from explainer.tokenizer import EOS, PAD
from explainer.training import toy, toy_records
from explainer.training.batches import make_batch
from explainer.training.toy_export import transformer_of

TOLERANCE = 2e-3  # of a loss, between two processors


def after(settings: toy.Settings, steps: int) -> tuple[toy.Stepper, toy.Snapshot]:
    stepper = toy.Stepper(settings, toy.problem_of(settings))
    for _ in range(steps):
        stepper.step()
    return stepper, stepper.evaluate()


# --- what the page says in words ---


def test_without_positions_nothing_can_tell_the_order_of_the_source() -> None:
    """However long it is trained: with its letters in another order the logits are the same."""
    stepper, _ = after(toy.Settings(positions=False), 5)
    fed = torch.tensor([[2, 5, 7]])
    rows = [[*order, EOS] for order in permutations((4, 5, 6, 7))]
    with torch.no_grad():
        found = stepper.model.double()(torch.tensor(rows), fed.expand(len(rows), -1))
    assert torch.allclose(found, found[:1].expand_as(found), atol=1e-12)
    with_order, _ = after(toy.Settings(), 5)
    with torch.no_grad():
        found = with_order.model.double()(torch.tensor(rows), fed.expand(len(rows), -1))
    assert not torch.allclose(found, found[:1].expand_as(found), atol=1e-3)


# --- numbers from an independent source ---


def test_the_loss_is_that_of_torch_and_the_step_that_of_adam() -> None:
    """A step by hand: torch's own loss with its own way to leave PAD out, torch's own Adam."""
    settings = toy.Settings(warm=False, d_model=16)
    stepper, same = (toy.Stepper(settings, toy.problem_of(settings)) for _ in range(2))
    encode = stepper.problem.tokenizer.encode_ids
    pairs = stepper.problem.draw(toy.BATCH, "1-1")
    sources, targets = (encode([pair[at] for pair in pairs]) for at in (0, 1))
    batch = make_batch(list(zip(sources, targets, strict=True)))
    logits = same.model(batch.src_BS, batch.fed_BT)
    loss = nn.CrossEntropyLoss(ignore_index=PAD)(logits.flatten(0, 1), batch.wanted_BT.flatten())
    assert stepper.step() == pytest.approx(loss.item(), abs=1e-6)
    loss.backward()
    nn.utils.clip_grad_norm_(same.model.parameters(), 1.0)
    adam = torch.optim.Adam(same.model.parameters(), lr=settings.rate, betas=(0.9, 0.98), eps=1e-9)
    adam.step()
    for mine, theirs in zip(stepper.model.parameters(), same.model.parameters(), strict=True):
        assert torch.allclose(mine, theirs, atol=1e-7)


def test_a_snapshot_is_recomputed_from_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = toy.Settings(task="copy", d_model=16)
    problem = toy.problem_of(settings)
    monkeypatch.setattr(problem, "held_out", problem.held_out[:30])  # of 100
    stepper, snapshot = after(settings, 50)
    model = stepper.model.double()
    right = total = rows = 0
    losses = list[float]()
    for number, (source, target) in enumerate(problem.held_out):
        src = torch.tensor([problem.tokenizer.encode_ids([source])[0]])
        wanted = problem.tokenizer.encode_ids([target])[0]
        written = list[int]()
        while len(written) < 9 and written[-1:] != [EOS]:
            with torch.no_grad():
                logits = model(src, torch.tensor([[2, *written]]))
            written.append(int(logits[0, -1].argmax()))
        with torch.no_grad():
            fed = model(src, torch.tensor([[2, *wanted[:-1]]]))[0].log_softmax(-1)
        losses += [-float(fed[at, token]) for at, token in enumerate(wanted)]
        hits = [at < len(written) and written[at] == token for at, token in enumerate(wanted)]
        right, total, rows = right + sum(hits), total + len(wanted), rows + all(hits)
        if number < toy.SHOWN:
            assert snapshot.output_ids[number].tolist()[: len(written)] == written
            assert not snapshot.output_ids[number][len(written) :].any()
    assert snapshot.tokens == pytest.approx(right / total)
    assert snapshot.rows == pytest.approx(rows / len(problem.held_out))
    assert snapshot.loss == pytest.approx(math.fsum(losses) / total, abs=1e-5)


def test_the_maps_are_those_of_the_telling_row() -> None:
    stepper, snapshot = after(toy.Settings(layers=2, heads=4), 3)
    source, target = toy.row_for_maps(stepper.problem.held_out)
    assert len(source) == 6
    src, wanted = (stepper.problem.tokenizer.encode_ids([side])[0] for side in (source, target))
    trace = Trace()
    with torch.no_grad():
        stepper.model(torch.tensor([src]), torch.tensor([[2, *wanted[:-1]]]), trace)
    for kind, name in (("encoder", "encoder.1.self_attn"), ("cross", "decoder.1.cross_attn")):
        assert snapshot.maps[kind].shape == (2, 4, 7, 7)
        expected = trace[f"{name}.weights"][0].numpy()
        assert np.abs(snapshot.maps[kind][1].astype(float) - expected).max() < 1e-3
    for weights in snapshot.maps.values():
        assert np.allclose(weights.astype(float).sum(-1), 1, atol=5e-3)


def test_shares_by_hand() -> None:
    wanted = np.array([[4, 5, 3, 0], [6, 4, 5, 3]])
    written = np.array([[4, 5, 3, 9], [6, 5, 4, 3]])
    assert toy.accuracies(written, wanted) == (pytest.approx(5 / 7), 0.5)


def test_the_level_of_guessing_is_what_guessing_reaches() -> None:
    pairs = [(row, row[::-1]) for row in ("abc", "dbca", "ceabd")]
    right = 0.0
    for _, target in pairs:
        orders = list(permutations(target))
        right += sum(sum(map(str.__eq__, order, target)) for order in orders) / len(orders)
        right += 1  # its end
    assert toy.guess_accuracy(pairs) == pytest.approx(
        right / sum(len(target) + 1 for _, target in pairs)
    )


def test_the_rate_rises_in_the_warm_up_and_can_be_changed() -> None:
    stepper = toy.Stepper(toy.Settings(rate=0.01), toy.problem_of(toy.Settings()))
    rates = []
    for step in range(1, 4):
        stepper.rate = 0.01 if step < 3 else 0.001
        stepper.step()
        rates.append(stepper.rate_now())
    assert rates == pytest.approx([0.01 / toy.WARMUP, 0.02 / toy.WARMUP, 0.003 / toy.WARMUP])
    stepper.step_count = 2 * toy.WARMUP
    assert stepper.rate_now() == 0.001
    cold = toy.Stepper(toy.Settings(rate=0.01, warm=False), toy.problem_of(toy.Settings()))
    cold.step()
    assert cold.rate_now() == 0.01


def test_the_same_settings_give_the_same_numbers_and_another_seed_others() -> None:
    random.seed(1)
    torch.manual_seed(1)
    first = after(toy.Settings(), 5)[0]
    random.seed(2)
    torch.manual_seed(2)
    again, other = after(toy.Settings(), 5)[0], after(toy.Settings(seed=2), 5)[0]
    assert torch.equal(first.model.matrix, again.model.matrix)
    assert not torch.allclose(first.model.matrix, other.model.matrix, atol=0.01)


@pytest.mark.parametrize(
    "wrong", [{"heads": 3}, {"rate": 0.5}, {"task": "swap"}, {"seed": 0}, {"steps": 10**6}]
)
def test_settings_that_nobody_offers_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        replace(toy.Settings(), **wrong)


# --- records ---


@pytest.fixture(scope="module")
def whole() -> Iterator[tuple[toy.Stepper, list[toy.Snapshot]]]:
    """A training shorter than any that is offered, of small batches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toy, "ALLOWED", {**toy.ALLOWED, "steps": (300, *toy.ALLOWED["steps"])})
        patch.setattr(toy, "BATCH", 8)
        yield toy.train(toy.Settings(steps=300, d_model=16))


def test_a_whole_training_has_a_snapshot_every_so_often(whole):
    assert [one.step for one in whole[1]] == list(range(0, 301, toy.EVERY))


def test_a_record_is_read_as_it_was_written(whole, monkeypatch):
    settings = whole[0].settings
    monkeypatch.setattr(toy_records, "train", {settings: whole}.__getitem__)
    found = toy_records.record(replace(settings))
    again = toy_records.from_bytes(toy_records.to_bytes(found))
    assert again.settings == settings
    assert [one.step for one in again.snapshots] == [0, 50, 100, 150, 200, 300]
    for old, new in zip(found.snapshots, again.snapshots, strict=True):
        assert [getattr(old, name) for name in toy_records.NUMBERS] == pytest.approx(
            [getattr(new, name) for name in toy_records.NUMBERS], nan_ok=True
        )
        assert np.array_equal(old.output_ids, new.output_ids)
        assert all(np.array_equal(old.maps[kind], new.maps[kind]) for kind in old.maps)
    assert_reproduced(again)


def test_later_ones_are_kept_more_rarely() -> None:
    kept = [step for step in range(0, 1001, toy.EVERY) if toy_records.is_recorded(step)]
    assert kept == [0, 50, 100, 150, *range(200, 1001, 100)]


def assert_reproduced(found: toy_records.Record) -> None:
    """Its last snapshot comes from its weights."""
    stepper = toy.Stepper(found.settings, found.problem)
    stepper.model = transformer_of(found.settings, found.problem, toy_records.tensors(found))
    now, last = stepper.evaluate(), found.snapshots[-1]
    assert now.loss == pytest.approx(last.loss, abs=TOLERANCE)
    assert now.tokens == pytest.approx(last.tokens, abs=0.01)
    assert (now.output_ids == last.output_ids).mean() > 0.97
    for kind, weights in now.maps.items():
        assert np.abs(weights.astype(float) - last.maps[kind].astype(float)).max() < 0.01


@pytest.mark.parametrize("preset", toy.PRESETS)
def test_what_ships_is_a_record_of_these_settings(preset: str) -> None:
    found = toy_records.load_record(preset)
    assert found.settings == toy.PRESETS[preset]
    assert found.snapshots[0].step == 0 and math.isnan(found.snapshots[0].train)
    assert found.snapshots[-1].step == found.settings.steps
    assert_reproduced(found)


def test_what_ships_is_small() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(toy.PRESETS)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 2**20


def test_a_recorded_training_begins_as_one_made_now() -> None:
    """Its first hundred steps are made again; rounding differs from processor to processor."""
    old = {one.step: one for one in toy_records.load_record("reverse").snapshots}
    settings = toy.PRESETS["reverse"]
    stepper = toy.Stepper(settings, toy.problem_of(settings))
    assert stepper.evaluate().loss == pytest.approx(old[0].loss, abs=1e-4)
    for _ in range(toy.EVERY):
        stepper.step()
    now = stepper.evaluate()
    assert now.train == pytest.approx(old[toy.EVERY].train, abs=0.05)
    assert now.loss == pytest.approx(old[toy.EVERY].loss, abs=0.1)
