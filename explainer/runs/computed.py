"""Memoisation of what a model computes: by model, version, ids and settings, for all visitors.

The one way from a page to a computation that is kept. Nothing waits for a place at the model with
a lock in its hands: Streamlit's cache holds the recipe, made at once, and its value is made behind
the gate when it is asked for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, cast

import streamlit as st

from explainer.analysis.interventions import Intervention
from explainer.decoding.options import DecodeOptions
from explainer.engine.byte_cache import ByteCache, Cached, Once
from explainer.engine.recorded import size_of
from explainer.runs import registry
from explainer.runs.gate import permit

if TYPE_CHECKING:
    from explainer.engine import Translator

SAID: Final = frozenset({int, float, str, bool, type(None), DecodeOptions, Intervention})


def _key_of(values: tuple[Any, ...]) -> str | list[Any]:
    """Of a tuple what it says, where that is all it is: Streamlit hashes number by number."""
    return repr(values) if _is_said(values) else list(values)


def _is_said(values: tuple[Any, ...]) -> bool:
    return all(
        type(value) in SAID or (type(value) is tuple and _is_said(value)) for value in values
    )


# Frozen, so what they say is what they are; Streamlit cannot hash them by itself.
BY_REPR: Final[dict[str | type[Any], Callable[[Any], Any]]] = {
    DecodeOptions: repr,
    Intervention: repr,
    tuple: _key_of,
    "explainer.frame.params.Settings": repr,  # by its name: the frame stands above
}

P = ParamSpec("P")
T = TypeVar("T")


def computed(
    max_entries: int, cache: ByteCache | None = None
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As `st.cache_resource`, with a place at the model while the function runs: it raises Busy
    where there is none. The function never gives None.

    With `cache` the function gives arrays by name, whose bytes count there: the recipe stays when
    they have to go.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        names = tuple(inspect.signature(make).parameters)

        @wraps(make)
        def recipe(key: tuple[Any, ...], _args: Any, _named: Any) -> Once[T] | Cached[T]:
            bound = partial(make, *_args, **_named)
            if cache is None:
                return Once(bound, permit)
            return Cached(bound, cast("Callable[[T], int]", size_of), cache, permit)

        # One key for all that counts: Streamlit takes each argument for itself, which takes longer.
        recipe.__signature__ = inspect.signature(  # type: ignore[attr-defined]
            recipe, follow_wrapped=False
        )
        cached = st.cache_resource(max_entries=max_entries, show_spinner=False, hash_funcs=BY_REPR)(
            recipe
        )

        @wraps(make)
        def wrapper(*args: P.args, **named: P.kwargs) -> T:
            given = {**dict(zip(names, args, strict=False)), **named}
            key = tuple(pair for pair in given.items() if not pair[0].startswith("_"))
            return cached(key, args, named).get()

        return wrapper

    return decorate


Cache = Callable[[Callable[..., Any]], Callable[..., Any]]
Made = Callable[Concatenate["Translator", P], T]
Found = Callable[Concatenate["str | Translator", P], T]


def by_model(cache: Cache) -> Callable[[Made[P, T]], Found[P, T]]:
    """`computed` or another cache for a function of a model, which is asked for by its name.

    The model's version is part of the key, and the function gets the model of that very version:
    files that are replaced meanwhile are another model. One such function asks another by the
    model it got. Raises KeyError where no usable model has the name, and CheckpointError.
    """

    def decorate(make: Made[P, T]) -> Found[P, T]:
        signature = inspect.signature(make)
        given_in_full = len(signature.parameters) - 1

        @cache
        @wraps(make)
        def cached(model: tuple[str, str], *args: P.args, **named: P.kwargs) -> T:
            return make(registry.translator(*model), *args, **named)

        @wraps(make)
        def wrapper(model: str | Translator, /, *args: P.args, **named: P.kwargs) -> T:
            key = registry.key_of(model)
            if not named and len(args) == given_in_full:
                return cast("T", cached(key, *args))
            asked = signature.bind(model, *args, **named)
            asked.apply_defaults()  # written out or left out: one key
            return cast("T", cached(key, *asked.args[1:], **asked.kwargs))

        return wrapper

    return decorate
