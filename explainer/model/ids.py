"""The ids that every vocabulary of ours begins with, as `explainer.tokenizer` gives them."""

PAD, UNK, BOS, EOS = 0, 1, 2, 3
