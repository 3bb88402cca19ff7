"""Record of a forward pass: every named tensor, in the order of computation.

A trace is passed as an argument and never stored on a module, because all visitors share one
model. `NO_TRACE` does nothing, so plain decoding and training pay almost nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from torch import Tensor

Edit = Callable[[Tensor], Tensor]


class NoTrace:
    """Records nothing.

    `active` is False, so modules may take a faster path. `probs`: whether to record the full
    distributions, which follow from the logits.
    """

    active = probs = False

    def __call__(self, name: str, value: Tensor) -> Tensor:
        return value

    def scope(self, name: str) -> NoTrace:
        return self


class Trace(NoTrace):
    """Record tensors by name; `edits` intervene on them (activation patching).

    `edits={"decoder.0.self_attn.weights": function}` passes that tensor through the function
    before it is recorded and used; heads, masks and residuals are switched off this way, never by
    changing the model. Raises ValueError if a name is recorded twice or an edit changes the shape;
    `unused_edits` are the names that no tensor had.
    """

    active = True

    def __init__(self, edits: Mapping[str, Edit] | None = None, *, probs: bool = True) -> None:
        self.probs = probs
        self.tensors: dict[str, Tensor] = {}
        self._edits = dict(edits or {})
        self._used: set[str] = set()
        self._prefix = ""

    def __call__(self, name: str, value: Tensor) -> Tensor:
        full = self._prefix + name
        if full in self.tensors:
            raise ValueError(f"{full} is recorded twice")
        edit = self._edits.get(full)
        if edit is not None:
            self._used.add(full)
            edited = edit(value)
            if edited.shape != value.shape:
                raise ValueError(
                    f"edit of {full} changes its shape {tuple(value.shape)}"
                    f" to {tuple(edited.shape)}"
                )
            value = edited
        self.tensors[full] = value
        return value

    def scope(self, name: str) -> Trace:
        """Return a view of this trace that prefixes every name with `name.`."""
        inner = Trace.__new__(Trace)
        inner.tensors, inner._edits, inner._used = self.tensors, self._edits, self._used
        inner._prefix = f"{self._prefix}{name}."
        return inner

    def __getitem__(self, name: str) -> Tensor:
        return self.tensors[name]

    @property
    def unused_edits(self) -> set[str]:
        """Names of edits that no tensor had."""
        return set(self._edits) - self._used


NO_TRACE = NoTrace()
