"""What the families write and propose, against plain loops over the models; baselines anew."""

import math

import numpy as np
import pytest
import torch

from explainer.analysis.families import Families
from explainer.decoding.options import DecodeOptions
from explainer.installed import LANGUAGE_MODELS
from explainer.model.lm import BOS, EOS, MASK, Electra, LanguageModel
from explainer.model.transformer import Transformer
from explainer.training.objectives import span_corruption
from explainer.training.studies.family_dev import area

FAMILIES = Families(LANGUAGE_MODELS)
GREEDY = DecodeOptions(method="greedy", max_length=20, n_best=1)
# Written for this test; none of them comes from a corpus.
OWN = (
    "The teacher gave us a lot of homework today.",
    "I will call you when the meeting is over.",
    "Can you help me find my keys?",
    "My father works in a small office near the river.",
    "They did not want to wait for the bus.",
    "He put the books on the table and left the room.",
    "What time does the museum open on Sunday?",
    "We had dinner with our neighbours last night.",
)
SENTENCES = [FAMILIES.tokens(text) for text in OWN]


def test_gpt_goes_on_with_the_most_probable_token() -> None:
    model = FAMILIES.model("gpt")
    assert isinstance(model, LanguageModel)
    start = (BOS, *SENTENCES[0][:3])
    found = FAMILIES.write("gpt", start, GREEDY)
    ids = list(start)
    for index, p in zip(found.ids, found.probs, strict=True):
        probs = model(torch.tensor([ids]))[0, -1].softmax(dim=-1)
        assert index == int(probs.argmax())
        assert p == pytest.approx(float(probs[index]), abs=1e-5)
        ids.append(index)
    assert found.ids[-1] == EOS or len(found.ids) == GREEDY.max_length


@pytest.mark.parametrize("family", ["bart", "t5"])
def test_encoder_decoders_answer_with_the_most_probable_token(family: str) -> None:
    model = FAMILIES.model(family)  # type: ignore[arg-type]
    assert isinstance(model, Transformer)
    read = (*SENTENCES[1][:4], MASK, *SENTENCES[1][6:], EOS)
    found = FAMILIES.write(family, read, GREEDY)  # type: ignore[arg-type]
    fed = [BOS]
    for index in found.ids:
        logits = model(torch.tensor([read]), torch.tensor([fed]))[0, -1]
        assert index == int(logits.argmax())
        fed.append(index)


def test_bert_asked_to_write_on_gets_a_mask_at_the_end() -> None:
    start = (BOS, *SENTENCES[0][:4])
    found = FAMILIES.generate_masked(start, 3)
    ids = list(start)
    for index, p in zip(found.ids, found.probs, strict=True):
        probs = FAMILIES.forward_pass("bert", (*ids, MASK, EOS))["probs"][len(ids)]
        assert index == int(probs.argmax()) and p == pytest.approx(float(probs.max()), abs=1e-5)
        ids.append(index)


def test_the_generator_draws_from_its_distribution() -> None:
    masked = (BOS, *SENTENCES[2][:3], MASK, *SENTENCES[2][4:], EOS)
    place = masked.index(MASK)
    probs = FAMILIES.forward_pass("electra", masked, masked)["generator.probs"][place]
    draws = 400
    drawn = [FAMILIES.propose(masked, seed) for seed in range(draws)]
    assert all(set(one) == {place} for one in drawn)
    best = int(probs.argmax())
    p = float(probs[best])
    share = sum(one[place] == best for one in drawn) / draws
    assert abs(share - p) <= 5 * math.sqrt(p * (1 - p) / draws)


def test_electra_judges_what_it_reads_by_a_sigmoid() -> None:
    model = FAMILIES.model("electra")
    assert isinstance(model, Electra)
    ids = (BOS, *SENTENCES[3], EOS)
    logits = model(torch.tensor([ids]))[0].double().numpy()
    assert FAMILIES.forward_pass("electra", ids, ids)["probs"] == pytest.approx(
        1 / (1 + np.exp(-logits)), abs=1e-6
    )


def unigram_floor() -> float:
    """Fewer nats than any unigram model reaches on these tokens: their own relative frequencies."""
    tokens = [index for ids in SENTENCES for index in (*ids, EOS)]
    values, counts = np.unique(tokens, return_counts=True)
    assert len(values) > 30
    return float(-(counts * np.log(counts / len(tokens))).sum() / len(tokens))


def test_gpt_and_bert_know_our_own_sentences_better_than_the_counts_do() -> None:
    """By plain arithmetic on its probabilities, and on sentences that nobody trained on."""
    nats = []
    for ids in SENTENCES:
        probs = FAMILIES.forward_pass("gpt", (BOS, *ids))["probs"]
        nats += [-np.log(probs[at, index]) for at, index in enumerate((*ids, EOS))]
    dev = FAMILIES.facts["networks"]["gpt"]["dev"]
    assert np.mean(nats) < min(unigram_floor(), dev["bigram"])
    nats = []
    for ids in SENTENCES:
        for place in range(len(ids)):
            read = [BOS, *ids, EOS]
            read[place + 1] = MASK
            probs = FAMILIES.forward_pass("bert", tuple(read))["probs"][place + 1]
            nats.append(-np.log(probs[ids[place]]))
    dev = FAMILIES.facts["networks"]["bert"]["dev"]
    assert np.mean(nats) < min(unigram_floor(), dev["bigram"])


@pytest.mark.parametrize("family", ["bart", "t5"])
def test_encoder_decoders_write_what_is_wanted_better_than_the_counts_did(family: str) -> None:
    from random import Random

    nats = []
    for seed, ids in enumerate(SENTENCES):
        if family == "t5":
            fed, wanted = span_corruption(ids, Random(seed))
            read = (*FAMILIES.facts["prefixes"]["fill:"], *fed, EOS)
        else:
            read, wanted = (*ids[:3], MASK, *ids[4:], EOS), list(ids)
        found = FAMILIES.forward_pass(family, read, (BOS, *wanted))  # type: ignore[arg-type]
        nats += [-found["log_probs"][at, index] for at, index in enumerate((*wanted, EOS))]
    assert np.mean(nats) < FAMILIES.facts["networks"][family]["dev"]["bigram"]


def test_the_discriminator_suspects_replaced_tokens_more() -> None:
    """Of our own sentences, each with one token proposed by the generator."""
    scores, truth = [], []
    for seed, ids in enumerate(SENTENCES):
        for place in range(0, len(ids), 2):
            masked = [BOS, *ids, EOS]
            masked[place + 1] = MASK
            fed = [BOS, *ids, EOS]
            fed[place + 1] = FAMILIES.propose(tuple(masked), seed)[place + 1]
            probs = FAMILIES.forward_pass("electra", tuple(masked), tuple(fed))["probs"]
            scores += probs[1:-1].tolist()
            truth += [at == place and fed[at + 1] != ids[at] for at in range(len(ids))]
    counts = FAMILIES.facts["networks"]["electra"]["dev"]["detection"]["bigram"]
    assert area(np.array(scores), np.array(truth)) > counts


def test_the_area_is_the_share_of_pairs_in_order() -> None:
    rng = np.random.default_rng(0)
    scores = rng.integers(0, 6, 60).astype(np.float64)
    truth = rng.random(60) < 0.3
    pairs = [(a > b) + (a == b) / 2 for a in scores[truth] for b in scores[~truth]]
    assert area(scores, truth) == pytest.approx(np.mean(pairs))
