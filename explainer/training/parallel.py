"""Several processes, one training: `torchrun --nproc-per-node N -m explainer.training RECIPE`.

Every process goes through the same batches and takes its share of the sentences; PyTorch's
DistributedDataParallel adds the gradients up. The step, its batch and its loss are those of one
process, so the loss curve is the same but for rounding and, with dropout, other random numbers.
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
    """Which of `size` processes this is. One process alone is a group too."""

    rank: int = 0
    size: int = 1

    @property
    def is_main(self) -> bool:
        """The process that writes files."""
        return self.rank == 0

    def share(self, pairs: Sequence[int]) -> list[int]:
        """This process's part of a batch; never empty, for every process has to take part."""
        return list(pairs[self.rank :: self.size]) or list(pairs[:1])

    def has_share(self, pairs: Sequence[int]) -> bool:
        """Whether its part counts; one that was only lent does not."""
        return self.rank < len(pairs)

    def totals(self, values: Sequence[float], device: torch.device) -> list[float]:
        """Sums over all processes."""
        if self.size == 1:
            return list(values)
        numbers = torch.tensor(values, dtype=torch.float64, device=device)
        dist.all_reduce(numbers)
        return [float(number) for number in numbers]

    def wait(self) -> None:
        if self.size > 1:
            dist.barrier()


def join(device: torch.device) -> tuple[Group, torch.device]:
    """The group torchrun describes in the environment, and this process's own device in it."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return Group(), device
    if device.type == "cuda":
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return Group(dist.get_rank(), size), device


def leave(group: Group) -> None:
    if group.size > 1:
        dist.destroy_process_group()


class LossOf(nn.Module):
    """The training loss as a module's forward pass, which is what DistributedDataParallel wraps."""

    def __init__(self, model: Network, label_smoothing: float) -> None:
        super().__init__()
        self.model, self.label_smoothing = model, label_smoothing

    def forward(self, batch: Batch) -> Tensor:
        loss: Tensor = training_loss(self.model, batch, self.label_smoothing)
        return loss


def loss_module(model: Network, label_smoothing: float, group: Group) -> nn.Module:
    """What the loop calls with a batch to get its mean loss in nats per target token."""
    alone = LossOf(model, label_smoothing)
    return alone if group.size == 1 else DistributedDataParallel(alone)
