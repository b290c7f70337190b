"""How a fault is told: to programs as JSON, to people as a page, to both in their language."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.core.words import typeset

from .http_errors import to_http_error
from .page import render
from .visitor import Visitor


async def handle(request: Request, error: Exception) -> Response:
    """The answer to a request that raised: JSON under /api/, else a page."""
    visitor, fault = Visitor.of(request), to_http_error(error)
    sentence = typeset(fault.text.said(visitor.lang), visitor.lang)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, fault.status, headers={"content-language": visitor.lang})
    return render(request, "fault.html", status=fault.status, sentence=sentence)
