"""Entry point in the sandbox: read the configuration, warm up, say so, serve.

The configuration is the first line of standard input: `filter` (BPF as hexadecimal digits),
`landlock` (paths that may be read, or null), `private` (we have a PID namespace to ourselves),
`user` (number to become, or null), `keep_search`, `preload` (modules to import beforehand).
The arguments are folders of packages, added to the path in their order.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import site
import sys

from .confinement import drop_privilege, hide
from .supervisor import say, supervise


def main() -> None:
    """Read the configuration, warm up, say so, and serve."""
    config = json.loads(sys.stdin.buffer.readline())
    sys.path.extend(sys.argv[1:])
    site.setquit()
    if config["user"] is not None:
        drop_privilege(config["user"], keep_search=config["keep_search"])
    loaded = []
    for name in config["preload"]:
        with contextlib.suppress(ImportError):
            loaded.append(importlib.import_module(name).__name__)
    hide()
    say(ready=True, loaded=loaded)
    supervise(config)


if __name__ == "__main__":
    main()
