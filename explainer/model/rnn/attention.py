"""Attention of recurrent decoders: additive, dot, general and local scores.

Additive: Bahdanau. Dot, general and local: Luong.

Shape suffixes: B sentences, T target tokens, S source tokens, N decoder units, M width of an
encoder state, A hidden width (d_attention) of the additive score and of the predicted position.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from explainer.model.rnn.config import RecurrentConfig
from explainer.model.trace import NoTrace


def window_mask(mask_BS: Tensor, first: int, count: int, window: int | None) -> Tensor:
    """Return the mask of target positions `first`, `first + 1`, ..., (B, T, S), without padding.

    `window` D is Luong's local-m attention (section 3.2): position t sees only t - D .. t + D;
    beyond the end of the source the window stays centred on the last real token.
    """
    allowed_BTS = mask_BS[:, None, :].expand(-1, count, -1)
    if window is None:
        return allowed_BTS
    places_S = torch.arange(mask_BS.shape[1], device=mask_BS.device)
    last_B11 = mask_BS.sum(dim=1)[:, None, None] - 1
    centres_T = torch.arange(first, first + count, device=mask_BS.device)
    centres_BT1 = torch.minimum(centres_T[None, :, None], last_B11)
    near_BTS = (places_S[None, None, :] - centres_BT1).abs() <= window
    return allowed_BTS & near_BTS


def softmax_where(scores: Tensor, allowed: Tensor) -> tuple[Tensor, Tensor]:
    """Return the scores masked with -inf and their softmax over the last axis."""
    exact = torch.promote_types(scores.dtype, torch.float32)  # never in half precision
    masked = scores.to(exact).masked_fill(~allowed, float("-inf"))
    return masked, masked.softmax(dim=-1)


class Additive(nn.Module):
    """score(s, h_j) = v . tanh(W s + U h_j) (arXiv:1409.0473, A.1.2)."""

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.query = nn.Linear(config.d_hidden, config.d_attention, bias=False)
        self.key = nn.Linear(config.d_memory, config.d_attention, bias=False)
        self.v = nn.Parameter(torch.empty(config.d_attention))

    def keys(self, memory_BSM: Tensor) -> Tensor:
        """Return U h_j of every source token, computed once per sentence, (B, S, A)."""
        keys_BSA: Tensor = self.key(memory_BSM)
        return keys_BSA

    def forward(self, state_BN: Tensor, keys_BSA: Tensor) -> dict[str, Tensor]:
        """Return `query` (B, A), `energies` (B, S, A) and `scores` (B, S) of one step."""
        query_BA = self.query(state_BN)
        energies_BSA = (query_BA[:, None] + keys_BSA).tanh()
        scores_BS = energies_BSA @ self.v
        return {"query": query_BA, "energies": energies_BSA, "scores": scores_BS}


class Multiplicative(nn.Module):
    """score(s, h_j) = s . h_j, or s . W h_j (arXiv:1508.04025, section 3.1)."""

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        width = config.d_hidden
        self.query = (
            nn.Linear(width, config.d_memory, bias=False)
            if config.score == "general"
            else nn.Identity()
        )

    def forward(self, states_BTN: Tensor, memory_BSM: Tensor, trace: NoTrace) -> Tensor:
        """Return the scores of every step, (B, T, S); s W is traced as `query`."""
        query_BTM = trace("query", self.query(states_BTN))
        return trace("scores", query_BTM @ memory_BSM.transpose(1, 2))


class PredictiveAlignment(nn.Module):
    """Centre of the local-p window: p_t = S sigmoid(v . tanh(W s_t)) (section 3.2, equation 9).

    S is the source length including EOS; positions are 1 .. S, as in the paper.
    """

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.inner = nn.Linear(config.d_hidden, config.d_attention, bias=False)
        self.v = nn.Parameter(torch.empty(config.d_attention))
        self.reach = config.window

    def forward(self, states_BTN: Tensor, mask_BS: Tensor) -> Tensor:
        """Return p_t of every step, between 0 and S, (B, T)."""
        lengths_B1 = mask_BS.sum(dim=1, keepdim=True)
        share_BT = (self.inner(states_BTN).tanh() @ self.v).sigmoid()
        # Half precision cannot represent 200.3.
        exact = torch.promote_types(share_BT.dtype, torch.float32)
        return lengths_B1 * share_BT.to(exact)

    def distances(self, places_BT: Tensor, mask_BS: Tensor) -> Tensor:
        """Return s - p_t of every source token s, (B, T, S)."""
        places_S = torch.arange(1, mask_BS.shape[1] + 1, device=mask_BS.device)
        return places_S - places_BT[:, :, None]

    def near(self, places_BT: Tensor, mask_BS: Tensor) -> Tensor:
        """Return the mask |s - p_t| <= D without padding, (B, T, S); never empty."""
        inside_BTS = self.distances(places_BT, mask_BS).abs() <= self.reach
        return inside_BTS & mask_BS[:, None, :]

    def bell(self, places_BT: Tensor, mask_BS: Tensor) -> Tensor:
        """Return the Gaussian exp(-(s - p_t)^2 / 2 sigma^2), sigma = D / 2 (eq. 10), (B, T, S).

        The weights are multiplied by it without renormalising, so rows sum to less than 1.
        """
        sigma = self.reach / 2
        return (-(self.distances(places_BT, mask_BS) ** 2) / (2 * sigma**2)).exp()
