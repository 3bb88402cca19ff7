"""What stories, tasks and notes of the chapters say of recorded runs, networks and models that
came with the project, without a hole for a number. Where one fails, the sentence it names is to be
written anew, in both languages.
"""

import inspect
from itertools import takewhile

import pytest

from explainer.analysis import one_file_faults
from explainer.analysis.interventions import Intervention
from explainer.analysis.ngrams import load_counts
from explainer.chapters.complexity.stored import LENGTHS, measurements
from explainer.chapters.training.page import STEPS
from explainer.chapters.training.step import watch
from explainer.data.recurrent import measurements as recurrent
from explainer.data.samples import default_sentence, samples
from explainer.data.sentences import example_pairs
from explainer.engine import Translator
from explainer.lessons import find_lesson
from explainer.model import one_file
from explainer.runs.tokenizers import LETTERS, segmentations
from explainer.tokenizer import EOS
from explainer.training.toy import Settings, guess_accuracy, problem_of
from explainer.training.toy_records import load_record
from tests.chapters.chapter import BY_DEFAULT
from tests.conftest import ROOT
from tests.text.test_shipped_claims import config

SHOWN = ("ko-en", "en-ko", "en-de")  # which the pages open with


@pytest.mark.parametrize("d", [64, 512])
def test_on_the_clock_attention_is_overtaken_later_than_the_formula_says(d: int) -> None:
    """complexity.beat_clock, detail, and the task for d = 64."""
    ours, theirs = (measurements().times(name, d) for name in ("attention", "recurrent"))
    slower = [n for n, own, other in zip(LENGTHS, ours, theirs, strict=True) if own > other]
    assert slower and min(slower) > 2 * d


def test_longer_sentences_suffer_from_one_vector() -> None:
    """rnn.beat_bottleneck: without attention the longest group scores least, or nearly."""
    for name in ("ko-en-rnn", "ko-en-gru", "ko-en-lstm"):
        groups = [one.bleu for one in recurrent()[name].buckets]
        assert groups[-1] < min(groups[:-1]) + 0.5 and groups[-1] < groups[0] / 2


def test_the_families_share_all_but_what_they_are_about() -> None:
    """families.detail: 128 dimensions, two layers a stack, four heads."""
    networks = config("families")["networks"]
    assert set(networks) == {"bert", "gpt", "bart", "t5", "electra"}
    for network in networks.values():
        shape = network["config"]
        assert (shape["d_model"], shape["n_layers"], shape["n_heads"]) == (128, 2, 4)


def test_the_networks_for_pictures_are_as_they_are_told() -> None:
    """images.parts_line: two layers of 16 heads of dimension 4; detail, beat_look: six, of which
    the one that is looked into has four."""
    networks = config("images")["networks"]
    plain = networks["attention"]["config"]
    assert len(networks) == 6 and not plain["positions"]
    assert (plain["n_layers"], plain["n_heads"], plain["d_head"]) == (2, 16, 4)
    assert networks["vit"]["config"]["n_heads"] == 4


