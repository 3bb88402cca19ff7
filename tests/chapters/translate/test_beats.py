"""What the beats say of the sentence is computed from its weights."""

import dataclasses

import numpy as np
import pytest

from explainer.chapters.translate.page import PAGE, REGIONS, first_look, forced_by, rewritten
from explainer.decoding import DecodeOptions
from explainer.frame import beats
from explainer.frame.beats import Beat
from explainer.frame.course import chapter_of
from explainer.frame.view import View
from explainer.runs import resources
from explainer.runs.resources import Request
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer import UNK
from explainer.translation import Translation
from tests.apptest import Open
from tests.chapters.chapter import Chapter
from tests.fakes import fake_translation

LAST_LAYER = "decoder.2.cross_attn.weights"
# In at least one the beam takes a token that is not the most probable one.
STRAYS = (
    "The old man bought her little brother a red bicycle on the way home.",
    "His sister gave the poor family two books on the way home.",
)


CHAPTER = Chapter("translate", invented=(6, 5))


def test_the_table_says_where_the_last_layer_looks_most(page: Open) -> None:
    found = fake_translation(3, 6, 5)
    weights = found.trace[LAST_LAYER].mean(axis=0)
    tokens = [found.source.tokens[at] for at in weights.argmax(axis=1)]
    wanted = [f"{token} {percent(row.max())}" for token, row in zip(tokens, weights, strict=True)]
    assert page(session={"table": True}).dataframe[0].value["looks"].tolist() == wanted


def said(lang: str, found: Translation, beat: Beat) -> str:
    chapter = chapter_of("translate")
    assert chapter is not None
    return beats.said(chapter, View(Text(lang), lang, False, "tiny", {}, found), beat)


def test_it_opens_at_the_first_step_with_a_token_before_it_that_looks_at_one() -> None:
    found = fake_translation(6, 6, 5, layers=3)
    weights = np.full((4, 5, 6), 0.1, dtype=np.float32)
    weights[:, 0, 0] = 0.6
    weights[:, 2, 4] = 0.5
    weights[:, 3, 1] = 0.9
    changed = dataclasses.replace(found, trace={**found.trace, LAST_LAYER: weights}, _stacked={})
    assert (first_look(changed), first_look(with_even_looks(changed))) == (2, 0)
    tokens = changed.fed_tokens[2], changed.source.tokens[4], changed.predicted_tokens[2]
    for part in ("50%", *tokens):
        assert part.removeprefix("▁") in said("ko", changed, PAGE.beats[0])


def with_even_looks(found: Translation) -> Translation:
    weights = np.full((4, 5, 6), 1 / 6, dtype=np.float32)
    return dataclasses.replace(found, trace={**found.trace, LAST_LAYER: weights}, _stacked={})


def test_the_beat_of_the_layers_counts_what_cross_attention_looks_at() -> None:
    """Sharp at the bottom, even at the top: the sentence has both numbers."""
    found = fake_translation(6, 6, 5, layers=3)
    sharp = np.broadcast_to(np.eye(6)[1], (4, 5, 6))
    trace = dict(found.trace)
    trace["decoder.0.cross_attn.weights"] = sharp.astype(np.float32)
    trace[LAST_LAYER] = np.full_like(trace[LAST_LAYER], 1 / 6)
    changed = dataclasses.replace(found, trace=trace)
    layer = next(beat for beat in PAGE.beats if beat.id == "layer")
    assert layer.fills is not None
    filled = layer.fills(View(Text("en"), "en", False, "tiny", {}, changed))
    assert (filled["cross_first"], filled["cross_last"], filled["last"]) == ("1.0", "6.0", 3)
    assert all(str(number) in said("en", changed, layer) for number in filled.values())


def test_a_region_leads_to_the_page_that_explains_it() -> None:
    """How the source became tokens, not who looks at whom; how the next one is chosen."""
    pages = {"tokens": "tokens", "output": "greedy"}
    pages |= dict.fromkeys(("encoder", "memory", "cross_attention", "decoder"), "heads")
    assert {region: REGIONS[region][0] for region in pages} == pages
    assert all(chapter_of(page) for page in pages.values())


def test_another_candidate_is_written_after_what_the_beam_wrote() -> None:
    """Also where the beam did not take the most probable token; UNK is never written."""
    made = (resources.translate(Request("en-de", one, DecodeOptions(width=4))) for one in STRAYS)
    found = next(one for one in made if max(one.predicted_ranks) > 1)
    strays = next(step for step, rank in enumerate(found.predicted_ranks) if rank != 1)
    for step, place in ((strays, 0), (strays + 1, 1)):
        own = rewritten(found, forced_by(found, step, place))
        assert own.predicted[:step] == found.predicted[:step] and own.fed[1:] == own.predicted[:-1]
        assert own.predicted[step] == found.top_ids[step, place]
        assert own.predicted_probs[step] == pytest.approx(found.top_probs[step, place], rel=1e-4)
        assert own.attention("cross").shape[2] == len(own.top_tokens) == len(own.predicted)
        again = forced_by(own, step, own.top_ids[step].tolist().index(found.predicted[step]))
        assert rewritten(found, again).predicted[: step + 1] == found.predicted[: step + 1]
    unknown = dataclasses.replace(found, top_ids=np.full_like(found.top_ids, UNK))
    assert forced_by(unknown, 0, 1) == "" and rewritten(found, f"1-{UNK}") is found
