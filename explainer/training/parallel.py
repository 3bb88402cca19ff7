"""Data-parallel training: `torchrun --nproc-per-node N -m explainer.training RECIPE`.

Every process iterates over the same batches and takes its share of the sentences; PyTorch's
DistributedDataParallel combines the gradients. Steps, batches and losses are those of a single
process, so the loss curve is the same except for rounding and, with dropout, random numbers.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from explainer.model.kinds import Network
from explainer.training.batches import Batch
from explainer.training.loss import training_loss


@dataclass(frozen=True)
class Group:
    """This process's rank among `size` processes; a single process is a group of one."""

    rank: int = 0
    size: int = 1

    @property
    def is_main(self) -> bool:
        """Whether this is the process that writes files."""
        return self.rank == 0

    def share(self, pairs: Sequence[int]) -> list[int]:
        """Return this process's part of a batch; never empty, as every process must take part."""
        return list(pairs[self.rank :: self.size]) or list(pairs[:1])

    def has_share(self, pairs: Sequence[int]) -> bool:
        """Return whether this process's part counts, or is only a filler for an empty one."""
        return self.rank < len(pairs)

    def totals(self, values: Sequence[float], device: torch.device) -> list[float]:
        """Sum values over all processes."""
        if self.size == 1:
            return list(values)
        numbers = torch.tensor(values, dtype=torch.float64, device=device)
        dist.all_reduce(numbers)
        return [float(number) for number in numbers]

    def wait(self) -> None:
        """Wait for all processes."""
        if self.size > 1:
            dist.barrier()


def join(device: torch.device) -> tuple[Group, torch.device]:
    """Join the group that torchrun describes in the environment; return it and the device."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return Group(), device
    if device.type == "cuda":
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return Group(dist.get_rank(), size), device


def leave(group: Group) -> None:
    """Leave the group at the end."""
    if group.size > 1:
        dist.destroy_process_group()


class LossOf(nn.Module):
    """The training loss as a module, so that DistributedDataParallel can wrap it."""

    def __init__(self, model: Network, label_smoothing: float) -> None:
        super().__init__()
        self.model, self.label_smoothing = model, label_smoothing

    def forward(self, batch: Batch) -> Tensor:
        loss: Tensor = training_loss(self.model, batch, self.label_smoothing)
        return loss


def loss_module(model: Network, label_smoothing: float, group: Group) -> nn.Module:
    """Return a module that maps a batch to its mean loss in nats per target token."""
    alone = LossOf(model, label_smoothing)
    return alone if group.size == 1 else DistributedDataParallel(alone)
