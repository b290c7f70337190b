"""The line protocol: what a request asks and what a referee answers; who carries the lines is not said here."""

from .answer import Answer, describe_position, reply
from .request import EventError, Request, read_request

__all__ = ["Answer", "EventError", "Request", "describe_position", "read_request", "reply"]
