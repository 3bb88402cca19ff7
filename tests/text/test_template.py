"""Templates for drawings: holes without a value stay, none of them may want a particle."""

import pytest

from explainer.text import Text, holes, strings


def test_known_holes_are_filled_and_the_others_stay() -> None:
    text, key = Text("en"), "scaling.softmax_bars.sd_before"
    assert holes(text.template(key)) == holes(strings("en")[key])
    some = text.template("lesson.head", lesson="Masks")
    assert "Masks" in some and holes(some) == {"step", "steps"}
    assert some.format(step=1, steps=2) == text("lesson.head", lesson="Masks", step=1, steps=2)
    with pytest.raises(KeyError):
        text.template("lesson.nowhere")
    text, key = Text("ko"), "training.is_pad"  # 자리 {place|은/는}
    with pytest.raises(ValueError, match="particle"):
        text.template(key)
    assert text.template(key, place=3) == text(key, place=3)
