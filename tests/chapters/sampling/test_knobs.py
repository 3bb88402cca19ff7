"""The three sliders of the sampling page: one is there at a time, unless all are wanted."""

from streamlit.testing.v1 import AppTest

from explainer.chapters.sampling.state import NEUTRAL
from tests.apptest import Open
from tests.chapters.chapter import Chapter

CHAPTER = Chapter("sampling", "어제 산 책을 오늘 다 읽었다.", prefix="sampling_")


def three(at: AppTest) -> tuple[float, ...]:
    """Where temperature, top-k and top-p stand, seen or not."""
    names = ("temperature", "k", "p")
    return tuple(at.session_state[f"sampling_{name}"] for name in names)


def seen(at: AppTest) -> list[str]:
    sliders = [str(slider.key).removeprefix("sampling_") for slider in at.slider]
    return [name for name in sliders if name in ("temperature", "k", "p")]


def turn(at: AppTest, knob: str) -> AppTest:
    return at.button_group(key="sampling_knob").set_value(knob).run()


def test_one_slider_is_there_unless_all_are_wanted_together_and_a_beat_brings_its_own(
    page: Open,
) -> None:
    at = page()
    assert seen(at) == ["temperature"] and three(at) == (1.0, 0, 1.0)
    at.slider(key="sampling_temperature").set_value(1.6).run()
    assert three(at) == (1.6, 0, 1.0)
    turn(at, "k")
    assert seen(at) == ["k"] and three(at) == (1.0, 0, 1.0)
    at.slider(key="sampling_k").set_value(4).run()
    turn(at, "all")
    assert seen(at) == ["temperature", "k", "p"] and three(at) == (1.0, 4, 1.0)
    at.slider(key="sampling_temperature").set_value(0.5).run()
    assert three(at) == (0.5, 4, 1.0)
    turn(at, "p")
    assert seen(at) == ["p"] and three(at) == (1.0, 0, 1.0)
    at = page()
    for beat, knob in (("k", "k"), ("hot", "temperature"), ("p", "p"), ("zero", "temperature")):
        at.button_group(key="sampling_beats").set_value(beat).run()
        assert seen(at) == [knob]
        assert sum(now != was for now, was in zip(three(at), NEUTRAL.values(), strict=True)) == 1
    for beat in ("p", "one"):
        at.button_group(key="sampling_beats").set_value(beat).run()
    assert seen(at) == ["temperature"] and three(at) == (1.0, 0, 1.0)
