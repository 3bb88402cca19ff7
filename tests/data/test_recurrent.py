"""What was measured of the six kinds and of the toys is that of the shipped models and networks."""

from pathlib import Path

from explainer.data.recurrent import measurements, toys
from explainer.model.kinds import make_network
from explainer.model.store import WEIGHTS, read_card
from explainer.training.studies.bottleneck import LENGTHS, MODELS, STEPS, TASKS
from explainer.training.studies.compare import COMPARED
from tests.conftest import ROOT

PRETRAINED: Path = ROOT / "pretrained"


def test_every_figure_is_of_the_shipped_weights() -> None:
    found = measurements()
    assert list(found) == [recipe.name for recipe in COMPARED]
    for recipe in COMPARED:
        one, card = found[recipe.name], read_card(PRETRAINED / recipe.name)
        assert one.weights == card["sha256"][WEIGHTS]
        assert one.parameters == card["parameters"] == make_network(recipe.model).n_parameters()
        assert one.perplexity == card["dev"]["perplexity"]
        test = card["test"]
        assert (one.bleu, one.chrf) == (test["beam"]["bleu"], test["beam"]["chrf"])
        assert one.greedy == test["greedy"]["bleu"]
        # Half precision, and characters that came after the training, cost less than that.
        assert abs(test["float32"] - one.bleu) <= 0.25
        assert one.sentences == test["beam"]["sentences"]


def test_all_six_saw_the_same_tokens_and_sentences() -> None:
    found = measurements().values()
    assert len({(one.target_tokens, one.sentences) for one in found}) == 1
    assert len({tuple((b.low, b.high, b.sentences) for b in one.buckets) for one in found}) == 1
    for one in found:
        assert sum(bucket.sentences for bucket in one.buckets) == one.sentences
        for low, value, high in [
            (one.bleu_low, one.bleu, one.bleu_high),
            (one.greedy_low, one.greedy, one.greedy_high),
            (one.chrf_low, one.chrf, one.chrf_high),
            *((b.bleu_low, b.bleu, b.bleu_high) for b in one.buckets),
        ]:
            assert 0 <= low <= value <= high <= 100


def test_every_toy_has_an_accuracy_for_every_length() -> None:
    found = toys()
    assert [(toy.task, toy.model) for toy in found] == [(t, m) for t in TASKS for m in MODELS]
    for toy in found:
        assert tuple(toy.accuracy) == tuple(LENGTHS)
        assert all(0 <= share <= 1 for share in toy.accuracy.values())
        assert toy.parameters == make_network(MODELS[toy.model]).n_parameters()
        assert toy.steps == STEPS


def test_what_the_page_says_of_the_comparison_holds() -> None:
    """rnn.why_text, models_line and detail: three with attention cannot be told apart, those
    without lie below; the gap opens with the length of the source.
    """
    found = {name.removeprefix("ko-en-"): one for name, one in measurements().items()}
    looking = [found[name] for name in ("gru-bahdanau", "lstm-luong", "transformer-small")]
    lowest = max(one.bleu_low for one in looking)
    assert all(lowest < one.bleu_high for one in looking)
    lower = min(one.bleu_low for one in looking)
    assert all(found[name].bleu_high < lower for name in ("rnn", "gru", "lstm"))
    for plain, with_attention in (("gru", "gru-bahdanau"), ("lstm", "lstm-luong")):
        pairs = zip(found[plain].buckets, found[with_attention].buckets, strict=True)
        apart = [one.bleu_high < other.bleu_low for one, other in pairs]
        assert apart[:2] == [False, False] and apart[-2:] == [True, True]
    assert all(one.buckets[-1].bleu < 8 for one in found.values())
    ours = read_card(PRETRAINED / "ko-en")["training"]["target_tokens"]
    assert all(3 * one.target_tokens < ours for one in found.values())  # "far fewer"
