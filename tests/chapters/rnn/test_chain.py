"""What the drawing of the chain of states is given, and what is no step of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.rnn.chain import ChainWords, Half, chain_payload


def test_a_chain_has_a_state_and_a_sentence_for_every_token() -> None:
    one, two = (Half("h", ["a"] * n, np.zeros((n, 3))) for n in (1, 2))
    given: dict[str, Any] = {
        "units": [0, 2],
        "step": 0,
        "words": ChainWords(*["-"] * 4),
        "dark": False,
    }
    payload = chain_payload(encoder=one, decoder=two, told=["-"] * 3, **given)
    assert payload["units"] == [1, 3] and payload["limit"] == 1
    with pytest.raises(ValueError, match="sentences"):
        chain_payload(encoder=one, decoder=two, told=["-"], **given)
    with pytest.raises(ValueError, match="state"):
        chain_payload(encoder=Half("h", [], np.zeros((1, 3))), decoder=two, told=["-"] * 2, **given)
