import sys

if __name__ == "__main__":  # and not where a process of ours imports what started it
    try:
        from tablee.cli import start

        sys.exit(start())
    except KeyboardInterrupt:  # pressed while Python was still importing
        sys.exit(130)
