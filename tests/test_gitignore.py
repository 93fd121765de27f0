"""What may not be copied is kept out of git, and nothing else is."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]


def test_exactly_the_fetched_datasets_are_ignored() -> None:
    cards = {path.parent.name: yaml.safe_load(path.read_text("utf-8")) for path in cards_of(ROOT)}
    fetched = {
        f"datasets/{name}/problems.jsonl" for name, card in cards.items() if "source" in card
    }
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {line for line in lines if line.startswith("datasets/")} == fetched


def cards_of(root: Path) -> list[Path]:
    return sorted(root.glob("datasets/*/dataset.yaml"))
