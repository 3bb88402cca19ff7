"""Recurrent encoder-decoder networks.

Shape suffixes: B sentences, S source tokens, T target tokens, D d_embed, N decoder units, M width
of an encoder state, V vocabulary.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from explainer.model.dropout import Dropout
from explainer.model.ids import PAD
from explainer.model.rnn.attention import (
    Additive,
    Multiplicative,
    PredictiveAlignment,
    softmax_where,
    window_mask,
)
from explainer.model.rnn.cells import (
    MODULES,
    STATE_PARTS,
    Gates,
    State,
    cell_step,
    cell_weights,
    gates,
    next_state,
)
from explainer.model.rnn.config import RecurrentConfig
from explainer.model.trace import NO_TRACE, NoTrace


class Memory(NamedTuple):
    """The encoder's output.

    `states_BSM` are the states in sentence order, 0 at padding; `start` is the decoder's initial
    state; `context_BM` the constant context of a model without attention, else None; `mask_BS` is
    True at real tokens.
    """

    states_BSM: Tensor
    start: State
    context_BM: Tensor | None
    mask_BS: Tensor

    def rows(self, index: Tensor) -> Memory:
        """Select sentences by index."""
        context = None if self.context_BM is None else self.context_BM[index]
        start = tuple(part[index] for part in self.start)
        return Memory(self.states_BSM[index], start, context, self.mask_BS[index])


def reading_order(mask_BS: Tensor, reverse: bool) -> Tensor:
    """Return the source position read at each step, (B, S); reversed, EOS still comes last."""
    places_S = torch.arange(mask_BS.shape[1], device=mask_BS.device)
    ends_B1 = mask_BS.sum(dim=1, keepdim=True) - 1
    forward_BS = places_S.expand_as(mask_BS)
    return (
        torch.where(forward_BS < ends_B1, ends_B1 - 1 - forward_BS, forward_BS)
        if reverse
        else forward_BS
    )


def reorder(x_BSD: Tensor, order_BS: Tensor) -> Tensor:
    """Gather positions in `order_BS`, (B, S, D)."""
    return x_BSD.gather(1, order_BS[:, :, None].expand(-1, -1, x_BSD.shape[2]))


class Encoder(nn.Module):
    """One layer over the source, optionally bidirectional; PAD never affects a state."""

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.config = config
        self.layer = MODULES[config.cell](
            config.d_embed, config.d_hidden, batch_first=True, bidirectional=config.bidirectional
        )

    def forward(self, x_BSD: Tensor, mask_BS: Tensor, trace: NoTrace) -> tuple[Tensor, State]:
        """Return the states (B, S, M) in sentence order, and the last state (parts (B, N)).

        The last state of a bidirectional encoder is the backward state of the first token.
        """
        order_BS = reading_order(mask_BS, self.config.reverse_source)
        if trace.active:
            return self.forward_traced(x_BSD, mask_BS, order_BS, trace)
        lengths = mask_BS.sum(dim=1).cpu()
        read_BSD = reorder(x_BSD, order_BS) if self.config.reverse_source else x_BSD
        packed: PackedSequence = pack_padded_sequence(
            read_BSD, lengths, batch_first=True, enforce_sorted=False
        )
        states, last = self.layer(packed)
        states_BSM, _ = pad_packed_sequence(states, batch_first=True, total_length=mask_BS.shape[1])
        if self.config.reverse_source:
            states_BSM = reorder(states_BSM, order_BS)
        parts = last if isinstance(last, tuple) else (last,)
        return states_BSM, tuple(part[-1] for part in parts)

    def forward_traced(
        self, x_BSD: Tensor, mask_BS: Tensor, order_BS: Tensor, trace: NoTrace
    ) -> tuple[Tensor, State]:
        """Run token by token, tracing every gate."""
        forward = self.run_direction(x_BSD, mask_BS, order_BS, False, trace.scope("forward"))
        if not self.config.bidirectional:
            return forward
        backward_BS = order_BS.flip(1)  # padding comes first and leaves the state at 0
        backward = self.run_direction(x_BSD, mask_BS, backward_BS, True, trace.scope("backward"))
        return torch.cat([forward[0], backward[0]], dim=-1), backward[1]

    def run_direction(
        self, x_BSD: Tensor, mask_BS: Tensor, order_BS: Tensor, backward: bool, trace: NoTrace
    ) -> tuple[Tensor, State]:
        """Run one direction and trace the gates in sentence order, 0 at padding."""
        cell, weights = self.config.cell, cell_weights(self.layer, backward)
        rows = torch.arange(x_BSD.shape[0], device=x_BSD.device)
        state = tuple(x_BSD.new_zeros(len(rows), self.config.d_hidden) for _ in STATE_PARTS[cell])
        gates: dict[str, list[Tensor]] = {}
        for places_B in order_BS.unbind(dim=1):
            real_B1 = mask_BS[rows, places_B][:, None]
            step = cell_step(cell, weights, x_BSD[rows, places_B], state)
            for name, value in step.items():
                gates.setdefault(name, []).append(torch.where(real_B1, value, 0.0))
            state = tuple(
                torch.where(real_B1, new, old)
                for new, old in zip(next_state(cell, step), state, strict=True)
            )
        at_place_BS = order_BS.argsort(dim=1)
        stacked = {
            name: trace(name, reorder(torch.stack(values, dim=1), at_place_BS))
            for name, values in gates.items()
        }
        return stacked["state"], state


class Recurrent(nn.Module):
    """Recurrent encoder-decoder with one matrix for both embeddings and the output."""

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.config = config
        width, memory, embed = config.d_hidden, config.d_memory, config.d_embed
        self.matrix = nn.Parameter(torch.empty(config.vocab_size, embed))
        self.dropout = Dropout(config.dropout)
        self.encoder = Encoder(config)
        # The decoder's cell reads the previous token and, in some kinds, the context.
        self.decoder = MODULES[config.cell](
            embed + (memory if config.feeds_context else 0), width, batch_first=True
        )
        self.bridge = nn.Linear(width, width) if config.cell == "gru" else nn.Identity()
        self.additive = Additive(config) if config.kind == "gru-bahdanau" else None
        self.multiplicative = Multiplicative(config) if config.kind == "lstm-luong" else None
        self.predicted = PredictiveAlignment(config) if config.locality == "local-p" else None
        sees = {"gru": memory + embed, "gru-bahdanau": memory + embed, "lstm-luong": memory}
        self.readout = nn.Linear(width + sees.get(config.kind, 0), embed)
        self.squash = config.kind in sees
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialise the weights.

        Xavier uniform for input weights, orthogonal for state weights, biases 0 (forget gate 1),
        N(0, 1/d_embed) for the shared matrix.
        """
        for name, parameter in self.named_parameters():
            if "weight_hh" in name:
                for part in parameter.data.split(self.config.d_hidden):
                    nn.init.orthogonal_(part)
            elif parameter.dim() == 2:
                nn.init.xavier_uniform_(parameter)
            else:
                nn.init.zeros_(parameter)
            if "bias_ih" in name and self.config.cell == "lstm":
                parameter.data[self.config.d_hidden : 2 * self.config.d_hidden] = 1.0
        for part in (self.additive, self.predicted):
            if part is not None:
                nn.init.normal_(part.v, std=self.config.d_attention**-0.5)
        nn.init.normal_(self.matrix, std=self.config.d_embed**-0.5)

    def embed(self, ids: Tensor, trace: NoTrace) -> Tensor:
        """Return sqrt(d_embed) E[id], as in the Transformer but without positional encoding."""
        x = F.embedding(ids, self.matrix) * math.sqrt(self.config.d_embed)
        kept: Tensor = self.dropout(trace("embed", x))
        return kept

    def encode(
        self, src_BS: Tensor, src_mask: Tensor | None = None, trace: NoTrace = NO_TRACE
    ) -> Memory:
        """Encode source ids. `src_mask` is accepted for the Transformer's interface and ignored."""
        mask_BS = src_BS != PAD
        scope = trace.scope("encoder")
        states_BSM, last = self.encoder(self.embed(src_BS, scope), mask_BS, scope)
        states_BSM = trace("memory", states_BSM)
        last = tuple(
            trace(f"last_{name}", part)
            for name, part in zip(STATE_PARTS[self.config.cell], last, strict=True)
        )
        context = None
        if self.config.feeds_context and not self.config.attention:
            context = trace("context", last[0])
        if self.config.cell == "rnn":  # the decoder sees the sentence through the context only
            last = (torch.zeros_like(last[0]),)
        elif self.config.cell == "gru":
            last = (self.bridge(last[0]).tanh(),)
        start = tuple(
            trace(f"start_{name}", part)
            for name, part in zip(STATE_PARTS[self.config.cell], last, strict=True)
        )
        return Memory(states_BSM, start, context, mask_BS)

    def decode(
        self,
        tgt_BT: Tensor,
        memory: Memory,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        trace: NoTrace = NO_TRACE,
    ) -> Tensor:
        """Decode target ids (BOS first) to the vectors that are projected to logits, (B, T, D).

        The masks are accepted for the Transformer's interface and ignored.
        """
        scope = trace.scope("decoder")
        x_BTD, _ = self.run(tgt_BT, memory, memory.start, 0, scope)
        return trace("output", x_BTD)

    def run(
        self,
        tgt_BT: Tensor,
        memory: Memory,
        state: State,
        first: int,
        trace: NoTrace = NO_TRACE,
    ) -> tuple[Tensor, State]:
        """Decode positions `first`, `first + 1`, ... from `state`.

        Returns the vectors (B, T, D) and the new state. Training passes whole targets, a search
        one token per call.
        """
        y_BTD = self.embed(tgt_BT, trace)
        count = tgt_BT.shape[1]
        context_BTM: Tensor | None = None
        reach = self.config.window if self.config.locality == "local-m" else None
        allowed_BTS = window_mask(memory.mask_BS, first, count, reach)
        if self.additive is not None:
            states_BTN, context_BTM, state = self.run_additive(
                y_BTD, memory, state, allowed_BTS, trace
            )
        else:
            inputs_BTI = y_BTD
            if memory.context_BM is not None:
                context_BTM = memory.context_BM[:, None].expand(-1, count, -1)
                inputs_BTI = torch.cat([y_BTD, context_BTM], dim=-1)
            states_BTN, state = self.unroll(inputs_BTI, state, trace)
        if self.multiplicative is not None:
            context_BTM = self.run_multiplicative(states_BTN, memory, allowed_BTS, trace)
        parts = [states_BTN]
        if self.squash and context_BTM is not None:
            parts.append(context_BTM)
            if self.config.cell == "gru":
                parts.append(y_BTD)
        out_BTD = self.readout(torch.cat([part.to(y_BTD.dtype) for part in parts], dim=-1))
        kept: Tensor = self.dropout(out_BTD.tanh() if self.squash else out_BTD)
        return kept, state

    def run_multiplicative(
        self, states_BTN: Tensor, memory: Memory, allowed_BTS: Tensor, trace: NoTrace
    ) -> Tensor:
        """Return the context vectors of all steps, (B, T, M)."""
        multiplicative, predicted = self.multiplicative, self.predicted
        assert multiplicative is not None
        scores_BTS = multiplicative(states_BTN, memory.states_BSM, trace)
        if predicted is not None:
            places_BT = trace("place", predicted(states_BTN, memory.mask_BS))
            allowed_BTS = predicted.near(places_BT, memory.mask_BS)
        masked_BTS, weights_BTS = softmax_where(scores_BTS, allowed_BTS)
        trace("masked_scores", masked_BTS)
        if predicted is not None:
            aligned_BTS = trace("aligned", weights_BTS)
            bell_BTS = trace("bell", predicted.bell(places_BT, memory.mask_BS))
            weights_BTS = aligned_BTS * bell_BTS
        weights_BTS = trace("weights", weights_BTS)
        return trace("context", weights_BTS @ memory.states_BSM.to(weights_BTS.dtype))

    def unroll(self, inputs_BTI: Tensor, state: State, trace: NoTrace) -> tuple[Tensor, State]:
        """Run the decoder's cell over known inputs; return states (B, T, N) and the new state."""
        cell = self.config.cell
        if not trace.active:
            first = tuple(part[None].to(inputs_BTI.dtype) for part in state)
            states_BTN, last = self.decoder(inputs_BTI, first if cell == "lstm" else first[0])
            parts = last if isinstance(last, tuple) else (last,)
            return states_BTN, tuple(part[0] for part in parts)
        weights, steps = cell_weights(self.decoder), []
        for x_BI in inputs_BTI.unbind(dim=1):
            steps.append(cell_step(cell, weights, x_BI, state))
            state = next_state(cell, steps[-1])
        stacked = record_steps(steps, trace)
        return stacked["state"], state

    def run_additive(
        self, y_BTD: Tensor, memory: Memory, state: State, allowed_BTS: Tensor, trace: NoTrace
    ) -> tuple[Tensor, Tensor, State]:
        """Run Bahdanau's decoder step by step: the previous state scores, the context is fed back.

        Returns states (B, T, N), contexts (B, T, M) and the new state.
        """
        additive, config = self.additive, self.config
        assert additive is not None
        w_ih, w_hh, b_ih, b_hh = cell_weights(self.decoder)
        w_y, w_c = w_ih.split([config.d_embed, config.d_memory], dim=1)
        x_BTG = F.linear(y_BTD, w_y, b_ih)
        keys_BSA = trace("keys", additive.keys(memory.states_BSM))
        steps: list[Gates] = []
        for t in range(y_BTD.shape[1]):
            looked = additive(state[0], keys_BSA)
            masked_BS, weights_BS = softmax_where(looked["scores"], allowed_BTS[:, t])
            context_BM = (weights_BS[:, None].to(keys_BSA.dtype) @ memory.states_BSM)[:, 0]
            x_BG = x_BTG[:, t] + F.linear(context_BM, w_c)
            cell_gates = gates(config.cell, x_BG, F.linear(state[0], w_hh, b_hh), state)
            state = next_state(config.cell, cell_gates)
            looked |= {"masked_scores": masked_BS, "weights": weights_BS, "context": context_BM}
            steps.append(
                {**looked, **cell_gates} if trace.active else {"context": context_BM, **cell_gates}
            )
        if trace.active:
            stacked = record_steps(steps, trace)
        else:
            names = ("context", "state")
            stacked = {name: torch.stack([step[name] for step in steps], dim=1) for name in names}
        return stacked["state"], stacked["context"], state

    def project(self, x_D: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Project vectors (..., D) to logits (..., V) with the transposed embedding matrix."""
        return trace("logits", F.linear(x_D, self.matrix))

    def forward(self, src_BS: Tensor, tgt_BT: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return next-token logits at every target position (teacher forcing), (B, T, V)."""
        memory = self.encode(src_BS, trace=trace)
        x_BTD = self.decode(tgt_BT, memory, trace=trace)
        logits_BTV = self.project(x_BTD, trace)
        if trace.probs:
            trace("probs", trace("log_probs", logits_BTV.log_softmax(dim=-1)).exp())
        return logits_BTV

    def n_parameters(self) -> int:
        return sum(p.numel() for p in self.parameters())


def record_steps(steps: list[Gates], trace: NoTrace) -> Gates:
    """Stack the values of all steps, (B, T, ...), and trace them by name.

    An edit affects what is computed from the whole stack, not the steps themselves.
    """
    return {
        name: trace(name, torch.stack([step[name] for step in steps], dim=1)) for name in steps[0]
    }