def test_what_the_recorded_toys_show() -> None:
    """toy.beat_reverse, beat_no_positions, beat_sort, beat_no_mask, beat_fast; none of them is of
    the reader's own training."""
    reverse, bag = (load_record(name).snapshots for name in ("reverse", "no_positions"))
    for learned in ("reverse", "copy", "sort", "sort_no_positions"):
        assert load_record(learned).snapshots[-1].rows > 0.95
    chance = guess_accuracy(problem_of(Settings()).held_out)
    assert bag[-1].rows <= 0.1 and abs(bag[-1].tokens - chance) < 0.05
    assert load_record("add").snapshots[-1].rows > 0.8
    blind = load_record("no_mask").snapshots
    assert blind[-1].train < 0.05 and blind[-1].rows < 0.1 and blind[-1].tokens < 0.25
    fast, usual = (load_record(name) for name in ("fast", "reverse"))
    assert fast.settings.rate == 10 * usual.settings.rate and not fast.settings.warm
    # The head on screen: of letters where they are mirrored; one ahead; at one place.
    ends = [one.maps["cross"][0, 0] for one in (reverse[-1], reverse[0], bag[-1])]
    crossed, random, lost = (one[:6, 5::-1].diagonal().mean(dtype=float) for one in ends)
    assert crossed > 0.7 and max(random, lost) < 0.3
    assert blind[-1].maps["decoder"][0, 0].diagonal(1).mean(dtype=float) > 0.7
    assert len({*fast.snapshots[-1].maps["cross"][0, 0].argmax(1)}) == 1
    fell = [snapshots[0].loss - snapshots[-1].loss for snapshots in (reverse, fast.snapshots)]
    assert fell[1] < fell[0] / 2 and fast.snapshots[-1].loss > 1.5


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("model", SHOWN)
def test_adam_walks_where_plain_gradient_descent_hardly_moves(model: str) -> None:
    """training.beat_adam."""
    one = watch(model)
    adam, plain = (abs(float(steps.weight[-1]) - one.start) for steps in (one.adam(), one.sgd()))
    assert adam > 5 * plain


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("model", ["ko-en", "en-de"])
def test_character_by_character_some_translations_hold_and_some_do_not(model: str) -> None:
    """tokens.beat_letters and its task: many more tokens, far less likely; and both happens."""
    translator = Translator.load(ROOT / "pretrained" / model)
    source, target = model.split("-")
    held = set[bool]()
    sentences = (default_sentence(source, "tokens", target), *(s.text for s in samples(source)))
    for sentence in takewhile(lambda _: len(held) < 2, sentences):
        ways = segmentations(model, sentence).ways
        usual, letters = ([*(arc.id for arc in ways[k].arcs), EOS] for k in ("1", LETTERS))
        assert len(letters) > 1.5 * len(usual) and ways[LETTERS].score < ways["1"].score - 20
        searched = (translator.search([ids], BY_DEFAULT).hypotheses[0] for ids in (usual, letters))
        held.add(len({best[0].ids for best in searched}) == 1)
    assert held == {True, False}


@pytest.mark.parametrize("model", ["ko-en", "en-de"])
def test_without_residuals_nothing_is_translated(model: str) -> None:
    """lessonlayers.off_see: not a word of the translation is left, whichever stack lacks them."""
    translator = Translator.load(ROOT / "pretrained" / model)
    ids = translator.tokenizer.encode(find_lesson("layers").sentences[model[:2]]).ids
    words = translator.tokenizer.decode(translator.generate(ids)).strip(".").split()
    for stack in ("encoder", "decoder"):
        off = (Intervention("residual", stack),)
        left = translator.tokenizer.decode(translator.generate(ids, off)).strip(".").split()
        assert len(words) > 4 and not {*words} & {*left}


def test_the_two_of_the_masks_saw_one_corpus() -> None:
    """masks.cheating_line: the same corpus, and the one without the mask learned less of it."""
    with_mask, without = (config(name)["training"] for name in ("ko-en", "ko-en-nomask"))
    assert with_mask["train_pairs_read"] == without["train_pairs_read"]
    assert without["target_tokens"] < with_mask["target_tokens"] / 4


@pytest.mark.parametrize("model", ["ko-en", "en-de"])
def test_n_grams_were_counted_where_the_model_learned(model: str) -> None:
    """perplexity.ngrams_line and smoothing_add_k_line (8,000 tokens)."""
    counts = load_counts(ROOT / "pretrained" / model)
    assert counts is not None
    assert counts.sentences == config(model)["training"]["train_pairs_kept"]
    assert counts.vocabulary == 8000


def test_the_whole_program_is_as_long_as_is_said() -> None:
    """program.detail (about two hundred lines), beat_look (ten lines), the task (six mistakes)."""
    assert 180 <= len(inspect.getsource(one_file).splitlines()) <= 240
    forward = inspect.getsource(one_file.MultiHeadAttention.forward)
    assert len(forward.strip().splitlines()) == 1 + 10
    assert len(one_file_faults.FAULTS) == 6


def test_the_example_of_ones_own_sentences_is_a_dozen() -> None:
    """sentences.detail, from_example."""
    for source, target in (("ko", "en"), ("en", "de"), ("en", "ko")):
        assert len(example_pairs(source, target)) == 12


def test_training_took_some_hours_and_three_steps_are_drawn() -> None:
    """README: some hours a model on two cores. training.beat_train says three."""
    assert all(2 <= config(model)["training"]["hours"] <= 12 for model in SHOWN)
    assert STEPS == 3
