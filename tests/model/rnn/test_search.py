"""Search through a recurrent network: a step at a time is the whole pass, together is alone."""

import pytest
import torch

from explainer.decoding import DecodeOptions, decode
from explainer.model import pad
from explainer.model.kinds import stepper, weights_of
from explainer.model.rnn import RecurrentDecoder
from tests.model.rnn.networks import KINDS, V, make, sentences


@pytest.mark.parametrize("kind", KINDS)
def test_steps_equal_the_whole_pass_with_rows_that_split_reorder_and_stop(kind: str) -> None:
    network, (src_BS, _) = make(kind), sentences()
    with torch.inference_mode():
        decoder = RecurrentDecoder(network, src_BS)
        rows, prefixes = [0, 1, 2], [[2], [2], [2]]
        plan = [[0, 1, 2], [0, 0, 1, 2], [3, 1, 0, 0], [1, 2], [1]]
        generator = torch.Generator().manual_seed(9)
        for step, parents in enumerate(plan):
            tokens = torch.randint(4, V, (len(parents),), generator=generator)
            if step == 0:
                tokens = torch.full((3,), 2)
            else:
                rows = [rows[p] for p in parents]
                prefixes = [[*prefixes[p], int(i)] for p, i in zip(parents, tokens, strict=True)]
            found = decoder(tokens, torch.tensor(parents))
            logits = network(src_BS[rows], torch.tensor(prefixes))
            assert torch.allclose(found.double(), logits[:, -1].log_softmax(-1), atol=1e-5), step


@pytest.mark.parametrize("method", ["greedy", "beam"])
@pytest.mark.parametrize("kind", KINDS)
def test_sentences_searched_together_are_those_searched_alone(kind: str, method: str) -> None:
    network = make(kind)
    weights = weights_of(network)
    options = DecodeOptions(method=method, n_best=1, max_length=9)  # type: ignore[arg-type]
    rows = [ids[ids != 0].tolist() for ids in sentences()[0]]
    with torch.inference_mode():
        together = decode(stepper(weights, pad(rows)), 3, options).hypotheses
        for ids, found in zip(rows, (best[0] for best in together), strict=True):
            alone = decode(stepper(weights, pad([ids])), 1, options).hypotheses[0][0]
            assert alone.ids == found.ids
            assert alone.log_probs == pytest.approx(found.log_probs, abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_greedy_takes_the_most_probable_token_of_the_whole_pass(kind: str) -> None:
    network = make(kind)
    src_BS = sentences()[0][:1]
    with torch.inference_mode():
        options = DecodeOptions(method="greedy", n_best=1, max_length=7)
        ((found,),) = decode(stepper(weights_of(network), src_BS), 1, options).hypotheses
        fed = torch.tensor([[2, *found.ids[:-1]]])
        best = network(src_BS, fed)[0, :, 3:].argmax(dim=-1) + 3  # PAD, UNK and BOS are never taken
    assert list(found.ids) == best.tolist()
