"""The perplexity page: dice by hand, the model's number against the training code."""

import json
import math
import re
from typing import Any

import numpy as np
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.analysis.ngrams import FILE, count_grams, probabilities, to_bytes
from explainer.decoding import DecodeOptions
from explainer.text import Text
from explainer.training.batches import make_batch
from explainer.training.loss import dev_loss, training_loss
from tests.apptest import latex_of
from tests.chapters.chapter import Chapter, said, tables
from tests.conftest import SENTENCES

SENTENCE = "나는 어제 친구와 영화를 봤다."
TYPED = "I saw the friend of my mother yesterday."
EN = Text("en")
SHORT = DecodeOptions(max_length=20)
SUMS = {
    "perplexity.roll_sum": ("pp", "nats", "bits", "long"),
    "perplexity.pair_sum": ("total", "count", "mean", "bits", "pp"),
}
CHAPTER = Chapter("perplexity", SENTENCE, SHORT)


def sums(at: AppTest, key: str, text: Text = EN) -> dict[str, str]:
    """The numbers in a line of the page, by the names they have in its text."""
    parts = re.split(r"(\{\w+\})", text(key, **{name: f"{{{name}}}" for name in SUMS[key]}))
    pattern = "".join(
        rf"(?P<{part[1:-1]}>[\d,.∞]+)" if part.startswith("{") else re.escape(part)
        for part in parts
    )
    lines = (line for told in said(at) for line in told.split("\n\n"))
    found = [match for line in lines if (match := re.fullmatch(pattern, line))]
    return found[0].groupdict()


def dice(at: AppTest) -> list[dict[str, Any]]:
    """What the dice were given: those along the sentence, then those of the rolls."""
    found = [one.proto for one in at.get("bidi_component")]
    each = [json.loads(one.bytes) for one in found if one.component_name == "perplexity_loaded_die"]
    return [one["data"] | one["chosen"] for one in each]


def rolled(at: AppTest) -> list[tuple[str, float]]:
    """Every roll with the faces of its die."""
    data = dice(at)[-1]
    faces = [math.inf if nats is None else math.exp(nats) for nats in data["nats"]]
    return list(zip(data["tokens"], faces, strict=True))


def test_rolls_that_cannot_be_are_named_of_a_fair_die_any_give_6_and_a_biased_one_less(page):
    at = page(empty=True)
    for typed in ("", "7", "1 2 x", "1" * 101, "①"):
        at.text_input(key="perplexity_rolls").set_value(typed).run()
        assert not at.exception
        assert at.text_input(key="perplexity_rolls").value == typed
        bad = EN("perplexity.bad_rolls", most=100)
        assert (bad if typed.strip() else EN("perplexity.no_rolls")) in said(at)
        assert len(rolled(at)) == 10
        assert sums(at, "perplexity.roll_sum")["pp"] == "6.00"
    for typed in ("1111111111", "6, 6 6"):
        at.text_input(key="perplexity_rolls").set_value(typed).run()
        assert sums(at, "perplexity.roll_sum")["pp"] == "6.00"
        assert sums(at, "perplexity.roll_sum")["bits"] == f"{math.log2(6):.4f}"
    at.text_input(key="perplexity_rolls").set_value("3162546312").run()
    at.button_group(key="perplexity_die").set_value("loaded").run()
    assert sums(at, "perplexity.roll_sum")["pp"] == f"{4e8**0.1:.2f}"
    assert sums(at, "perplexity.roll_sum")["long"] == f"{math.sqrt(20):.2f}"
    assert rolled(at) == [
        (face, pytest.approx(2 if face == "6" else 10, rel=1e-5)) for face in "3162546312"
    ]
    at.button_group(key="perplexity_die").set_value("never").run()
    assert rolled(at)[2] == ("6", math.inf)
    assert sums(at, "perplexity.roll_sum")["pp"] == "∞"
    assert EN("perplexity.impossible") in said(at)
    at.text_input(key="perplexity_rolls").set_value("1 2 3").run()
    assert sums(at, "perplexity.roll_sum")["pp"] == "5.00"


