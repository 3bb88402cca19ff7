"""Schedule, loss, batches and cleaning against independent arithmetic."""

from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from explainer.data.corpus import Cleaning, CorpusError, clean, read_pairs
from explainer.model import ModelConfig, Transformer
from explainer.tokenizer import BOS, EOS, PAD
from explainer.training.batches import endless_batches, epoch_batches, eval_batches, make_batch
from explainer.training.loss import ProjectedCrossEntropy, dev_loss, training_loss
from explainer.training.schedule import learning_rate


def random_pairs(count: int, seed: int = 0) -> list[tuple[list[int], list[int]]]:
    generator = torch.Generator().manual_seed(seed)

    def side() -> list[int]:
        length = int(torch.randint(1, 14, (1,), generator=generator))
        return [*torch.randint(4, 40, (length,), generator=generator).tolist(), EOS]

    return [(side(), side()) for _ in range(count)]


def test_learning_rate_of_the_paper() -> None:
    assert learning_rate(1, 512, 4000) == pytest.approx(512**-0.5 * 4000**-1.5)
    assert learning_rate(4000, 512, 4000) == pytest.approx(6.987712e-04, rel=1e-6)
    assert learning_rate(16000, 512, 4000) == pytest.approx(learning_rate(4000, 512, 4000) / 2)
    rates = [learning_rate(s, 192, 100, 0.7) for s in range(1, 400)]
    assert max(rates) == rates[99]
    with pytest.raises(ValueError):
        learning_rate(0, 512, 10)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_loss_and_gradients_equal_pytorchs(smoothing: float) -> None:
    torch.manual_seed(1)
    x = torch.randn(1100, 24, requires_grad=True)
    matrix = torch.randn(90, 24, requires_grad=True)
    wanted = torch.randint(0, 90, (1100,))
    ours = ProjectedCrossEntropy.apply(x, matrix, wanted, smoothing)
    grads = torch.autograd.grad(ours * 3, (x, matrix))
    exact = F.cross_entropy(x.double() @ matrix.double().T, wanted, label_smoothing=smoothing)
    expected = torch.autograd.grad(exact * 3, (x, matrix))
    assert float(ours.detach()) == pytest.approx(float(exact.detach()), rel=1e-6)
    for got, want in zip(grads, expected, strict=True):
        assert torch.allclose(got, want, atol=1e-6)


def test_padding_has_no_part_in_the_loss() -> None:
    torch.manual_seed(2)
    model = Transformer(ModelConfig(vocab_size=40, d_model=16, n_heads=2, d_ff=16)).eval()
    pairs = random_pairs(4)
    together = float(training_loss(model, make_batch(pairs), 0.1).detach())
    alone = [(float(training_loss(model, make_batch([p]), 0.1).detach()), len(p[1])) for p in pairs]
    mean = sum(loss * count for loss, count in alone) / sum(count for _, count in alone)
    assert together == pytest.approx(mean, rel=1e-5)
    dev = dev_loss(model, eval_batches(pairs, 50), torch.device("cpu"))
    whole = make_batch(pairs)
    with torch.no_grad():
        logits = model.eval()(whole.src_BS, whole.fed_BT)
    expected = F.cross_entropy(logits.flatten(0, 1), whole.wanted_BT.flatten(), ignore_index=PAD)
    assert dev == pytest.approx(float(expected), rel=1e-5)


def test_the_target_is_shifted_right() -> None:
    batch = make_batch([([5, EOS], [7, 8, 9, EOS]), ([5, 6, EOS], [7, EOS])])
    assert batch.src_BS.tolist() == [[5, EOS, PAD], [5, 6, EOS]]
    assert batch.fed_BT.tolist() == [[BOS, 7, 8, 9], [BOS, 7, PAD, PAD]]
    assert batch.wanted_BT.tolist() == [[7, 8, 9, EOS], [7, EOS, PAD, PAD]]
    assert batch.n_tokens == 6


def test_an_epoch_holds_every_pair_once_in_batches_within_the_limit() -> None:
    pairs = random_pairs(300)
    groups = epoch_batches(pairs, 100, seed=4, epoch=2)
    assert sorted(i for g in groups for i in g) == list(range(300))
    for g in groups:
        longest = max(max(len(pairs[i][0]), len(pairs[i][1])) for i in g)
        assert longest * len(g) <= 100
    assert groups == epoch_batches(pairs, 100, seed=4, epoch=2)
    assert groups != epoch_batches(pairs, 100, seed=4, epoch=3)
    cells = sum(max(len(pairs[i][1]) for i in g) * len(g) for g in groups)
    assert sum(len(t) for _, t in pairs) / cells > 0.9  # bucketing leaves little padding


def test_skipping_batches_continues_where_a_run_stopped() -> None:
    pairs = random_pairs(60)
    whole, later = endless_batches(pairs, 80, 1), endless_batches(pairs, 80, 1, skip=17)
    for _ in range(17):
        next(whole)
    for _ in range(30):
        (epoch_a, a), (epoch_b, b) = next(whole), next(later)
        assert epoch_a == epoch_b and torch.equal(a.src_BS, b.src_BS)


def test_cleaning_rules() -> None:
    pairs = [
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", "I am a student."),
        ("나는  학생이다.", "I am a student."),
        ("나는 학생이다.", "\u201cI am a student,\u201d he said to her."),
        ("같다", "같다"),
        ("", "nothing"),
        ("오늘 날씨 알려줘", "tell me the weather"),
        ("안녕", "This translation is far too long for a greeting."),
        ("all English here", "all English there"),
    ]
    rules = Cleaning(min_ratio=1.0, max_ratio=5.0, first_is_korean=True, everyday_repeat=3)
    assert clean(pairs, rules) == [
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", "I am a student."),
        ("나는 학생이다.", '"I am a student," he said to her.'),
        ("오늘 날씨 알려줘", "tell me the weather"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"a\tb\nonly one\n", "line 2: 1 columns"),
        (b"a\tb\tc\n", "line 1: 3 columns"),
        (b"a\tb\n\xff\tc\n", "not UTF-8"),
    ],
)
def test_malformed_data_files(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "train.tsv"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=message):
        read_pairs(path)
    with pytest.raises(CorpusError, match="no such file"):
        read_pairs(tmp_path / "other.tsv")
