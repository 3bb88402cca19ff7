"""The numbers of the lessons on the whole model: flow, heads, layers, training."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from explainer.analysis.head_disagreement import most_different
from explainer.analysis.interventions import Intervention
from explainer.analysis.logit_lens import lens
from explainer.analysis.maps import is_ordinary
from explainer.analysis.multi_head import attention_parameters
from explainer.analysis.normalisation import EPSILON
from explainer.frame.pickers import sides, start_step
from explainer.frame.reference import usual_reference
from explainer.frame.view import View
from explainer.lessons.flow import FlowFacts
from explainer.lessons.heads import HeadsFacts
from explainer.lessons.layers import LayersFacts
from explainer.lessons.training import TrainingFacts
from explainer.runs import recipe, resources
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of
from explainer.translation import Translation, prefix_of

MOST_TOP: Final = 5  # candidates that may be offered
OFF: Final = "off"  # the step that asks what is written without a part


def flow_facts(translation: Translation) -> FlowFacts:
    """The step the first page opens other pages on, at which the look is farthest."""
    step = start_step(translation)
    weights = translation.attention("cross")[-1, :, step].astype(np.float64).mean(axis=0)
    top = zip(translation.top_tokens[step], translation.top_probs[step].tolist(), strict=True)
    return FlowFacts(
        source=translation.source.tokens,
        written=translation.predicted_tokens,
        width=translation.trace["memory"].shape[1],
        step=step,
        weights=tuple((weights / weights.sum()).tolist()),
        top=tuple(top)[:MOST_TOP],
    )


def heads_facts(translation: Translation, step: str = "") -> HeadsFacts:
    """Layer and row the page of heads opens on; only step "off" translates anew."""
    weights = translation.attention("cross")
    words = [is_ordinary(token) for token in sides(translation, "cross")[0].tokens]
    layer, row = most_different(weights, words)
    looks = weights[layer].argmax(axis=-1)  # (H, Q)
    shown = weights[layer, :, row].astype(np.float64)
    shown /= shown.sum(axis=-1, keepdims=True)
    one = int(shown.max(axis=-1).argmax())
    others = [h for h in range(len(shown)) if looks[h, row] != looks[one, row]]
    d_model = translation.trace["memory"].shape[1]
    off = Intervention("head", "cross", layer, one)
    return HeadsFacts(
        fed=translation.fed_tokens[row],
        written=translation.predicted_tokens[row],
        keys=translation.source.tokens,
        layer=layer,
        row=row,
        weights=tuple(tuple(each) for each in shown.tolist()),
        one=one,
        other=max(others, key=lambda h: float(shown[h].max()), default=None),
        d_model=d_model,
        parameters=(
            attention_parameters(len(shown), d_model // len(shown), d_model),
            attention_parameters(1, d_model, d_model),
        ),
        texts=_with_and_without(translation, off) if step == OFF else ("", ""),
    )


def layers_facts(translation: Translation, step: str = "") -> LayersFacts:
    """The last cross-attention at the farthest look, in the channel it moves most; only step "off"
    translates anew.
    """
    trace, at = translation.trace, start_step(translation)
    encoder, decoder = (len(translation.attention(kind)) for kind in ("encoder", "decoder"))
    prefix = f"decoder.{decoder - 1}"
    total = trace[f"{prefix}.add2.sum"][at].astype(np.float64)
    added = trace[f"{prefix_of('cross', decoder - 1)}.out"][at].astype(np.float64)
    channel = int(np.abs(added).argmax())
    last = [f"decoder.{layer}.add3" for layer in range(decoder)]
    part = "norm" if f"{last[0]}.norm" in trace else "sum"
    states = np.stack([trace[f"{one}.{part}"][[at]] for one in last])
    matrix = model_of(translation.model).matrix
    top = lens(states, matrix, [translation.predicted[at]], top=1).top_ids[:, 0, 0]
    active = trace[f"{prefix}.ffn.act"][at] > 0
    off = Intervention("ffn", "decoder", decoder - 1)
    tokens = model_of(translation.model).tokens
    return LayersFacts(
        layers=(encoder, decoder),
        step=at,
        written=translation.predicted_tokens[at],
        channel=channel,
        x=float(total[channel] - added[channel]),
        added=float(added[channel]),
        total=float(total[channel]),
        mean=float(total.mean()),
        deviation=float(np.sqrt(total.var() + EPSILON)),
        units=len(active),
        active=int(active.sum()),
        lens=tokens(tuple(int(i) for i in top)),
        texts=_with_and_without(translation, off) if step == OFF else ("", ""),
    )


def _with_and_without(translation: Translation, off: Intervention) -> tuple[str, str]:
    """What greedy search writes, and what it writes under the change."""
    name, ids = translation.model, translation.source.ids
    return (
        resources.greedy_output(name, ids)[2],
        resources.greedy_output(name, ids, (off,))[2],
    )


def fed_facts(view: View, translation: Translation, facts: TrainingFacts) -> TrainingFacts:
    """The same about the pair of the page of teacher forcing: this sentence and its reference."""
    name, ids = translation.model, usual_reference(view).ids
    forced, tokens = forced_pass(name, translation.source.ids, ids), model_of(name).tokens
    place = int(forced.losses.argmax())
    return replace(
        facts,
        tokens=tokens(ids),
        losses=tuple(forced.losses.tolist()),
        place=place,
        guess=tokens((int(forced.top_ids[place, 0]),))[0],
    )


def training_facts(translation: Translation, dropout: float) -> TrainingFacts:
    """The batch of the page of training; of it the pair of this sentence, else the first."""
    name = translation.model
    batch = recipe.pairs(name, recipe.PAIRS)
    passes = [forced_pass(name, one.source_ids, one.target_ids) for one in batch]
    losses = [one.losses for one in passes]
    own = (at for at, one in enumerate(batch) if one.source == translation.source.text)
    at = next(own, 0)
    pair, forced = batch[at], passes[at]
    place, tokens = int(forced.losses.argmax()), model_of(name).tokens
    return TrainingFacts(
        sentence=at,
        tokens=tokens(pair.target_ids),
        losses=tuple(forced.losses.tolist()),
        place=place,
        guess=tokens((int(forced.top_ids[place, 0]),))[0],
        sure=float(np.exp(-min(map(np.min, losses)))),
        n_tokens=sum(map(len, losses)),
        places=len(losses) * max(map(len, losses)),
        loss=float(np.concatenate(losses).mean()),
        vocabulary=translation.n_vocab,
        dropout=dropout,
    )
