"""The controls every page shares: language, model, sentence, examples, decode settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import streamlit as st

from explainer.data.samples import Sample, default_sentence, samples
from explainer.decoding.options import DecodeOptions
from explainer.frame import address, params, teaching
from explainer.frame.params import DEFAULTS, Settings
from explainer.frame.teaching_view import fixed_choice, fixed_sentence
from explainer.installed import Entry
from explainer.lessons import progress
from explainer.text import LANGUAGES, Text, language_of

# What a visitor of each language finds when the app opens.
# The first that is there: the reader can read what it reads.
DEFAULT_MODEL = {"ko": ("ko-en",), "en": ("en-de", "en-ko")}
EXAMPLE = "s_example"  # session: the example that was offered last
LONGEST_LINK = 400  # characters of a sentence that go into the address
# Which settings a method uses: only these go into the address.
SHOWN = {
    "beam": {"method", "width", "alpha", "min"},
    "greedy": {"method", "min"},
    "sample": {"method", "temperature", "top_k", "top_p", "seed", "min"},
}


def reader_language() -> str:
    """The chosen language; until one is chosen that of the browser."""
    chosen = st.session_state.get("lang") or st.query_params.get("lang")
    return chosen if chosen in LANGUAGES else browser_language()


def browser_language() -> str:
    return language_of(st.context.locale or "")


def language_switch(text: Text) -> None:
    """Each language is named in itself."""
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
    """How much of a page is shown: its pictures, or formulas and code, too."""
    names = text.each("shell.depth_*", "picture", "formula", "code")
    usual = params.DEPTHS[0]
    now = address.seed(teaching.DEPTH, usual, address.one_of(params.DEPTHS))
    if teaching.current().locks("depth"):
        fixed_choice(text, "depth", text("shell.depth"), names[now])
        return
    picked = st.segmented_control(
        text("shell.depth"),
        params.DEPTHS,
        default=now,
        required=True,
        format_func=names.__getitem__,
        key=teaching.DEPTH,
        help=text("shell.depth_help"),
    )
    address.keep(teaching.DEPTH, picked, usual)


def model_picker(text: Text, models: Mapping[str, Entry]) -> str:
    """The chosen model, with the quality and the size of each in the list."""

    def name(option: str) -> str:
        card = models[option].card
        source, target = card["source"], card["target"]
        # The project's models are called by their pair; another one of the same pair is told apart.
        own = "" if option == f"{source}-{target}" else f"{option}: "
        return own + text(
            "shell.model_option",
            source=source,
            target=target,
            bleu=f"{card['test']['beam']['bleu']:.1f}",
            size=f"{card['parameters'] / 1e6:.1f}",
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
    # Always written: what opens without it depends on the reader's language.
    address.keep("model", picked, None)
    return picked


def _models_on_offer(models: Mapping[str, Entry], model: str) -> list[str]:
    """Where a teacher fixed the sentence, the models that read its language."""
    source = models[model].card["source"]
    every = not teaching.current().locks("sentence")
    return [name for name in models if every or models[name].card["source"] == source]


def _model_changed(models: Mapping[str, Entry], before: str) -> None:
    """An example of the old model's language is exchanged for one of the new language."""
    old, new = (models[name].card["source"] for name in (before, st.session_state["model"]))
    if old != new and st.session_state.get("s") in {sample.text for sample in samples(old)}:
        st.session_state["s"] = st.session_state.get(EXAMPLE, default_sentence(new))


def switch_model(name: str) -> None:
    """For a button: choose another model, keep the sentence."""
    st.session_state["model"] = name


def sentence_bar(text: Text, card: Mapping[str, Any], chapter: str) -> str:
    """Text field and button in one line; what stands in the field, unchanged.

    Until the reader writes something it is the example of the `chapter` for the model of a `card`.
    """
    example = default_sentence(card["source"], chapter, card["target"])
    if teaching.current().locks("sentence"):
        sentence = st.query_params.get("s", example)
        fixed_sentence(text, sentence, key="bar")
        return sentence
    bound = progress.LESSON in st.query_params  # one sentence from its first page to its last
    offered = st.session_state.get(EXAMPLE)
    if not bound and offered is not None:  # that of another page or language is nobody's choice
        if st.session_state.get("s") == offered:
            st.session_state["s"] = example
        if address.last_value("s") == offered:  # a link to a page leaves nothing else of the field
            address.forget("s")
    st.session_state[EXAMPLE] = example
    value = address.seed("s", example, str)
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
        # The field is sent when it loses the focus, so the button needs no code of its own.
        st.button(text("input.translate"), key="go")
    address.keep("s", sentence[:LONGEST_LINK], None if bound else example)
    return sentence


