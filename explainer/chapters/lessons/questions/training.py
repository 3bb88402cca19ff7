"""Lesson 9: how an error changes the weights."""

from __future__ import annotations

import math
import operator
from typing import Final

import numpy as np

from explainer.frame.reference import usual_reference
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.lessons.printed import printable, sig_digits
from explainer.runs import recipe
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of
from explainer.text.numbers import decimal, power

LEAST: Final = 1e-4  # of a probability that is printed
EPSILON: Final = 0.1


class Facts:
    """Facts of the training page's batch and this sentence's pair in it, else the first; from 1.

    `tokens` and `losses` are those of the pair's target, nats; `place` is the one with the largest
    loss. `sure` is the largest probability of a wanted token, at `sure_place` of `sure_sentence`.
    `n_tokens` of the batch's `places` are real; `mean_loss` is the mean over them. `target` is the
    smoothed probability of a wanted token, `each` that of every other one. At `position` of this
    sentence's reference the loss is largest: the token `wanted`, and the model's first choice.
    """

    epsilon, epsilon_told = EPSILON, decimal(EPSILON, 1)

    def __init__(self, view: View) -> None:
        name, source = view.translation.model, view.translation.source
        batch = recipe.pairs(name, recipe.PAIRS)
        losses = [forced_pass(name, one.source_ids, one.target_ids).losses for one in batch]
        at = next((at for at, one in enumerate(batch) if one.source == source.text), 0)
        self.sentence, self.place = at + 1, int(losses[at].argmax()) + 1
        self.tokens = model_of(name).tokens(batch[at].target_ids)
        self.losses = tuple(losses[at].tolist())
        surest = min(range(len(losses)), key=lambda at: float(losses[at].min()))
        self.sure = float(np.exp(-losses[surest].min()))
        self.sure_sentence, self.sure_place = surest + 1, int(losses[surest].argmin()) + 1
        self.n_tokens, self.places = sum(map(len, losses)), len(losses) * max(map(len, losses))
        self.pads = self.places - self.n_tokens
        self.mean_loss = float(np.concatenate(losses).mean())
        vocabulary = view.translation.n_vocab
        self.vocabulary, self.each = f"{vocabulary:,}", power(EPSILON / vocabulary, 1)
        self.target = 1 - EPSILON + EPSILON / vocabulary
        ids = usual_reference(view).ids
        forced = forced_pass(name, source.ids, ids)
        place = int(forced.losses.argmax())
        read = ids[place], int(forced.top_ids[place, 0])
        self.position, self.fed = place + 1, model_of(name).tokens(read)
        (self.wanted, self.guess), self.names = self.fed, sorted(self.fed)

    def ask_loss(self) -> Values:
        given = max(math.exp(-self.losses[self.place - 1]), LEAST)
        (p,) = printable(lambda p: -math.log(p), given, digits=max(4, sig_digits(given)), to=2)
        wanted = self.tokens[self.place - 1]
        return {"loss": -math.log(given), "wanted": wanted, "p": p, "p_bar": given}

    def ask_pad(self) -> Values:
        def over_all(loss: float) -> float:
            return loss * self.n_tokens / self.places

        (loss,) = printable(over_all, self.mean_loss, digits=3, to=2)
        return {"wrong": over_all(self.mean_loss), "loss": loss}

    def ask_push(self) -> Values:
        """The gradient at the target's logit, p - q with label smoothing."""
        p, q = printable(operator.sub, self.sure, self.target, digits=3, to=3)
        return {"gradient": self.sure - self.target, "p": p, "wanted": q}
