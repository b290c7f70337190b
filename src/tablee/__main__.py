import sys

from tablee.cli import start

if __name__ == "__main__":  # and not where a process of ours imports what started it
    sys.exit(start())
