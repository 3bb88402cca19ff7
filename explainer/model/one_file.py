"""The Transformer of "Attention Is All You Need" (arXiv:1706.03762), whole, in one file.

It needs PyTorch alone. Run it: it learns to write numbers backwards, then is asked.
Shapes: B sentences, S source tokens, T target tokens, D d_model, F d_ff, V vocabulary;
H heads of width E = D / H; Q positions that ask, K positions that are looked at.
"""

import math
from collections.abc import Iterable

import torch
from torch import Tensor, nn

PAD, UNK, BOS, EOS = 0, 1, 2, 3


# [embedding] Ids become vectors, and each vector learns its place (sections 3.4 and 3.5)
def sinusoids(length: int, d_model: int) -> Tensor:
    """sin and cos of position / 10000^(2i/d), side by side."""
    place = torch.arange(length, dtype=torch.float64)[:, None]  # (N, 1)
    power = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model  # (D/2)
    angle = place / 10000**power  # (N, D/2)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()  # (N, D)


class Embedding(nn.Module):
    """One matrix for source, target and output."""

    def __init__(self, vocab: int, d_model: int, dropout: float, longest: int = 256) -> None:
        super().__init__()
        self.matrix = nn.Parameter(torch.randn(vocab, d_model) * d_model**-0.5)  # (V, D)
        self.register_buffer("table", sinusoids(longest, d_model), persistent=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor) -> Tensor:
        tokens = self.matrix[ids] * math.sqrt(self.matrix.shape[1])  # (B, N, D)
        positions = self.get_buffer("table")[: ids.shape[1]]  # (N, D)
        embedded: Tensor = self.dropout(tokens + positions)  # (B, N, D)
        return embedded


# [attention] Multi-head attention (section 3.2): queries from x, keys and values from memory
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)  # (D, D)
        self.k_proj = nn.Linear(d_model, d_model)  # (D, D)
        self.v_proj = nn.Linear(d_model, d_model)  # (D, D)
        self.out_proj = nn.Linear(d_model, d_model)  # (D, D)

    def split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)  # to (B, H, N, E)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = self.split(self.q_proj(x))  # (B, H, Q, E)
        k = self.split(self.k_proj(memory))  # (B, H, K, E)
        v = self.split(self.v_proj(memory))  # (B, H, K, E)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, H, Q, K)
        masked = scores.masked_fill(~mask, float("-inf"))  # (B, H, Q, K)
        weights = masked.softmax(dim=-1)  # (B, H, Q, K)
        heads = weights @ v  # (B, H, Q, E)
        concat = heads.transpose(1, 2).flatten(2)  # (B, Q, D)
        out: Tensor = self.out_proj(concat)  # (B, Q, D)
        return out


# [encoder] Self-attention, add and norm, feed-forward, add and norm (section 3.1)
class EncoderLayer(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int, dropout: float) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(d_model, n_heads)
        self.linear1 = nn.Linear(d_model, d_ff)  # (F, D)
        self.linear2 = nn.Linear(d_ff, d_model)  # (D, F)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, src_mask: Tensor) -> Tensor:
        looked = self.self_attn(x, x, src_mask)  # (B, S, D)
        x = self.norm1(x + self.dropout(looked))  # (B, S, D)
        hidden = self.linear1(x).relu()  # (B, S, F)
        written = self.linear2(hidden)  # (B, S, D)
        return self.norm2(x + self.dropout(written))  # (B, S, D)


# [decoder] The same, masked, with a second attention that looks at the memory
class DecoderLayer(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_ff: int, dropout: float) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(d_model, n_heads)
        self.cross_attn = MultiHeadAttention(d_model, n_heads)
        self.linear1 = nn.Linear(d_model, d_ff)  # (F, D)
        self.linear2 = nn.Linear(d_ff, d_model)  # (D, F)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, memory: Tensor, src_mask: Tensor, tgt_mask: Tensor) -> Tensor:
        looked = self.self_attn(x, x, tgt_mask)  # (B, T, D)
        x = self.norm1(x + self.dropout(looked))  # (B, T, D)
        context = self.cross_attn(x, memory, src_mask)  # (B, T, D)
        x = self.norm2(x + self.dropout(context))  # (B, T, D)
        hidden = self.linear1(x).relu()  # (B, T, F)
        written = self.linear2(hidden)  # (B, T, D)
        return self.norm3(x + self.dropout(written))  # (B, T, D)


# [model] Both stacks; the output is the embedding matrix once more (section 3.4)
class Transformer(nn.Module):
    def __init__(
        self, vocab: int, d_model: int, n_heads: int, d_ff: int, n_layers: int, dropout: float = 0.1
    ) -> None:
        super().__init__()
        sizes = (d_model, n_heads, d_ff, dropout)
        self.embedding = Embedding(vocab, d_model, dropout)
        self.encoder = nn.ModuleList(EncoderLayer(*sizes) for _ in range(n_layers))
        self.decoder = nn.ModuleList(DecoderLayer(*sizes) for _ in range(n_layers))
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        src_mask = (src != PAD)[:, None, None, :]  # (B, 1, 1, S)
        x = self.embedding(src)  # (B, S, D)
        for layer in self.encoder:
            x = layer(x, src_mask)  # (B, S, D)
        return x, src_mask

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor) -> Tensor:
        length = tgt.shape[1]
        tgt_mask = torch.ones(length, length, dtype=torch.bool).tril()  # (T, T)
        x = self.embedding(tgt)  # (B, T, D)
        for layer in self.decoder:
            x = layer(x, memory, src_mask, tgt_mask)  # (B, T, D)
        logits: Tensor = x @ self.embedding.matrix.T  # (B, T, V)
        return logits

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        memory, src_mask = self.encode(src)  # (B, S, D), (B, 1, 1, S)
        return self.decode(tgt, memory, src_mask)  # (B, T, V)


