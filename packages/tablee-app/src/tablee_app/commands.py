"""What `tablee --help` says of `tablee build-app`."""

from tablee.cli import HOSTING, Command
from tablee.core.words import Text

BUILD_APP = Command(
    HOSTING,
    Text("fabriquer l’application sans serveur", "build the app that needs no server"),
    "tablee_app.build_app",
)
