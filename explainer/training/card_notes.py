"""Text blocks of the models' cards: licences, weaknesses, intended use."""

from __future__ import annotations

KO_EN_LICENCES = (
    "StyleKQC, KorSTS (with STS-B), CC BY-SA 4.0; Tatoeba, CC BY 2.0 FR; MASSIVE, xGQA and NCSOFT"
    " context, CC BY 4.0; XPersona, MIT; X-RiSAWOZ, BSD-3. The weights are shared under"
    " CC BY-SA 4.0."
)

OWN_PAIRS = "Everyday pairs written for this project (explainer/data/phrasebook.tsv)"

EN_DE_LICENCES = (
    "Tatoeba by way of manythings.org/anki, CC BY 2.0 FR. The weights are shared under CC BY 4.0."
)

LENGTH_AND_NAMES = """
- Anything but short everyday sentences: from about fifteen words on it loses parts or invents some.
- Proverbs and idioms, which it takes word by word or guesses.
- Numbers, dates and names that were rare in training; Tom was frequent.
- Words it has seldom seen: it writes another word of the same kind, fluent and wrong.
"""

KO_EN_WEAKNESSES = f"""
## What it is bad at

{LENGTH_AND_NAMES.strip()}
- Subjects that Korean leaves out: it guesses I, you, he or it.
- Politeness levels, which English does not have, are lost.

The training text has the habits of its sources: many requests to a phone or a household machine,
captions of photos, small talk. Do not use the model where a wrong translation does harm.
"""

KO_EN_NOTES = f"""
{KO_EN_WEAKNESSES.strip()}

## Earlier states

`history` holds the weights of eight steps of the training, matrices as int8 with one scale a row.
Held against the same weights in half precision: the dev loss moves by at most 0.0011 nats, greedy
search writes 170 of 184 example translations letter for letter the same (the other 14 are of steps
100 to 2,000 and one of 8,000, where two tokens were about as probable), and no attention weight
moves by more than 0.04, the mean by 0.0005 at most. What the app shows is computed from what lies
here.

What was tried on the way, with dev scores: [TRIED.md](TRIED.md).
"""

EN_KO_NOTES = f"""
## What it is bad at

{LENGTH_AND_NAMES.strip()}
- Politeness: it mixes the plain and the polite style, because its training text does.
- It, they and you, which Korean rarely says: it often says them all the same.

BLEU counts morphemes here (MeCab), not words between spaces, and stands beside no BLEU into
English. Do not use the model where a wrong translation does harm.

What was tried on the way, with dev scores: [TRIED.md](TRIED.md).
"""

EN_DE_NOTES = f"""
## What it is bad at

{LENGTH_AND_NAMES.strip()}
- Du, ihr or Sie: English does not say which, so it guesses.
- Gender of people whose sex the sentence leaves open: it follows the habits of its training text.

The training text is everyday sentences made for language learners. Do not use the model where a
wrong translation does harm.

What was tried on the way, with dev scores: [TRIED.md](TRIED.md).
"""

COMPARISON_NOTES = """
## What it is for

A model for comparison, see the app's pages; nobody should translate with it.
"""

SIX_KINDS_NOTES = """
## What it is for

One of six kinds of translators trained by one protocol, to be compared; nobody should translate
with it. All six have the real pairs of ko-en (no synthetic one) and ko-en's own tokens, saw the
same batches in the same order, and have the same schedule and dropout, set once and tuned for none
of them. All begin with the same embeddings: the 128 main directions of those ko-en had at step
12,000, which a Transformer has learned, also from synthetic pairs; all else begins at random.
Their sizes lie within a tenth of each other. The run goes four times through the pairs; what a
longer one brings it does not say. The scores of all six stand in `explainer/data/recurrent.json`,
made by `python -m explainer.training.studies.compare`. After the training their vocabulary got
the 422 characters that ko-en's got in its last part: those rows are means that no step has trained
(`explainer.training.studies.same_tokens`).
"""
