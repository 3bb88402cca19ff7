"""What chapters ask that are in no lesson: every number again, from models, records and counts."""

import json
from typing import Any

import numpy as np
import pytest

from explainer.analysis.drawing import picture
from explainer.analysis.families import BOS, EOS, MASK, Families
from explainer.analysis.pictures import Pictures, shuffled
from explainer.data.digits import digits
from explainer.installed import LANGUAGE_MODELS, PICTURES
from explainer.text.numbers import decimal
from explainer.tokenizer import BOS as TRANSLATOR_BOS
from explainer.training.toy_records import load_record
from tests.chapters.predictions import MODELS, answered, right, view_of
from tests.conftest import ROOT
from tests.shipped import translator

pytestmark = pytest.mark.usefixtures("shipped")
ONCE = "ko-en"  # whatever the model, the numbers are those of other networks or of a record


def test_lookup_sees_only_how_scores_differ() -> None:
    found = answered("lookup", view_of("lookup", ONCE))
    values = []
    for more in (0, 2):
        raised = np.exp(np.array([3.1, 3.5, 1.2, 0.1, 0.9]) + more)
        prices = np.array([200, 3000, 3000, 1000, 750])
        values.append((raised @ prices / raised.sum(), raised.max() / raised.sum()))
    assert right(found.question) == pytest.approx(values[0][0])
    assert values[0] == pytest.approx(values[1])
    assert found.holes["before"] == found.holes["after"] == f"{values[0][0]:,.2f}"
    assert found.holes["weight"] == found.holes["weight_too"] == f"{values[0][1]:.3f}"
    assert found.holes["times"] == f"{np.exp(2):.3f}"


@pytest.mark.parametrize("model", MODELS)
def test_rnn_hands_over_as_many_numbers_for_twice_the_length(model: str) -> None:
    view, gru = view_of("rnn", model), translator("ko-en-gru")
    found = answered("rnn", view)
    if model == "ko-en":
        count = len(gru.tokenizer.encode(view.translation.original).ids)
        counts = [str(count), str(2 * count - 1)]
        assert [found.holes["count"], found.holes["count_too"]] == counts
    size = gru.card["model"]["d_hidden"]
    assert right(found.question) == size
    assert found.holes["size"] == found.holes["size_too"] == str(size)
    for end in ("", "_too"):
        size, count = (int(str(found.holes[f"{name}{end}"])) for name in ("size", "count"))
        assert found.holes[f"each{end}"] == f"{size / count:.1f}"


@pytest.mark.parametrize("model", MODELS)
def test_alignment_goes_back_where_the_order_differs(model: str) -> None:
    """The page has the sentence of the Korean reader where a model reads English."""
    found = answered("alignment", view_of("alignment", model))
    gru = translator("ko-en-gru-bahdanau")
    source = gru.tokenizer.encode("아버지는 아침마다 신문을 읽으신다.").ids
    written = gru.generate(source)
    weights = gru.run(source, [TRANSLATOR_BOS, *written[:-1]])["decoder.weights"]
    tokens, keys = gru.tokens(written), gru.tokens(source)
    looks = [int(row.argmax()) for row in weights]
    steps = [
        f"{token} ← {keys[look]} ({weights[at, look]:.2f})"
        for at, (token, look) in enumerate(zip(tokens, looks, strict=True))
        if token.strip("▁").isalpha()
    ]
    assert right(found.question) == "back" and found.holes["way"] == ", ".join(steps)
    assert looks[2] > looks[4] > looks[6], "read, newspapers, every"
    assert [found.holes["onward"], found.holes["backward"]] == ["1", "2"]


def test_complexity_grows_with_the_square() -> None:
    found = answered("complexity", view_of("complexity", ONCE))
    d = 512
    counts = [2 * n * n * d for n in (20, 40)]  # scores, and the weighted sums
    assert right(found.question) == 4 and found.holes["times"] == "4"
    assert [found.holes["before"], found.holes["after"]] == [f"{count:,}" for count in counts]
    both = [int(str(found.holes[f"recurrent{e}"]).replace(",", "")) for e in ("", "_after")]
    assert both[1] == 2 * both[0] and found.holes["recurrent_times"] == "2"
    assert both[0] == 2 * 20 * d * d


def test_toy_without_positions_guesses_the_order() -> None:
    found = answered("toy", view_of("toy", ONCE))
    without, with_them = (load_record(name) for name in ("no_positions", "reverse"))
    last, whole = without.snapshots[-1], with_them.snapshots[-1]
    lengths = [len(target) + 1 for _, target in without.problem.held_out]
    guess = sum(2 / length * length for length in lengths) / sum(lengths)  # one letter, the end
    assert right(found.question) == 100 * last.tokens and abs(last.tokens - guess) < 0.05
    assert found.holes["guess"] == f"{guess:.0%}" and found.holes["tokens"] == f"{last.tokens:.0%}"
    assert found.holes["rows"] == f"{last.rows:.0%}"
    assert found.holes["rows_with"] == f"{whole.rows:.0%}" and whole.rows > 0.9
    assert found.holes["tokens_with"] == f"{whole.tokens:.0%}"


