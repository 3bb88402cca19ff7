"""Schedule, loss, batches and cleaning against independent arithmetic."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from explainer.data.corpus import Cleaning, CorpusError, clean, read_pairs
from explainer.data.phrasebook import PHRASEBOOK
from explainer.data.slots import ENGLISH, NATIVE
from explainer.decoding import DecodeOptions
from explainer.model import ModelConfig, Transformer
from explainer.model.store import load_checkpoint
from explainer.tokenizer import BOS, EOS, PAD, Tokenizer
from explainer.training.batches import endless_batches, epoch_batches, eval_batches, make_batch
from explainer.training.loop import Trainer
from explainer.training.loss import ProjectedCrossEntropy, dev_loss, sentence_losses, training_loss
from explainer.training.prepare import clean_pairs, prepare, resample_pair, to_ids
from explainer.training.recipe import Synthetic
from explainer.training.recipes import RECIPES, find_recipe
from explainer.training.schedule import decay_factor, learning_rate
from explainer.training.state import mixed_with_start
from explainer.training.synthetic import most_probable_pairs, texts_to_translate
from tests.conftest import ROOT
from tests.toy_language import toy_pairs
from tests.training.toy_corpus import write_corpus


def random_pairs(count: int, seed: int = 0) -> list[tuple[list[int], list[int]]]:
    generator = torch.Generator().manual_seed(seed)

    def side() -> list[int]:
        length = int(torch.randint(1, 14, (1,), generator=generator))
        return [*torch.randint(4, 40, (length,), generator=generator).tolist(), EOS]

    return [(side(), side()) for _ in range(count)]


def test_learning_rate_of_the_paper() -> None:
    assert learning_rate(1, 512, 4000) == pytest.approx(512**-0.5 * 4000**-1.5)
    assert learning_rate(4000, 512, 4000) == pytest.approx(6.987712e-04, rel=1e-6)
    assert learning_rate(16000, 512, 4000) == pytest.approx(learning_rate(4000, 512, 4000) / 2)
    rates = [learning_rate(s, 192, 100, 0.7) for s in range(1, 400)]
    assert max(rates) == rates[99]
    with pytest.raises(ValueError):
        learning_rate(0, 512, 10)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_loss_and_gradients_equal_pytorchs(smoothing: float) -> None:
    torch.manual_seed(1)
    x = torch.randn(1100, 24, requires_grad=True)
    matrix = torch.randn(90, 24, requires_grad=True)
    wanted = torch.randint(0, 90, (1100,))
    ours = ProjectedCrossEntropy.apply(x, matrix, wanted, smoothing)
    grads = torch.autograd.grad(ours * 3, (x, matrix))
    exact = F.cross_entropy(x.double() @ matrix.double().T, wanted, label_smoothing=smoothing)
    expected = torch.autograd.grad(exact * 3, (x, matrix))
    assert float(ours.detach()) == pytest.approx(float(exact.detach()), rel=1e-6)
    for got, want in zip(grads, expected, strict=True):
        assert torch.allclose(got, want, atol=1e-6)


def test_padding_has_no_part_in_the_loss() -> None:
    torch.manual_seed(2)
    model = Transformer(ModelConfig(vocab_size=40, d_model=16, n_heads=2, d_ff=16)).eval()
    pairs = random_pairs(4)
    together = float(training_loss(model, make_batch(pairs), 0.1).detach())
    alone = [(float(training_loss(model, make_batch([p]), 0.1).detach()), len(p[1])) for p in pairs]
    mean = sum(loss * count for loss, count in alone) / sum(count for _, count in alone)
    assert together == pytest.approx(mean, rel=1e-5)
    dev = dev_loss(model, eval_batches(pairs, 50), torch.device("cpu"))
    whole = make_batch(pairs)
    with torch.no_grad():
        logits = model.eval()(whole.src_BS, whole.fed_BT)
    expected = F.cross_entropy(logits.flatten(0, 1), whole.wanted_BT.flatten(), ignore_index=PAD)
    assert dev == pytest.approx(float(expected), rel=1e-5)


def test_the_target_is_shifted_right() -> None:
    batch = make_batch([([5, EOS], [7, 8, 9, EOS]), ([5, 6, EOS], [7, EOS])])
    assert batch.src_BS.tolist() == [[5, EOS, PAD], [5, 6, EOS]]
    assert batch.fed_BT.tolist() == [[BOS, 7, 8, 9], [BOS, 7, PAD, PAD]]
    assert batch.wanted_BT.tolist() == [[7, 8, 9, EOS], [7, EOS, PAD, PAD]]
    assert batch.n_tokens == 6


def test_an_epoch_holds_every_pair_once_in_batches_within_the_limit() -> None:
    pairs = random_pairs(300)
    groups = epoch_batches(pairs, 100, seed=4, epoch=2)
    assert sorted(i for g in groups for i in g) == list(range(300))
    for g in groups:
        longest = max(max(len(pairs[i][0]), len(pairs[i][1])) for i in g)
        assert longest * len(g) <= 100
    assert groups == epoch_batches(pairs, 100, seed=4, epoch=2)
    assert groups != epoch_batches(pairs, 100, seed=4, epoch=3)
    cells = sum(max(len(pairs[i][1]) for i in g) * len(g) for g in groups)
    assert sum(len(t) for _, t in pairs) / cells > 0.9  # bucketing leaves little padding


def test_skipping_batches_continues_where_a_run_stopped() -> None:
    pairs = random_pairs(60)
    whole, later = endless_batches(pairs, 80, 1), endless_batches(pairs, 80, 1, skip=17)
    for _ in range(17):
        next(whole)
    for _ in range(30):
        (epoch_a, a), (epoch_b, b) = next(whole), next(later)
        assert (epoch_a, a) == (epoch_b, b)


def test_cleaning_rules() -> None:
    pairs = [
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", "I am a student."),
        ("나는  학생이다.", "I am a student."),
        ("나는 학생이다.", "\u201cI am a student,\u201d he said to her."),
        ("같다", "같다"),
        ("", "nothing"),
        ("오늘 날씨 알려줘", "tell me the weather"),
        ("안녕", "This translation is far too long for a greeting."),
        ("all English here", "all English there"),
    ]
    rules = Cleaning(min_ratio=1.0, max_ratio=5.0, first_is_korean=True, everyday_repeat=3)
    assert clean_pairs(pairs, rules) == [
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", '"I am a student," he said to her.'),
        ("오늘 날씨 알려줘", "tell me the weather"),
    ]


def test_malformed_data_files(tmp_path: Path) -> None:
    for content, message in (
        (b"", "empty"),
        (b"a\tb\nonly one\n", "line 2: 1 columns"),
        (b"a\tb\tc\n", "line 1: 3 columns"),
        (b"a\tb\n\xff\tc\n", "not UTF-8"),
    ):
        path = tmp_path / "train.tsv"
        path.write_bytes(content)
        with pytest.raises(CorpusError, match=message):
            read_pairs(path)
        with pytest.raises(CorpusError, match="no such file"):
            read_pairs(tmp_path / "other.tsv")


def test_both_sides_end_alike() -> None:
    rules = Cleaning(same_end=True)
    assert clean([("문 좀 닫아 줘", "please close the door.")], rules) == [
        ("문 좀 닫아 줘.", "Please close the door.")
    ]
    assert clean([("비가 온다.", "It is raining")], rules) == [("비가 온다.", "It is raining.")]
    untouched = [("내일 날씨", "tomorrow's weather"), ("정말?", 'He said "really"')]
    assert clean(untouched, rules) == untouched


def test_back_translation_takes_no_sentence_of_dev_or_test(tmp_path: Path) -> None:
    (tmp_path / "mono").mkdir()
    lines = ["I'm here.\tx", "We left.\tx", "we  left.\tx", "I am here now.\tx", "I'm here.\ty"]
    (tmp_path / "mono" / "train.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    wanted = Synthetic(model="back", folder="mono", column=0, max_words=3)
    assert texts_to_translate(wanted, tmp_path, [("", "IM HERE!")]) == ["We left.", "we left."]


def test_synthetic_sources_are_marked_and_kept(tmp_path, tiny_model_folder, monkeypatch):
    data = write_corpus(tmp_path / "data")
    models = tiny_model_folder.parent
    wanted = Synthetic(model=tiny_model_folder.name, folder="tiny", column=0)
    recipe = replace(find_recipe("tiny"), synthetic=wanted)
    monkeypatch.setattr(
        "explainer.training.synthetic.GREEDY",
        DecodeOptions(method="greedy", n_best=1, max_length=8),
    )
    monkeypatch.setattr("explainer.training.synthetic.is_finished", lambda result: True)
    found = prepare(recipe, data, tmp_path / "run", models)
    made = [source for source, _ in found.train if source[0] == BOS]
    assert len(made) == found.counts["train_pairs_synthetic"] > 0
    assert len(found.train) - len(made) == found.counts["train_pairs_with_repeats"]
    assert found.real == found.train[: -len(made)]
    assert not any(source[0] == BOS for source, _ in found.real)

    recipe = replace(recipe, max_steps=6, real_steps=3)
    trainer = Trainer(recipe, found, tmp_path / "run", torch.device("cpu"))
    taken = [indices for _, indices in islice(trainer.batches(), 6)]
    whole = endless_batches(found.train, recipe.batch_tokens, recipe.seed)
    real = endless_batches(found.real, recipe.batch_tokens, recipe.seed)
    assert taken == [indices for _, indices in (*islice(whole, 3), *islice(real, 3))]
    for done in (2, 3, 5):  # a resumed run takes the same ones
        trainer.progress.step = done
        assert [i for _, i in islice(trainer.batches(), 6 - done)] == taken[done:]

    again = prepare(recipe, data, tmp_path / "run", tmp_path / "no models any more")
    assert (again.train, again.counts) == (found.train, found.counts)
    with pytest.raises(CorpusError, match="needs this model trained first"):
        prepare(recipe, data, tmp_path / "other", tmp_path / "no models")


def test_recipes_need_recipes_that_come_before() -> None:
    assert find_recipe("ko-en-fifth").needs == ("ko-en-fourth", "en-ko-base")
    for name in RECIPES:
        waiting = [name]
        for needed in waiting:  # grows while it is read; a circle would never end
            waiting += find_recipe(needed).needs
            assert len(waiting) < 2 * len(RECIPES)


def test_the_rate_goes_down_to_zero_at_the_end() -> None:
    shares = [decay_factor(step, last=10, decay=4) for step in range(1, 11)]
    assert shares == [1, 1, 1, 1, 1, 1, 1, 0.75, 0.5, 0.25]
    assert decay_factor(10, last=10, decay=0) == 1


def test_sentences_are_cut_anew_in_every_step(tmp_path: Path) -> None:
    data = write_corpus(tmp_path / "data")
    recipe = replace(find_recipe("tiny"), swap=True, sampling=(0.2, 0.0))
    found = prepare(recipe, data, tmp_path / "run", tmp_path)
    trainer = Trainer(recipe, found, tmp_path / "run", torch.device("cpu"))
    seen = []
    for trainer.progress.step in range(20):
        ((source, target),) = trainer.pairs([3])
        assert target == found.train[3][1]
        assert found.tokenizer.decode(source) == found.texts[3][0]
        seen.append(source)
    assert len({tuple(source) for source in seen}) > 3
    trainer.progress.step = 7  # a resumed run cuts as the run would have done
    assert trainer.pairs([3])[0][0] == seen[7]
    marked = replace(found, train=[([BOS, *source], target) for source, target in found.train])
    assert resample_pair(marked, 3, recipe, "1-7-3")[0] == [BOS, *seen[7]]


def test_the_phrasebook_stands_among_the_real_pairs_but_for_what_is_measured(tmp_path, monkeypatch):
    data = write_corpus(tmp_path / "data")
    held_out, new = read_pairs(data / "tiny" / "test.tsv")[0], ("오늘 만나요!", "See you today!")
    own = (new, (held_out[0] + "!", "Something else."), ("다른 말이다.", held_out[1].upper()))
    monkeypatch.setattr("explainer.training.prepare.phrasebook", lambda: own)
    plain = find_recipe("tiny")
    without = prepare(plain, data, tmp_path / "run", tmp_path)
    for swap in (False, True):
        recipe = replace(plain, swap=swap, phrasebook=2, sampling=(0.2, 0.0))
        found = prepare(recipe, data, tmp_path / "run", tmp_path)
        assert list(found.texts[-2:]) == [new[::-1] if swap else new] * 2
        assert len(found.real) == len(without.real) + 2
        assert found.counts["train_pairs_phrasebook"] == 1
        assert PHRASEBOOK in found.files
    assert without.counts["train_pairs_phrasebook"] == 0 and PHRASEBOOK not in without.files


@pytest.mark.parametrize("swap", [False, True])
def test_numbers_and_full_stops_of_a_real_pair_change_on_both_sides(tmp_path, swap):
    recipe = replace(find_recipe("tiny"), swap=swap, vary=0.5)
    prepared = prepare(recipe, write_corpus(tmp_path / "data"), tmp_path / "run", tmp_path)

    def varied(texts: list[tuple[str, str]]) -> tuple[list[Any], list[Any]]:
        """What may come of the first pair, and what came of it."""
        turned = [text[::-1] if swap else text for text in texts]
        allowed = to_ids(prepared.tokenizer, turned)
        found = replace(prepared, train=allowed[:1], texts=turned[:1])
        drawn = [resample_pair(found, 0, recipe, str(seed)) for seed in range(200)]
        assert [one for one in drawn if one not in allowed] == []
        marked = replace(found, train=[([BOS, *source], target) for source, target in found.train])
        kept = [resample_pair(marked, 0, recipe, str(seed)) for seed in range(20)]
        assert kept == marked.train * 20
        return allowed, drawn

    numbers = zip(NATIVE, ENGLISH, strict=True)
    counted = [(f"책 {korean} 권", f"his {english} books") for korean, english in numbers]
    (ids, *_), drawn = varied([("책 두 권", "his two books"), *counted])
    assert 60 < drawn.count(ids) < 150  # half of them, and those with two again
    (_, unmarked), drawn = varied([("책.", "book."), ("책", "book")])
    assert 0 < drawn.count(unmarked) < 40


def test_the_judge_keeps_what_leads_back(tmp_path: Path, tiny_model_folder: Path) -> None:
    checkpoint = load_checkpoint(tiny_model_folder)
    tokenizer = Tokenizer(checkpoint.tokenizer)
    pairs = [*toy_pairs()[:9], ("오늘", toy_pairs()[9][1])]
    ids = to_ids(tokenizer, pairs)
    losses = sentence_losses(checkpoint.model, make_batch(ids)).tolist()
    for pair, loss in zip(ids, losses, strict=True):
        alone = dev_loss(checkpoint.model, [make_batch([pair])], torch.device("cpu"))
        checkpoint.model.eval()
        assert loss == pytest.approx(alone, rel=1e-4)
    worst = max(range(len(pairs)), key=losses.__getitem__)
    assert most_probable_pairs(tiny_model_folder, pairs, 0.9) == [
        p for i, p in enumerate(pairs) if i != worst
    ]
    assert most_probable_pairs(tiny_model_folder, pairs, 1.0) == pairs


def test_a_share_of_the_start_is_mixed_into_the_end() -> None:
    folder = ROOT / "pretrained/en-de"
    start = load_checkpoint(folder).network.state_dict()
    mixed = mixed_with_start({name: 3 * tensor for name, tensor in start.items()}, folder, 0.25)
    for name, tensor in start.items():
        assert torch.allclose(mixed[name], 2.5 * tensor), name
