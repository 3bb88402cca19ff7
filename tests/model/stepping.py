"""A search of a cached decoder beside the whole pass."""

from collections.abc import Callable

import torch
from torch import Tensor

Step = Callable[[Tensor, Tensor], Tensor]  # tokens and parents (rows) to log-probabilities


def assert_steps_equal(decoder: Step, whole: Callable[..., Tensor], src: Tensor, size: int) -> None:
    """Three sentences `src`, whose rows split, reorder and stop; `size` of the vocabulary."""
    rows, prefixes = [0, 1, 2], [[2], [2], [2]]
    plan = [[0, 1, 2], [0, 0, 1, 2], [3, 1, 0, 0], [1, 2], [1]]
    generator = torch.Generator().manual_seed(9)
    for step, parents in enumerate(plan):
        tokens = torch.randint(4, size, (len(parents),), generator=generator)
        if step == 0:
            tokens = torch.full((3,), 2)
        else:
            rows = [rows[p] for p in parents]
            prefixes = [[*prefixes[p], int(i)] for p, i in zip(parents, tokens, strict=True)]
        found = decoder(tokens, torch.tensor(parents))
        wanted = whole(src[rows], torch.tensor(prefixes))[:, -1].log_softmax(-1)
        assert torch.allclose(found.to(wanted.dtype), wanted, atol=1e-5), step
