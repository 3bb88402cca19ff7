"""Ids of the special tokens, the first in every vocabulary; same as in `explainer.tokenizer`."""

PAD, UNK, BOS, EOS = 0, 1, 2, 3
