"""Controls shared by all pages: language, model, sentence, examples, decode settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import streamlit as st

from explainer.data.samples import Sample, example_of, examples_of
from explainer.decoding.options import DecodeOptions
from explainer.frame import address, params, teaching
from explainer.frame.choices import OneOf, Slider
from explainer.frame.params import DEFAULTS, Settings
from explainer.frame.teaching_view import fixed_choice, fixed_sentence
from explainer.installed import Entry
from explainer.lessons import progress
from explainer.text import LANGUAGES, Text, language_of

# Default models by the visitor's language, who can then read the source; the first one installed.
DEFAULT_MODEL = {"ko": ("ko-en",), "en": ("en-de", "en-ko")}
EXAMPLE = "s_example"  # session: the example that was offered last
LONGEST_LINK = 400  # maximum characters of a sentence in the URL
DEPTH = OneOf(teaching.DEPTH, params.DEPTHS, says="shell.depth")
METHOD = OneOf("method", params.METHODS, usual=DEFAULTS.method, says="input.method")
MIN = Slider("min", 0, params.MAX_MIN_LENGTH, usual=DEFAULTS.min, says="input.min")
# Used by each method besides METHOD and MIN; only these go into the URL.
SETTINGS: Final[dict[str, tuple[Slider[Any], ...]]] = {
    "beam": (
        Slider("width", 1, params.MAX_WIDTH, usual=DEFAULTS.width, says="input.width"),
        Slider("alpha", 0.0, params.MAX_ALPHA, 0.1, usual=DEFAULTS.alpha, says="input.alpha"),
    ),
    "greedy": (),
    "sample": (
        Slider(
            "temperature",
            *(0.0, params.MAX_TEMPERATURE, 0.1),
            usual=DEFAULTS.temperature,
            says="input.temperature",
        ),
        Slider("top_k", 0, params.MAX_TOP_K, usual=DEFAULTS.top_k, says="input.top_k"),
        Slider("top_p", params.MIN_TOP_P, 1.0, 0.05, usual=DEFAULTS.top_p, says="input.top_p"),
        Slider("seed", 0, params.MAX_SEED, usual=DEFAULTS.seed, says="input.seed", typed="stretch"),
    ),
}


def reader_language() -> str:
    """Return the chosen language, or the browser's if none was chosen."""
    chosen = st.session_state.get("lang") or st.query_params.get("lang")
    return chosen if chosen in LANGUAGES else browser_language()


def browser_language() -> str:
    """Return the browser's preferred language that the app has."""
    return language_of(st.context.locale or "")


def language_switch(text: Text) -> None:
    """Draw the language control; each language has its own name for itself."""
    lang = address.seed("lang", browser_language(), address.one_of(LANGUAGES))
    if teaching.current().locks("language"):
        fixed_choice(text, "lang", text("shell.language"), text("shell.language_name"))
        return
    picked = st.segmented_control(
        text("shell.language"),
        LANGUAGES,
        default=lang,
        required=True,
        format_func=lambda lang: Text(lang)("shell.language_name"),
        key="lang",
        label_visibility="collapsed",
    )
    address.keep("lang", picked, browser_language())


def depth_switch(text: Text) -> None:
    """Draw the control for how much of a page is shown: figures, formulas, code."""
    if teaching.current().locks("depth"):
        now = address.seed(DEPTH.name, DEPTH.options[0], DEPTH.read)
        fixed_choice(text, "depth", DEPTH.label(text), DEPTH.names(text)[now])
        return
    DEPTH.draw(text)


def model_picker(text: Text, models: Mapping[str, Entry]) -> str:
    """Draw the model select box, with BLEU and size of each, and return the chosen name."""

    def name(option: str) -> str:
        card = models[option].card
        source, target = card["source"], card["target"]
        # The project's models are named after their language pair; others get their name in front.
        own = "" if option == f"{source}-{target}" else f"{option}: "
        size, bleu = f"{card['parameters'] / 1e6:.1f}", models[option].bleu
        if bleu is None:
            return own + text("shell.model_unscored", source=source, target=target, size=size)
        return own + text(
            "shell.model_option", source=source, target=target, bleu=f"{bleu:.1f}", size=size
        )

    usual = (name for name in DEFAULT_MODEL.get(text.lang, DEFAULT_MODEL["en"]) if name in models)
    first = next(usual, next(iter(models)))
    model = address.seed("model", first, address.one_of(models))
    if teaching.current().locks("model"):
        fixed_choice(text, "model", text("shell.model"), name(model))
        address.keep("model", model, None)
        return model
    offered = _models_on_offer(models, model)
    picked = st.selectbox(
        text("shell.model"),
        offered,
        index=offered.index(model),
        format_func=name,
        key="model",
        help=text("shell.model_help"),
        on_change=_model_changed,
        args=(models, model),
    )
    # Always in the URL, because the default depends on the reader's language.
    address.keep("model", picked, None)
    return picked


def _models_on_offer(models: Mapping[str, Entry], model: str) -> list[str]:
    """Return the selectable models; if a teacher fixed the sentence, those with its language."""
    source = models[model].card["source"]
    every = not teaching.current().locks("sentence")
    return [name for name in models if every or models[name].card["source"] == source]


def _model_changed(models: Mapping[str, Entry], before: str) -> None:
    """Replace an example sentence in the old model's language by one in the new language."""
    old, new = (models[name].card for name in (before, st.session_state["model"]))
    other = examples_of(old) != examples_of(new)
    if other and st.session_state.get("s") in {sample.text for sample in examples_of(old)}:
        st.session_state["s"] = st.session_state.get(EXAMPLE, example_of(new))


