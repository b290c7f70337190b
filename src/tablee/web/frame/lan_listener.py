""" "Open to my Wi-Fi": a second socket for the same pages, opened and closed by a person at this machine.

A table listens on loopback only. To invite a phone it has to listen on the network too, until somebody closes it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from tablee.core.errors import RequestError, refusal
from tablee.core.words import Text

if TYPE_CHECKING:
    import uvicorn

HOME = ("127.0.0.1", "localhost", "::1", "[::1]")
NOWHERE = Text(
    "Cet ordinateur n’est relié à aucun réseau : branchez-le au Wi-Fi, puis réessayez.",
    "This computer is not connected to a network: connect it to the Wi-Fi, then try again.",
)
UNREACHED = Text(
    "Cet ordinateur n’atteint pas sa propre adresse : un VPN ou un pare-feu l’en empêche. Coupez-le, puis réessayez.",
    "This computer cannot reach its own address: a VPN or a firewall is in the way. Turn it off, then try again.",
)
PATIENCE = 10  # seconds until an address counts as closed


def own_address() -> str:
    """This machine's address on its network; its own loopback where it is on none. Nothing is sent to find out."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))  # it only asks which way out there is
        return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
    finally:
        probe.close()


class LanListener:
    """`make_server`: makes a uvicorn server of the same pages. `port`: the one to take on the network if it is free.

    `host`: finds this machine's address there.
    """

    def __init__(
        self, make_server: Callable[[], uvicorn.Server], port: int, host: Callable[[], str] = own_address
    ) -> None:
        self._make_server, self._port, self._host = make_server, port, host
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()  # one change after another: two doors at once, and one would stay open
        self.address = ""  # of the table on the network, while it is open there
        self.home = f"http://127.0.0.1:{port}"  # of the table on this machine
        self.for_class = False  # a class has opened it: other devices reach the class, and nothing else
        self.visited = False  # another device has come in by the network: no firewall is in the way

    async def open(self, *, for_class: bool = False) -> None:
        """Listen on the network too; opened `for_class`, for nothing else until it is closed.

        RequestError: no network, the system refuses, or the address cannot be reached.
        """
        async with self._lock:
            if self._task is None:
                await self._open()
                self.for_class = for_class

    async def _open(self) -> None:
        host = self._host()
        if host == "127.0.0.1":
            raise RequestError(NOWHERE)
        try:
            try:
                listening = socket.create_server((host, self._port))
            except OSError:
                listening = socket.create_server((host, 0))
        except OSError as error:
            why = refusal(error)
            raise RequestError(
                f"Le réseau ne s’ouvre pas ({why.fr}).", f"The network does not open ({why.en})."
            ) from None
        try:
            async with asyncio.timeout(PATIENCE):
                _, writer = await asyncio.open_connection(*listening.getsockname())
        except OSError:  # TimeoutError is one
            listening.close()
            raise RequestError(UNREACHED) from None
        writer.close()
        self.address = f"http://{host}:{listening.getsockname()[1]}"
        self._server = self._make_server()
        app: Any = self._server.config.app

        async def noting(scope: Scope, receive: Receive, send: Send) -> None:
            self.visited = self.visited or scope["client"][0] != host  # a machine always reaches itself
            await app(scope, receive, send)

        self._server.config.app = noting
        self._task = asyncio.create_task(self._server.serve(sockets=[listening]))

    async def close(self) -> None:
        """Listen to this machine alone again; connections from outside end."""
        async with self._lock:
            if self._server is not None and self._task is not None:
                self._server.should_exit = True
                await self._task
                self._server = self._task = None
                self.address, self.visited, self.for_class = "", False, False


def is_at_home(request: Request) -> bool:
    """Does the visitor sit at the very machine that the table runs on? Nobody does who comes through a proxy."""
    client = request.client.host if request.client is not None and "x-forwarded-for" not in request.headers else ""
    return request.url.hostname in HOME and (client.startswith("127.") or client == "::1")


def is_confined(scope: Scope) -> bool:
    """Whether a request comes from another device by a door that is open for a class only."""
    listener: LanListener | None = scope["app"].state.lan_listener
    if listener is None or not listener.for_class:
        return False
    client = str((scope.get("client") or ("",))[0])
    return not client.startswith("127.") and client not in ("::1", urlsplit(listener.address).hostname)


def find_way_home(request: Request) -> str:
    """The table's address on this very machine, where its own browser has come by that of the network; else nothing.

    A browser keeps its cookies by address: what it began here it does not find there.
    """
    listener: LanListener | None = request.app.state.lan_listener
    if listener is None or not listener.address or not str(request.url).startswith(f"{listener.address}/"):
        return ""
    client = request.client.host if request.client is not None else ""
    return listener.home if client == request.url.hostname or client.startswith("127.") else ""


def is_only_here(request: Request) -> bool:
    """Whether no other device can open this address: it is loopback, and the LAN listener is closed."""
    listener = find_lan_listener(request)
    return is_at_home(request) and not (listener is not None and listener.address)


def find_lan_listener(request: Request) -> LanListener | None:
    """Returns the LAN listener for a visitor at this machine, else None."""
    listener: LanListener | None = getattr(request.app.state, "lan_listener", None)
    return listener if listener is not None and is_at_home(request) else None
