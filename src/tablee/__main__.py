import sys

from tablee.cli import start

sys.exit(start())