def test_perplexity_is_exp_of_the_training_loss_in_every_unit_and_not_the_mean_of_faces(page, tiny):
    at = page(reference=TYPED)
    source, ids = tiny.tokenizer.encode(SENTENCE).ids, tiny.tokenizer.encode(TYPED).ids
    batch = make_batch([(list(source), list(ids))])
    loss = float(training_loss(tiny.model, batch, 0.0).detach())
    dev = dev_loss(tiny.model, [batch], torch.device("cpu"))
    tiny.model.eval()
    shown = sums(at, "perplexity.pair_sum")
    assert loss == pytest.approx(dev, rel=1e-5)
    perplexity = float(shown["pp"].replace(",", ""))
    assert perplexity == pytest.approx(math.exp(loss), rel=1e-4)
    assert float(shown["mean"]) == pytest.approx(loss, abs=1e-4)
    assert float(shown["bits"]) == pytest.approx(loss / math.log(2), abs=2e-4)
    drawn = dice(at)[0]
    assert drawn["tokens"] == list(tiny.tokens(ids))
    assert np.mean(drawn["nats"]) == pytest.approx(loss, rel=1e-4)
    forced = tiny.model.eval()(batch.src_BS, batch.fed_BT)[0].detach().double()
    ranks = [int((row > row[id]).sum()) + 1 for row, id in zip(forced, ids, strict=True)]
    firsts = tiny.tokens(tuple(forced.argmax(-1).tolist()))
    named = [(name, rank) for name, _, rank in drawn["first"]]
    assert named == [*zip(firsts, ranks, strict=True)]
    assert drawn["at"] == int(np.argmax(drawn["nats"]))
    # As many faces as 1 / p, and their geometric mean is the die of the whole sentence.
    p = forced.log_softmax(-1)[range(len(ids)), list(ids)].exp().numpy()
    assert np.exp(drawn["nats"]) == pytest.approx(1 / p, rel=1e-3)
    assert np.prod(1 / p) ** (1 / len(ids)) == pytest.approx(perplexity, rel=1e-3)
    at.session_state["perplexity_compared"] = True
    at.run()
    total = float(sums(at, "perplexity.pair_sum")["total"])
    units = next(line for line in said(at) if "bits per character" in line)
    assert f"{total / math.log(2) / len(TYPED):.3f}" in units
    assert f"{math.exp(total / len(TYPED)):.1f}" in units
    right, wrong = tables(at, -1)["bars"]["v"]
    bits = np.array(dice(at)[0]["nats"]) / math.log(2)
    assert wrong == pytest.approx(float(np.mean(2**bits)), rel=1e-3)
    assert right == pytest.approx(float(2 ** np.mean(bits)), rel=1e-4)
    assert wrong > right


def test_n_grams_beside_the_model_on_the_same_tokens(page, tiny, tiny_model_folder):
    text = Text("ko")
    assert text("perplexity.no_counts") in said(page("ngrams", "ko"))
    lines = [tiny.tokenizer.encode(line).ids for line in SENTENCES]
    counts = count_grams(lines, tiny.config.vocab_size, [tiny.tokenizer.encode(TYPED).ids])
    file = tiny_model_folder / FILE
    file.write_bytes(to_bytes(counts))
    try:
        more = {"perplexity_smoothing": "add_k", "perplexity_k": "0.5"}
        by = ("unigram", "bigram", "trigram", "transformer")
        each = [page("ngrams", "ko", reference=TYPED, perplexity_by=one, **more) for one in by]
    finally:
        file.unlink()
    at = each[0]
    assert not [*at.error, *at.warning, *at.info]
    ids = tiny.tokenizer.encode(TYPED).ids
    shown = [dice(one)[0]["nats"] for one in each]
    expected = [-np.log(probabilities(counts, ids, n, "add_k", 0.5)) for n in (1, 2, 3)]
    assert np.array(shown[:3]) == pytest.approx(np.array(expected), rel=1e-5)
    assert shown[3] == dice(page(reference=TYPED))[0]["nats"]
    names = at.button_group(key="perplexity_by").options
    perplexities = [f"{math.exp(np.mean(nats)):,.2f}" for nats in shown]
    assert all(name.endswith(f"· {pp}") for name, pp in zip(names, perplexities, strict=True))
    assert {dice(one)[0]["most"] for one in each} == {np.max(shown) / math.log(2)}
    assert len(latex_of(at)) >= 1
