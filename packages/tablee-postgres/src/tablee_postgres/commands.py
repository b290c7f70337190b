"""What `tablee --help` says of `tablee migrate`."""

from tablee.cli import HOSTING, Command
from tablee.core.words import Text

MIGRATE = Command(
    HOSTING,
    Text("copier les parties vers PostgreSQL, ou l’inverse", "copy the games to PostgreSQL, or back"),
    "tablee_postgres.migrate",
)
