"""Memoise functions that run a model, for all visitors: see `engine.memo`.

The one way from a page to a computation that is kept. Its key is the function, the model's name and
version, and every argument whose name does not begin with an underscore.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, wraps
from itertools import compress
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from explainer.engine.door import Door
from explainer.engine.memo import MEMO
from explainer.runs import registry
from explainer.runs.gate import permit

if TYPE_CHECKING:
    from explainer.engine import Translator

P = ParamSpec("P")
T = TypeVar("T")


def computed(
    max_entries: int, size: Callable[[Any], int] | None = None, door: Door = permit
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the last `max_entries` results of a function, which runs inside the model's semaphore
    and raises Busy if that is full; with `door=OPEN` it needs no permit.

    With `size` the bytes of a result count, and it has to go where there is no room for it.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        signature = inspect.signature(make)
        counts = [not name.startswith("_") for name in signature.parameters]

        @wraps(make)
        def wrapper(*args: P.args, **named: P.kwargs) -> T:
            given: tuple[Any, ...] = args
            if named or len(args) < len(counts):
                bound = signature.bind(*args, **named)
                bound.apply_defaults()  # written out or left out: one key
                given = bound.args
            key = (make, *compress(given, counts))
            return MEMO.get(key, partial(make, *given), max_entries, size, door)

        return wrapper

    return decorate


Cache = Callable[[Callable[..., Any]], Callable[..., Any]]
Made = Callable[Concatenate["Translator", P], T]
Found = Callable[Concatenate["str | Translator", P], T]


def by_model(cache: Cache) -> Callable[[Made[P, T]], Found[P, T]]:
    """Make a `computed` function of a model callable with the model's name.

    The model's version is part of the key, and the function gets the model of that very version:
    files that are replaced meanwhile are another model. One such function asks another by the
    model it got. Raises KeyError where no usable model has the name, and CheckpointError.
    """

    def decorate(make: Made[P, T]) -> Found[P, T]:
        @cache
        @wraps(make)
        def cached(model: tuple[str, str], *args: P.args, **named: P.kwargs) -> T:
            return make(registry.translator(*model), *args, **named)

        @wraps(make)
        def wrapper(model: str | Translator, /, *args: P.args, **named: P.kwargs) -> T:
            return cast("T", cached(registry.key_of(model), *args, **named))

        return wrapper

    return decorate