def switch_model(name: str) -> None:
    """Choose another model and keep the sentence (button callback)."""
    st.session_state["model"] = name


def keep_sentence() -> None:
    """Keep the sentence on the next page, for a link to a place in it; also if it is an example."""
    st.session_state.pop(EXAMPLE, None)


def sentence_bar(text: Text, card: Mapping[str, Any], chapter: str) -> str:
    """Draw the sentence field with its button and return the field's text, unchanged.

    The default is the example of the `chapter` for the model of the `card`.
    """
    example = example_of(card, chapter)
    if teaching.current().locks("sentence"):
        sentence = st.query_params.get("s", example)
        fixed_sentence(text, sentence, key="bar")
        return sentence
    bound = progress.LESSON in st.query_params  # a lesson keeps one sentence on all its pages
    offered = st.session_state.get(EXAMPLE)
    if not bound and offered is not None:  # an untouched example changes with page and language
        if st.session_state.get("s") == offered:
            st.session_state["s"] = example
        if address.last_value("s") == offered:  # after a link the field is gone from the session
            address.forget("s")
    st.session_state[EXAMPLE] = example
    value = address.seed_text("s", example)
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", wrap=False, key="bar"
    ):
        sentence = st.text_input(
            text("input.label"),
            value=value,
            key="s",
            placeholder=text("input.placeholder"),
            label_visibility="collapsed",
            autocomplete="off",
        )
        # The field is submitted when it loses focus, so the button needs no code.
        st.button(text("input.translate"), key="go")
    address.keep("s", sentence[:LONGEST_LINK], None if bound else example)
    return sentence


def examples(text: Text, card: Mapping[str, Any], chapter: str) -> None:
    """Draw a menu of example sentences; choosing one translates it.

    The example of the `chapter` and the one of the whole course come first, under their names.
    """
    course, here = example_of(card), example_of(card, chapter)
    names = {}
    if course != here:
        names[here] = text("input.of_chapter", sentence=here)
        names[course] = text("input.of_course", sentence=course)
    for sample in examples_of(card):
        names.setdefault(sample.text, _sample_name(text, sample))
    options = {str(i): sentence for i, sentence in enumerate(names)}
    fixed_one = teaching.hides("examples") or teaching.current().locks("sentence")
    if not options or fixed_one:
        return
    st.menu_button(
        text("input.examples"),
        list(options),
        format_func=lambda option: names[options[option]],
        key="example",
        on_click=lambda: _take_example(options),
    )


def _take_example(options: Mapping[str, str]) -> None:
    if chosen := options.get(str(st.session_state.get("example"))):
        _take(chosen)


def _take(sentence: str) -> None:
    st.session_state["s"] = sentence


def way_to_course(text: Text, card: Mapping[str, Any], chapter: str) -> None:
    """Where a chapter opens on its own sentence, draw a button that says so and leads back."""
    course, here = example_of(card), example_of(card, chapter)
    fixed = teaching.current().locks("sentence") or progress.LESSON in st.query_params
    if fixed or course == here or st.session_state.get("s") != here:
        return
    st.button(
        text("input.to_course"),
        key="to_course",
        icon=":material/undo:",
        type="tertiary",
        help=text("input.shows_here"),
        on_click=_take,
        args=(course,),
    )


def _sample_name(text: Text, sample: Sample) -> str:
    hard = text.each(
        "input.hard_*", "idiom", "long", "name", "number", "rare", "ambiguous", "dropped"
    )
    if not sample.hard:
        return sample.text
    return text("input.hard", why=hard[sample.why], sentence=sample.text)


def search_name(text: Text, search: Settings | DecodeOptions) -> str:
    """Describe the search settings briefly."""
    if search.method == "beam":
        return text("input.settings_beam", width=search.width, alpha=f"{search.alpha:g}")
    if search.method == "sample":
        return text("input.settings_sample", temperature=f"{search.temperature:g}")
    return text("input.settings_greedy")


def decode_settings(text: Text, *, shown: bool = True) -> Settings:
    """Draw the search settings: a summary, and a popover with controls, drawn only while open.

    If not `shown`, only return the current settings.
    """
    settings = _seed_settings()
    if shown:
        _popover(text, settings)
    used_names = {METHOD.name, *(one.name for one in (*SETTINGS[settings.method], MIN))}
    for field in fields(settings):
        used = field.name in used_names
        value = getattr(settings, field.name) if used else field.default
        address.keep(field.name, value, field.default)
    return settings


def _popover(text: Text, settings: Settings) -> None:
    if teaching.current().locks("settings"):
        fixed_choice(text, "settings", text("input.settings"), search_name(text, settings))
    elif not teaching.hides("settings"):
        st.caption(search_name(text, settings), width="content")
        # Streamlit identifies the open state by the label, so the label must not contain settings.
        popover = st.popover(text("input.settings"), key="settings", on_change="rerun")
        if popover.open:
            with popover:
                method = METHOD.draw(text)
                st.caption(text.each("input.method_*_line", "beam", "greedy", "sample")[method])
                for control in (*SETTINGS[settings.method], MIN):
                    control.draw(text)


def _seed_settings() -> Settings:
    """Return the settings before the controls are drawn; changes are already in the session.

    Settings that the method does not use are not drawn and start from their defaults later.
    """
    values: dict[str, Any] = {
        field.name: address.seed(field.name, field.default, params.reader(field.name))
        for field in fields(DEFAULTS)
    }
    return Settings(**values)
