""" "Open to my Wi-Fi": a second socket for the same pages, opened and closed by a person at this machine.

A table listens on loopback only. To invite a phone it has to listen on the network too, until somebody closes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.requests import Request

from tablee.core.errors import RequestError, refusal
from tablee.core.words import Text

HOME = ("127.0.0.1", "localhost", "::1", "[::1]")
NOWHERE = Text(
    "Cet ordinateur n’est relié à aucun réseau : branchez-le au Wi-Fi, puis réessayez.",
    "This computer is on no network: connect it to the Wi-Fi, then try again.",
)


def own_address() -> str:
    """This machine's address on its network; its own loopback where it is on none. Nothing is sent to find out."""
    import socket

    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))  # it only asks which way out there is
        return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
    finally:
        probe.close()


class LanListener:
    """`server`: the uvicorn server that listens to this machine. `host`: where else it might."""

    def __init__(self, server: Any, host: Callable[[], str] = own_address) -> None:
        self._server, self._host = server, host
        self._listening: asyncio.Server | None = None
        self.address = ""  # of the table on the network, while the door is open

    async def open(self) -> None:
        """Listen on the network too, on the same port if it is free there."""
        import socket

        if self._listening is not None:
            return
        host, server = self._host(), self._server
        if host == "127.0.0.1":
            raise RequestError(NOWHERE)
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                made.bind((host, server.servers[0].sockets[0].getsockname()[1]))
            except OSError:
                made.bind((host, 0))
            self._listening = await asyncio.get_running_loop().create_server(self._answering, sock=made)
        except OSError as error:
            made.close()
            why = refusal(error)
            raise RequestError(
                f"Le réseau ne s’ouvre pas ({why.fr}).", f"The network does not open ({why.en})."
            ) from None
        server.servers.append(self._listening)  # a server that stops closes it with the rest
        self.address = f"http://{host}:{made.getsockname()[1]}"

    async def close(self) -> None:
        """Listen to this machine alone again; whoever is connected from outside is let go."""
        if self._listening is None:
            return
        inside = {shut.getsockname() for shut in self._listening.sockets}
        self._listening.close()
        self._server.servers.remove(self._listening)
        for connection in list(self._server.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_extra_info("sockname") in inside:
                transport.abort()
        self._listening, self.address = None, ""

    def _answering(self) -> asyncio.Protocol:
        server = self._server
        made: asyncio.Protocol = server.config.http_protocol_class(
            config=server.config, server_state=server.server_state, app_state=server.lifespan.state
        )
        return made


def at_home(request: Request) -> bool:
    """Does the visitor sit at the very machine that the table runs on?"""
    client = request.client.host if request.client is not None else ""
    return request.url.hostname in HOME and (client.startswith("127.") or client == "::1")


def only_here(request: Request) -> bool:
    """Whether no other device can open this table's address: it is the machine's own, and the door is shut."""
    door = door_of(request)
    return at_home(request) and not (door is not None and door.address)


def door_of(request: Request) -> LanListener | None:
    """The door, for those who may open it."""
    door: LanListener | None = request.app.state.door
    return door if door is not None and at_home(request) else None