def examples(text: Text, source: str) -> None:
    """A menu of sentences; choosing one translates it."""
    options = {str(i): sample for i, sample in enumerate(samples(source))}
    fixed_one = teaching.hides("examples") or teaching.current().locks("sentence")
    if not options or fixed_one:
        return
    st.menu_button(
        text("input.examples"),
        list(options),
        format_func=lambda option: _sample_name(text, options[option]),
        key="example",
        on_click=lambda: _take_example(options),
    )


def _take_example(options: Mapping[str, Sample]) -> None:
    chosen = options.get(str(st.session_state.get("example")))
    if chosen:
        st.session_state["s"] = chosen.text


def _sample_name(text: Text, sample: Sample) -> str:
    hard = text.each(
        "input.hard_*", "idiom", "long", "name", "number", "rare", "ambiguous", "dropped"
    )
    if not sample.hard:
        return sample.text
    return text("input.hard", why=hard[sample.why], sentence=sample.text)


def search_name(text: Text, search: Settings | DecodeOptions) -> str:
    """The search in a few words."""
    if search.method == "beam":
        return text("input.settings_beam", width=search.width, alpha=f"{search.alpha:g}")
    if search.method == "sample":
        return text("input.settings_sample", temperature=f"{search.temperature:g}")
    return text("input.settings_greedy")


def decode_settings(text: Text, *, shown: bool = True) -> Settings:
    """The search in words, and a popover with what can be set for it, which is filled when it is
    open; not `shown`, it keeps what was set.
    """
    settings = _seed_settings()
    if shown:
        _popover(text, settings)
    for field in fields(settings):
        used = field.name in SHOWN[settings.method]
        value = getattr(settings, field.name) if used else field.default
        address.keep(field.name, value, field.default)
    return settings


def _popover(text: Text, settings: Settings) -> None:
    if teaching.current().locks("settings"):
        fixed_choice(text, "settings", text("input.settings"), search_name(text, settings))
    elif not teaching.hides("settings"):
        st.caption(search_name(text, settings), width="content")
        # Open or closed belongs to the label, which therefore says nothing of the settings.
        place = st.popover(text("input.settings"), key="settings", on_change="rerun")
        if place.open:
            with place:
                _method(text, settings)
                if settings.method == "beam":
                    _beam(text, settings)
                elif settings.method == "sample":
                    _sampling(text, settings)
                _min_length(text, settings)


def _seed_settings() -> Settings:
    """The settings before they are drawn: a change in the browser is already in the session.

    Settings that the method does not use are not drawn, and start anew when they are.
    """
    values: dict[str, Any] = {
        field.name: address.seed(field.name, field.default, params.reader(field.name))
        for field in fields(DEFAULTS)
    }
    return Settings(**values)


def _method(text: Text, settings: Settings) -> None:
    names = text.each("input.method_*", "beam", "greedy", "sample")
    lines = text.each("input.method_*_line", "beam", "greedy", "sample")
    method = st.segmented_control(
        text("input.method"),
        params.METHODS,
        default=settings.method,
        required=True,
        format_func=names.__getitem__,
        key="method",
    )
    st.caption(lines[method or DEFAULTS.method])


def _min_length(text: Text, settings: Settings) -> None:
    st.slider(
        text("input.min"),
        0,
        params.MAX_MIN_LENGTH,
        settings.min,
        key="min",
        help=text("input.min_help"),
    )


def _beam(text: Text, settings: Settings) -> None:
    st.slider(
        text("input.width"),
        1,
        params.MAX_WIDTH,
        settings.width,
        key="width",
        help=text("input.width_help"),
    )
    st.slider(
        text("input.alpha"),
        0.0,
        params.MAX_ALPHA,
        settings.alpha,
        0.1,
        key="alpha",
        help=text("input.alpha_help"),
    )


def _sampling(text: Text, settings: Settings) -> None:
    st.slider(
        text("input.temperature"),
        0.0,
        params.MAX_TEMPERATURE,
        settings.temperature,
        0.1,
        key="temperature",
        help=text("input.temperature_help"),
    )
    st.slider(
        text("input.top_k"),
        0,
        params.MAX_TOP_K,
        settings.top_k,
        key="top_k",
        help=text("input.top_k_help"),
    )
    st.slider(
        text("input.top_p"),
        params.MIN_TOP_P,
        1.0,
        settings.top_p,
        0.05,
        key="top_p",
        help=text("input.top_p_help"),
    )
    st.number_input(
        text("input.seed"),
        0,
        params.MAX_SEED,
        settings.seed,
        key="seed",
        help=text("input.seed_help"),
    )
