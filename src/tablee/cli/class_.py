"""`tablee class`: the table in the browser, at the page where a class or an evening is opened."""

import argparse

from tablee.core.errors import RequestError

from . import serve

EXAMPLES = ("tablee class", "tablee class --port 8080 --no-browser")
arguments = serve.arguments


def run(args: argparse.Namespace) -> int:
    if args.workers > 1 or args.store:
        raise RequestError(
            "Une classe vit dans la mémoire d’un seul processus : sans --workers ni --store.",
            "A class lives in the memory of one process: leave out --workers and --store.",
        )
    return serve.run(args, page="class")