def test_families_bert_sees_what_stands_on_the_right() -> None:
    found, own = answered("families", view_of("families", ONCE)), Families(LANGUAGE_MODELS)
    ids = own.tokens("My father works in a bank.")
    bert = own.forward_pass("bert", (BOS, MASK, *ids[1:], EOS))["probs"][1]
    gpt = own.forward_pass("gpt", (BOS,))["probs"][0]
    assert right(found.question) == "bert" and bert[ids[0]] > 10 * gpt[ids[0]]
    assert found.holes["token"] == own.names([ids[0]])[0] == "▁My"
    assert (
        found.holes["bert"] == f"{bert[ids[0]]:.1%}" and found.holes["gpt"] == f"{gpt[ids[0]]:.1%}"
    )
    best = [int(probs.argmax()) for probs in (bert, gpt)]
    assert [found.holes["bert_first"], found.holes["gpt_first"]] == own.names(best)


def test_images_without_places_read_shuffled_patches_alike() -> None:
    found, own = answered("images", view_of("images", ONCE)), Pictures(PICTURES)
    pixels = picture(digits()["4"])
    before, after = (own.read("vit-no-positions", pixels, shuffled(n))["logits"] for n in (0, 1))
    exact = own.read("attention", pixels, shuffled(1))["logits"]

    def said(logits: Any) -> str:
        shares = np.exp(logits.astype(np.float64))
        return f"{shares.argmax()} ({shares.max() / shares.sum():.1%})"

    assert right(found.question) == "same" and np.abs(after - before).max() < 1e-4
    assert [found.holes[name] for name in ("before", "after", "exact")] == [
        said(one) for one in (before, after, exact)
    ]
    assert str(found.holes["before"]).startswith("4") and not said(exact).startswith("4")


@pytest.mark.parametrize("model", MODELS)
def test_perplexity_of_four_equal_tokens_is_four(model: str) -> None:
    view, own = view_of("perplexity", model), translator(model)
    found, translation = answered("perplexity", view), view.translation
    probs = own.run(translation.source.ids, translation.fed)["probs"].astype(np.float64)
    nats = -np.log(probs[range(len(probs)), list(translation.predicted)])
    assert right(found.question) == 4 and found.holes["perplexity"] == "4"
    assert found.holes["nats"] == decimal(np.log(4), 3)
    assert found.holes["own_nats"] == decimal(nats.mean(), 3)
    assert found.holes["own"] == decimal(np.exp(nats.mean()))
    assert found.holes["count"] == str(len(nats))


@pytest.mark.parametrize("model", MODELS)
def test_sampling_hot_keeps_the_first_token_first(model: str) -> None:
    view, own = view_of("sampling", model), translator(model)
    source = view.translation.source.ids
    written = own.generate(source)
    logits = own.run(source, [TRANSLATOR_BOS, *written[:-1]])["logits"].astype(np.float64)
    found = answered("sampling", view)
    step = int(found.holes["step"]) - 1
    shares = [np.exp(logits / t) for t in (1.0, 2.0)]
    probs = [one / one.sum(axis=1, keepdims=True) for one in shares]
    entropy = -(probs[0] * np.log(probs[0])).sum(axis=1)
    assert entropy.argmax() == step
    first = int(probs[0][step].argmax())
    assert probs[1][step].argmax() == first
    assert found.holes["before"] == f"{probs[0][step, first]:.1%}"
    assert found.holes["after"] == f"{probs[1][step, first]:.1%}"
    assert right(found.question) == pytest.approx(100 * probs[1][step, first])


@pytest.mark.parametrize("model", MODELS)
def test_embeddings_two_axes_keep_little(model: str) -> None:
    found, matrix = answered("embeddings", view_of("embeddings", model)), translator(model).matrix
    centred = matrix.astype(np.float64) - matrix.mean(axis=0, dtype=np.float64)
    spread = np.sort(np.linalg.eigvalsh(centred.T @ centred))[::-1]
    shares = spread / spread.sum()
    assert right(found.question) == pytest.approx(100 * shares[:2].sum(), rel=1e-4)
    assert found.holes["two"] == f"{shares[:2].sum():.1%}"
    assert found.holes["even"] == f"{2 / matrix.shape[1]:.1%}"
    assert found.holes["dimensions"] == str(matrix.shape[1])


@pytest.mark.parametrize("model", MODELS)
def test_growth_comes_part_of_the_way_by_counting(model: str) -> None:
    found = answered("growth", view_of("growth", model))
    shown = str(found.holes["model"])
    assert shown == "ko-en"  # the one whose states came along
    log = (ROOT / "pretrained" / shown / "log.csv").read_text(encoding="utf-8").splitlines()
    end = float(log[-1].split(",")[log[0].split(",").index("dev_loss")])
    counted = json.loads((ROOT / "explainer/data/baselines.json").read_text("utf-8"))[shown]
    even = np.log(len(translator(shown).matrix))
    way = (even - counted["unigram"]) / (even - end)
    assert right(found.question) == pytest.approx(100 * way, abs=0.1)
    assert found.holes["way"] == f"{way:.0%}"
    assert abs(even - counted["states"]["0"]) < 0.5  # random weights know nothing
    told = {"even": even, "end": end, **{name: counted[name] for name in ("unigram", "bigram")}}
    assert {name: found.holes[name] for name in told} == {n: f"{v:.2f}" for n, v in told.items()}
