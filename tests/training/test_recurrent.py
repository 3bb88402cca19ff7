"""Six recipes that differ in the model alone, of about the same size; copy and reverse."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from explainer.metrics import score_corpus
from explainer.model.kinds import make_network
from explainer.model.rnn import RecurrentConfig
from explainer.model.store import CheckpointError, load_checkpoint
from explainer.tokenizer import EOS
from explainer.training.card import shape
from explainer.training.embeddings import reduce_width, take_embeddings
from explainer.training.recipes import find_recipe
from explainer.training.studies import bottleneck
from explainer.training.studies.bottleneck import LENGTHS, MODELS, accuracy, mistakes, rows, train
from explainer.training.studies.compare import COMPARED, STARTS, buckets


def test_the_recipes_differ_in_the_model_alone() -> None:
    first = find_recipe("ko-en-transformer-small")
    names = ["rnn", "gru", "lstm", "gru-bahdanau", "lstm-luong", "transformer-small"]
    assert [recipe.name for recipe in COMPARED] == [f"ko-en-{name}" for name in names]
    for recipe in COMPARED:
        assert replace(recipe, name=first.name, model=first.model) == first
        assert recipe.synthetic is None and not recipe.shown
        assert recipe.model.dropout == first.model.dropout
        assert recipe.model.d_model == first.model.d_model


def test_parameters_lie_within_a_tenth_of_each_other() -> None:
    counts = {r.name: make_network(r.model).n_parameters() for r in COMPARED}
    assert max(counts.values()) <= 1.1 * min(counts.values())
    toys = {name: make_network(config).n_parameters() for name, config in MODELS.items()}
    assert max(toys.values()) <= 1.1 * min(toys.values())


def test_the_card_says_what_kind_it_is() -> None:
    said = {recipe.name.removeprefix("ko-en-"): shape(recipe.model) for recipe in COMPARED}
    assert "GRU cells" in said["gru"] and "both ways" in said["gru-bahdanau"]
    assert "general score" in said["lstm-luong"] and "8 heads" in said["transformer-small"]
    assert len(set(said.values())) == len(said)


def test_every_sentence_is_in_one_bucket() -> None:
    lengths = [1, 5, 6, 7, 8, 9, 12, 13, 16, 17, 90]
    texts = [f"the {n} th of all these sentences" for n in lengths]
    found = buckets(lengths, texts, texts, "en")
    assert [b.low for b in found] == list(STARTS)
    assert [b.sentences for b in found] == [2, 2, 2, 1, 2, 2]
    assert all(b.bleu == 100 and b.bleu_low == 100 for b in found)
    worse = ["no word is right" if n > 16 else text for n, text in zip(lengths, texts, strict=True)]
    last = buckets(lengths, worse, texts, "en")[-1]
    assert last.bleu == round(score_corpus(worse[-2:], texts[-2:]).bleu, 2)


@pytest.mark.parametrize("task", ["copy", "reverse"])
def test_rows_of_a_toy_task(task: str) -> None:
    for source, wanted in rows(task, 6, 20, random.Random(0)):
        assert source[-1] == wanted[-1] == EOS and len(source) == len(wanted) == 7
        assert source[:-1] == (wanted[:-1] if task == "copy" else wanted[-2::-1])
        assert set(source[:-1]) <= set(bottleneck.DIGITS)


def test_accuracy_counts_whole_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step function that copies, wrong in every second row."""

    def copying(weights: object, src_BS: torch.Tensor):
        place = 0

        def step(ids_R: torch.Tensor, parents_R: torch.Tensor) -> torch.Tensor:
            nonlocal place, src_BS
            src_BS = src_BS[parents_R]
            wanted = src_BS[:, place].clone()
            if place == 0:
                wanted[::2] = (wanted[::2] - 4 + 1) % 10 + 4
            place += 1
            return torch.nn.functional.one_hot(wanted, bottleneck.V).double().log()

        return step

    monkeypatch.setattr(bottleneck, "stepper", copying)
    monkeypatch.setattr(bottleneck, "weights_of", lambda network: None)
    assert accuracy(torch.nn.Identity(), "copy", 5, 10) == 0.5  # type: ignore[arg-type]


def test_a_toy_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short rows, few steps: the loss it reaches is far below that of guessing digits."""
    monkeypatch.setattr(bottleneck, "LENGTHS", range(1, 3))
    network = train(MODELS["gru"], "copy", 150)
    assert accuracy(network, "copy", 1, 50) > 0.5
    assert 3 in LENGTHS and 30 in LENGTHS


def test_embeddings_keep_their_inner_products_in_fewer_dimensions() -> None:
    torch.manual_seed(0)
    flat_VD = torch.randn(30, 5) @ torch.randn(5, 12)  # five directions hold all of it
    found_VN = reduce_width(flat_VD, 6)
    assert found_VN.shape == (30, 6) and float(found_VN.std()) == pytest.approx(6**-0.5)
    scale = float((found_VN @ found_VN.T).norm() / (flat_VD @ flat_VD.T).norm())
    assert torch.allclose(found_VN @ found_VN.T, flat_VD @ flat_VD.T * scale, atol=1e-4)
    with pytest.raises(ValueError, match="no 13 directions"):
        reduce_width(flat_VD, 13)


def test_a_run_begins_with_the_embeddings_of_another_model(tiny_model_folder: Path) -> None:
    size = load_checkpoint(tiny_model_folder).network.config.vocab_size
    network = make_network(RecurrentConfig(size, "gru", d_embed=16, d_hidden=8))
    before = {name: value.clone() for name, value in network.state_dict().items()}
    take_embeddings(tiny_model_folder, network)
    changed = [n for n, value in network.state_dict().items() if not torch.equal(value, before[n])]
    assert changed == ["matrix"]
    for tokens, width, message in ((size + 1, 16, "tokens"), (size, 999, "directions")):
        other = make_network(RecurrentConfig(tokens, "gru", d_embed=width, d_hidden=8))
        with pytest.raises(CheckpointError, match=message):
            take_embeddings(tiny_model_folder, other)


def test_a_mistake_is_measured_by_how_far_its_digit_stands() -> None:
    first, second, third, other, *_ = bottleneck.DIGITS
    wanted = [first, second, third, EOS]
    beside, far = [second, second, third, EOS], [other, second, third, EOS]
    found = mistakes([(wanted, wanted), (beside, wanted), (far, wanted)])
    assert found == pytest.approx({"tokens": 10 / 12, "beside": 1 / 2, "chance": 2 / 9})
