"""`failwhere serve`: build the site and serve it on this machine."""

from __future__ import annotations

import argparse
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from generator.commands import build
from generator.errors import CannotRun

EXAMPLES = """
  failwhere serve
  failwhere serve --port 9000

The site also opens without a server: it is plain files with relative links.
""".strip("\n")

HOST = "127.0.0.1"
"""Only this machine: the server is for looking at one's own work."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    build.configure(parser)
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")


def run(args: argparse.Namespace) -> int:
    """Build, then serve until interrupted."""
    build.run(args)
    handler = partial(SimpleHTTPRequestHandler, directory=str(args.site_dir))
    try:
        server = ThreadingHTTPServer((HOST, args.port), handler)
    except (OSError, OverflowError) as error:
        raise CannotRun(
            f"cannot listen on port {args.port}: {error}; name another: --port"
        ) from error
    print(f"serving {args.site_dir} on http://{HOST}:{args.port}/ (stop with Ctrl-C)", flush=True)
    with server:
        server.serve_forever()
    return 0