# [training] Label smoothing, Adam with warm-up, teacher forcing (sections 5.3 and 5.4)
def smoothed_loss(logits: Tensor, wanted: Tensor, eps: float = 0.1) -> Tensor:
    """Cross-entropy with 1 - eps on the wanted token and eps spread over all."""
    log_probs = logits.log_softmax(dim=-1)  # (B, T, V)
    nll = -log_probs.gather(-1, wanted[..., None]).squeeze(-1)  # (B, T)
    even = -log_probs.mean(dim=-1)  # (B, T)
    losses = (1 - eps) * nll + eps * even  # (B, T)
    return losses[wanted != PAD].mean()  # ()


def train(
    model: Transformer, batches: Iterable[tuple[Tensor, Tensor]], warmup: int = 200
) -> list[float]:
    """One step a batch of source (B, S) and target with BOS and EOS (B, T + 1)."""
    scale = model.embedding.matrix.shape[1] ** -0.5
    adam = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
    history: list[float] = []
    model.train()
    for step, (src, tgt) in enumerate(batches, start=1):
        fed, wanted = tgt[:, :-1], tgt[:, 1:]  # (B, T)
        logits = model(src, fed)  # (B, T, V)
        loss = smoothed_loss(logits, wanted)  # ()
        adam.zero_grad()
        loss.backward()
        rate = scale * min(step**-0.5, step * warmup**-1.5)
        adam.param_groups[0]["lr"] = rate
        adam.step()
        history.append(loss.item())
    model.eval()
    return history


def reversed_batches(count: int, size: int = 64) -> Iterable[tuple[Tensor, Tensor]]:
    """A language without words: the target is the source backwards."""
    begin, end = torch.full((size, 1), BOS), torch.full((size, 1), EOS)
    for _ in range(count):
        row = torch.randint(4, 14, (size, 6))
        yield torch.cat([row, end], dim=1), torch.cat([begin, row.flip(1), end], dim=1)


# [greedy] At every step the most probable token, until the end token is written
@torch.no_grad()
def greedy_search(model: Transformer, src: Tensor, longest: int = 96) -> list[int]:
    memory, src_mask = model.encode(src)  # (B, S, D), (B, 1, 1, S)
    tgt = torch.tensor([[BOS]])  # (B, 1)
    for _ in range(longest):
        logits = model.decode(tgt, memory, src_mask)[:, -1]  # (B, V)
        logits[:, :EOS] = float("-inf")  # (B, V)
        token = logits.argmax(dim=-1, keepdim=True)  # (B, 1)
        tgt = torch.cat([tgt, token], dim=1)  # (B, N)
        if token.item() == EOS:
            break
    return tgt[0, 1:].tolist()


# [beam] The `width` best beginnings live on; a finished one is scored per length
@torch.no_grad()
def beam_search(
    model: Transformer, src: Tensor, width: int = 4, alpha: float = 0.6, longest: int = 96
) -> list[int]:
    memory, src_mask = model.encode(src)  # (B, S, D), (B, 1, 1, S)
    alive, totals = torch.tensor([[BOS]]), torch.zeros(1)  # (1, 1), (1)
    best: tuple[float, list[int]] = (-math.inf, [])
    for length in range(1, longest + 1):
        log_probs = model.decode(alive, memory, src_mask)[:, -1].log_softmax(dim=-1)  # (W, V)
        log_probs[:, :EOS] = float("-inf")  # (W, V)
        sums = totals[:, None] + log_probs  # (W, V)
        totals, cells = sums.flatten().topk(width)  # (W)
        rows, tokens = cells // sums.shape[1], cells % sums.shape[1]  # (W)
        alive = torch.cat([alive[rows], tokens[:, None]], dim=1)  # (W, N)
        scores = totals / ((5 + length) / 6) ** alpha  # (W)
        ended = tokens == EOS  # (W)
        best = max([best, *zip(scores[ended].tolist(), alive[ended, 1:].tolist(), strict=True)])
        if ended.all() or totals[~ended][0] / ((5 + longest) / 6) ** alpha <= best[0]:
            break
        alive, totals = alive[~ended], totals[~ended]
    return best[1] or alive[0, 1:].tolist()


if __name__ == "__main__":
    torch.manual_seed(0)
    toy = Transformer(vocab=14, d_model=64, n_heads=4, d_ff=128, n_layers=2)
    losses = train(toy, reversed_batches(600))
    print(f"loss {losses[0]:.2f} -> {losses[-1]:.2f}")
    question = torch.tensor([[4, 5, 6, 7, 8, 9, EOS]])
    print(question[0].tolist(), greedy_search(toy, question), beam_search(toy, question))
