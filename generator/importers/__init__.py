"""Plug point: result files of other tools -> entries, which importing joins to problems.

To add a format: write `generator/importers/<name>.py` with an IMPORTER and its line here. The page
"Importing results" of the site takes you through an example.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.importers import (
    carp,
    every_eval_ever,
    helm,
    inspect_ai,
    lighteval,
    lm_eval,
    matharena,
    native,
    opencompass,
    simple_evals,
    tables,
)
from generator.importers.contract import Importer

IMPORTERS: Mapping[str, Importer] = {
    "native": native.IMPORTER,
    "carp": carp.IMPORTER,
    "lm-eval": lm_eval.IMPORTER,
    "inspect": inspect_ai.IMPORTER,
    "opencompass": opencompass.IMPORTER,
    "helm": helm.IMPORTER,
    "matharena": matharena.IMPORTER,
    "lighteval": lighteval.IMPORTER,
    "simple-evals": simple_evals.IMPORTER,
    "every-eval-ever": every_eval_ever.IMPORTER,
    "csv": tables.CSV,
    "jsonl": tables.JSONL,
}
"""FORMAT of `failwhere import` -> importer."""
