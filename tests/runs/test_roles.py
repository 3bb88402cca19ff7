"""The role of every head of a translation, by the mask that was recorded with it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from explainer.runs.roles import head_roles
from tests.fakes import fake_translation


def test_a_decoder_that_is_not_causal_may_look_ahead() -> None:
    found = fake_translation(3, 8, 8)
    ahead = np.eye(8, dtype=np.float32)[[*range(1, 8), 7]]
    heads = np.broadcast_to(ahead, (4, 8, 8))
    trace = dict(found.trace)
    for layer in range(3):
        trace[f"decoder.{layer}.self_attn.weights"] = heads
        trace[f"decoder.{layer}.self_attn.mask"] = np.ones((4, 8, 8), dtype=np.float32)
    roles = head_roles(replace(found, trace=trace, _stacked={}), "decoder")
    assert {head.role for layer in roles for head in layer} == {"next"}
