"""Where a reader is and was: addresses, other sentences, pages that return."""

import pytest
from streamlit.testing.v1 import AppTest

from explainer.data.samples import default_sentence
from explainer.decoding.options import DecodeOptions
from explainer.frame import params
from explainer.frame.params import DEFAULTS, Settings, broken_values, reader
from explainer.text import Text
from tests.app.helpers import go, messages
from tests.conftest import SENTENCES

OTHER = "문을 닫아 주세요."  # shorter than the sentence a page opens with
ENCODER = {"kind": "encoder", "layer": "2", "head": "1"}
# Page, address, name of the choice, its label: a list, a slider, a click, a list of its own.
PLACES = (
    ("heads", ENCODER, "row", "heads.token"),
    ("scaling", {**ENCODER, "scaling_view": "own"}, "row", "words.row"),
    ("layers", {"layers_view": "norm"}, "layers_token", "layers.token"),
    ("cell", ENCODER | {"col": "2"}, "row", "cell.row"),
)


def moved(app: AppTest) -> AppTest:
    app = app.text_input(key="s").set_value(OTHER).run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("page", "place", "name", "label"), PLACES)
def test_a_choice_goes_along_or_the_page_says_what_it_took(open_app, page, place, name, label):
    lang = "ko" if page == "scaling" else "en"
    fresh = open_app(page, lang=lang, **place, s=OTHER)
    now, text = fresh.session_state[name], Text(lang)
    app = moved(open_app(page, lang=lang, **place))
    assert app.session_state[name] == now and messages(app) == []
    app = moved(open_app(page, lang=lang, **place, **{name: "4"}))
    assert app.session_state[name] == 4 and messages(app) == []
    assert app.query_params[name] in ("4", ["4"])
    app = moved(open_app(page, lang=lang, **place, **{name: "13"}, s=default_sentence("ko")))
    assert app.session_state[name] == now and name not in app.query_params
    assert messages(app) == [text("words.moved", what=text(label), number=13, now=now)]


KNOWN = {"s": SENTENCES[0]}  # the pages' own examples have characters the toy model does not know


def wrong(app: AppTest) -> list[str]:
    return [*(each.value for each in app.exception), *messages(app)]


@pytest.mark.parametrize(
    ("page", "key", "wanted", "opened"),
    [
        ("classroom", "classroom_lock", ["model"], {}),
        ("classroom", "classroom_lock", [], {}),
        ("heads", "heads", [], {"combine": "chosen"}),
        ("positions", "positions_channels", [2, 3], {"positions_view": "waves"} | KNOWN),
    ],
)
def test_several_choices_stand_as_they_were_left(open_app, page, key, wanted, opened):
    app = open_app(page, **opened)
    controls = {each.key: each for each in (*app.button_group, *app.multiselect)}
    controls[key].set_value(wanted).run()
    assert wrong(app) == [] and app.session_state[key] == wanted
    go(app, "glossary")  # has no model's controls
    assert key not in app.session_state
    assert wrong(go(app, page)) == []
    assert app.session_state[key] == wanted


def test_every_default_is_the_engines_and_passes_its_own_check() -> None:
    assert DEFAULTS.options() == DecodeOptions() and params.MAX_WIDTH == DecodeOptions.MAX_WIDTH
    assert broken_values({"utm_source": "x", "model": "m", "width": "0"}, ["m"]) == ("width",)
    for name in DEFAULTS.__dataclass_fields__:
        value = getattr(DEFAULTS, name)
        assert reader(name)(str(value)) == value


def test_a_number_is_a_finite_one_in_ascii_digits() -> None:
    assert [params.whole(1, 9)(text) for text in ("3", "٣", "10", "")] == [True, *[False] * 3]
    assert [params.real(0, 2)(text) for text in ("1.5", "nan", "2.1", "x")] == [True, *[False] * 3]


def test_searches_that_are_equal_share_one_result() -> None:
    """A beam width means nothing to a greedy search."""
    assert Settings(method="greedy", width=2).options() == Settings(method="greedy").options()
    assert Settings(method="sample", alpha=2.0).options() == Settings(method="sample").options()
