"""BERT, GPT, BART, T5 and ELECTRA on one sentence: half, mask, objective, direction."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "families",
    ":material/family_history:",
    bar=False,
    needs=("masks",),
    magnifies="encoder_only",
    views=(
        ("bert", "encoder_only"),
        ("gpt", "decoder_only"),
        ("t5", "model"),
        ("bart", "model"),
        ("electra", "encoder_only"),
    ),
)
