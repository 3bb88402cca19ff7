"""Little data: what each way takes from the finished model, what it changes, what is measured."""

from dataclasses import asdict
from pathlib import Path

import pytest
import torch

from explainer.data.corpus import CorpusError
from explainer.data.few_pairs import few_pairs
from explainer.model import ModelConfig, Transformer
from explainer.model.store import WEIGHTS, load_checkpoint
from explainer.tokenizer import EOS, Tokenizer
from explainer.training import few
from explainer.training.batches import eval_batches
from explainer.training.few import BEGINNINGS, Verses, begin, draw_verses, learn
from explainer.training.loss import dev_loss
from tests.conftest import ROOT, SENTENCES

CONFIG = ModelConfig(
    20, d_model=16, n_heads=2, d_ff=32, n_encoder_layers=1, n_decoder_layers=1, dropout=0.1
)
IDS = [([4 + i % 9, 5 + i % 7, EOS], [6 + i % 11, 4 + i % 3, EOS]) for i in range(40)]
VERSES = Verses(train=IDS[:30], dev=IDS[30:], test=[])


def known() -> Transformer:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(7)
        return Transformer(CONFIG).requires_grad_(False)


def group(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


# Of each way: which parts are the finished model's at the beginning, and which have changed.
@pytest.mark.parametrize(
    ("way", "taken", "changed"),
    [
        ("none", {"matrix", "encoder", "decoder"}, set()),
        ("scratch", set(), {"matrix", "encoder", "decoder"}),
        ("embeddings_frozen", {"matrix"}, {"encoder", "decoder"}),
        ("embeddings", {"matrix"}, {"matrix", "encoder", "decoder"}),
        ("frozen", {"matrix", "encoder", "decoder"}, {"decoder"}),
        ("all", {"matrix", "encoder", "decoder"}, {"matrix", "encoder", "decoder"}),
    ],
)
def test_what_is_taken_and_what_learns(way: str, taken: set[str], changed: set[str]) -> None:
    finished = known().state_dict()
    model = begin(BEGINNINGS[way], known(), CONFIG)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    large = [name for name, value in before.items() if value.dim() > 1]  # biases begin alike
    assert {group(n) for n in large if torch.equal(before[n], finished[n])} == taken
    learned = learn(model, VERSES, steps=3)
    after = learned.model.state_dict()
    moved = {group(name) for name in large if not torch.equal(before[name], after[name])}
    assert moved == (changed if learned.step else set())
    assert [step for step, _ in learned.curve] == ([0, 3] if changed else [0])


def test_the_weights_of_the_lowest_dev_loss_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(few, "EVERY", 5)
    monkeypatch.setattr(few, "WARMUP", 5)
    monkeypatch.setattr(few, "RATE", 0.05)  # far too high: the loss goes up again
    learned = learn(begin(BEGINNINGS["scratch"], known(), CONFIG), VERSES, steps=40)
    assert len(learned.curve) == 9 and learned.loss == min(loss for _, loss in learned.curve)
    again = dev_loss(learned.model, eval_batches(VERSES.dev, few.TOKENS), torch.device("cpu"))
    assert again == pytest.approx(learned.loss, abs=5e-5)


def test_of_equal_losses_the_last_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[torch.Tensor] = []

    def always_one(model: Transformer, _: object) -> float:
        seen.append(model.matrix.detach().clone())
        return 1.0

    monkeypatch.setattr(few, "EVERY", 1)
    monkeypatch.setattr(few, "_loss", always_one)
    learned = learn(begin(BEGINNINGS["scratch"], known(), CONFIG), VERSES, steps=3)
    assert learned.step == 3 and len(seen) == 4
    assert torch.equal(learned.model.matrix, seen[-1]) and not torch.equal(seen[-1], seen[-2])


def test_nothing_held_out_is_learned_from(tmp_path: Path, tiny_model_folder: Path) -> None:
    tokenizer = Tokenizer(load_checkpoint(tiny_model_folder).tokenizer)
    pairs = list(zip(SENTENCES[::2], SENTENCES[1::2], strict=True))
    pairs += [(source, f"{target} Again.") for source, target in pairs]  # the same source twice
    file = tmp_path / "verses.tsv"
    file.write_text("".join(f"{a}\t{b}\n" for a, b in pairs), encoding="utf-8")
    found = draw_verses(tokenizer, file, (8, 4, 4))
    assert (len(found.train), len(found.dev), len(found.test)) == (8, 4, 4)
    held = tokenizer.encode_ids([source for source, _ in found.test])
    sides = [tuple(source) for source, _ in (*found.train, *found.dev)]
    assert len(set(sides)) == len(sides) and set(sides).isdisjoint(map(tuple, held))
    assert draw_verses(tokenizer, file, (8, 4, 4)) == found
    with pytest.raises(CorpusError, match="short pairs"):
        draw_verses(tokenizer, file, (1000, 4, 4))


def test_what_is_stored_is_of_the_shipped_model() -> None:
    found = few_pairs()
    assert found is not None and [way.name for way in found.ways] == list(BEGINNINGS)
    shipped = load_checkpoint(ROOT / "pretrained" / "ko-en")
    assert found.weights == shipped.card["sha256"][WEIGHTS]
    assert found.parameters == shipped.network.n_parameters()
    with torch.random.fork_rng(devices=[]):
        for way in found.ways:
            model = begin(BEGINNINGS[way.name], shipped.model, shipped.model.config)
            trained = [p.numel() for p in model.parameters() if p.requires_grad]
            assert sum(trained) == way.trained
            assert way.loss == dict(way.curve)[way.step] == min(loss for _, loss in way.curve)
            assert way.bleu_low <= way.bleu <= way.bleu_high
    by_name = {way.name: asdict(way) for way in found.ways}
    # Nothing was learned: the score of its own test set is the card's.
    assert by_name["none"]["everyday"] == shipped.card["test"]["beam"]["bleu"]


def test_what_the_page_says_of_them_holds() -> None:
    found = few_pairs()
    assert found is not None
    none, scratch, frozen_rows, rows, frozen, whole = found.ways
    assert whole.bleu_low > max(way.bleu_high for way in (none, scratch, frozen_rows, rows))
    assert frozen.bleu_high < whole.bleu and frozen.bleu_low > scratch.bleu_high
    assert max(frozen_rows.loss, rows.loss) < scratch.loss
    for way in (frozen_rows, rows):
        assert scratch.bleu_low <= way.bleu_low <= scratch.bleu_high  # the intervals overlap
        assert way.bleu - scratch.bleu < 1 < frozen.bleu - way.bleu
    losses = [loss for _, loss in whole.curve]
    assert losses[-1] > whole.loss and whole.step < found.steps
    assert none.everyday > frozen.everyday > whole.everyday
