"""Reading the address: every value is checked before anything uses it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from explainer.decoding.options import DecodeOptions
from explainer.frame import params
from explainer.frame.params import CHECKS, DEFAULTS, Settings, broken_values, reader


def test_every_default_is_the_engines_and_passes_its_own_check() -> None:
    assert DEFAULTS.options() == DecodeOptions() and params.MAX_WIDTH == DecodeOptions.MAX_WIDTH
    assert broken_values({"utm_source": "x", "model": "m", "width": "0"}, ["m"]) == ("width",)
    for name in DEFAULTS.__dataclass_fields__:
        value = getattr(DEFAULTS, name)
        assert reader(name)(str(value)) == value


@given(name=some.sampled_from(sorted(CHECKS)), written=some.text(max_size=20))
def test_no_text_raises(name: str, written: str) -> None:
    CHECKS[name](written)


@given(written=some.dictionaries(some.sampled_from(sorted(CHECKS)), some.text(max_size=6)))
def test_what_is_not_broken_makes_valid_options(written: dict[str, str]) -> None:
    bad = broken_values(written, ["m"])
    good = {name: value for name, value in written.items() if name not in bad and name != "lang"}
    settings = Settings(**{name: reader(name)(value) for name, value in good.items()})  # type: ignore[arg-type]
    settings.options()


def test_searches_that_are_equal_share_one_result() -> None:
    """A beam width means nothing to a greedy search."""
    assert Settings(method="greedy", width=2).options() == Settings(method="greedy").options()
    assert Settings(method="sample", alpha=2.0).options() == Settings(method="sample").options()
