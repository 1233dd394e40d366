"""Access control: who may connect, and limits on the size and the duration of a request."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import secrets
import socket
from html import escape
from typing import TYPE_CHECKING, Any

import h11
import msgspec
from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from nlc.serve.answers import Refusal
from nlc.serve.settings import Settings

REQUEST_SECONDS = 30.0
"""A connection is closed if its request is incomplete after so long: else clients that send a byte
now and then would occupy all connections."""

JSON = "application/json"

_HOST = re.compile(r"([\w.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Headers of every response, in addition to the Content-Security-Policy."""

_ACCESS_HEADERS = ("Host", "Origin", "Sec-Fetch-Site", "Content-Type", "X-Nlc-Token")
"""Headers that access depends on. Duplicates are refused: a proxy might believe the other one."""


class Guard:
    """Refuses requests without access, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings, port: int, policy: str) -> None:
        """Wrap an application; `policy` is its Content-Security-Policy."""
        self._app = app
        self._token = settings.token
        self._port = port
        self._cookie = f"nlc-{port}"
        self._headers = {**SECURITY_HEADERS, "Content-Security-Policy": policy}
        address = ip_address(settings.host)
        self._local = is_local(settings.host)
        self._everywhere = address is not None and address.is_unspecified
        names = {"localhost", "127.0.0.1", "[::1]", settings.host, *settings.names}
        if self._everywhere:
            names.add(socket.gethostname())
        self._names = {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        response = self._intercept(scope)
        if response is not None and response.status_code >= 400:
            response = in_words(Headers(scope=scope), response)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(self._headers)
                if cookie := scope.get("set-cookie"):
                    MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        try:
            await (response or self._app)(scope, receive, send_with_headers)
        except asyncio.CancelledError:  # the server ends; a stream tells it in its last line
            if started:
                raise
            await refusal(503, "this server is closing")(scope, receive, send_with_headers)

    def _intercept(self, scope: Scope) -> Response | None:
        """Return a refusal, the response that logs the page in, or None to pass the request on."""
        headers = Headers(scope=scope)
        for name in _ACCESS_HEADERS:
            if len(headers.getlist(name)) > 1:
                return refusal(400, f"the request has more than one {name}")
        if "transfer-encoding" in headers and "content-length" in headers:
            # A proxy may believe one of them, and see another end of the request: smuggling.
            response = refusal(400, "the request has both Content-Length and Transfer-Encoding")
            response.headers["Connection"] = "close"
            return response
        if not self._is_own_name(headers.get("host", "")):
            return refusal(421, "this server has another name", "take the address it has printed")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers['host']}":
            return refusal(403, "pages of other servers may not use this one")
        is_page = scope["method"] == "GET" and scope["path"] == "/"
        # A link from elsewhere may lead to the page, and to nothing else.
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not is_page:
            return refusal(403, "pages of other servers may not use this one")
        if not self._token:
            return None
        given = QueryParams(scope["query_string"]).get("token", "")
        if is_page and self._is_token(given):
            response = RedirectResponse("/", 303)
            response.set_cookie(self._cookie, given, path="/", httponly=True, samesite="strict")
            if self._local:  # the token becomes a cookie, and goes from the address
                return response
            scope["set-cookie"] = response.headers["set-cookie"]  # others can open the address
            return None
        known = cookie_parser(headers.get("cookie", "")).get(self._cookie, "")
        if self._is_token(known) or self._is_token(headers.get("x-nlc-token", "")):
            return None
        hint = "open the address that nlc serve has printed, with its token"
        return refusal(403, "the token is missing or wrong", hint)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    def _is_own_name(self, host: str) -> bool:
        """Return whether a ``Host`` names this server; this prevents DNS rebinding."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name, port = found[1], found[2] or "80"
        if self._everywhere:  # a container may have another port outside
            return name in self._names or ip_address(name) is not None
        return name in self._names and port == str(self._port)


def ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a host is named by; None if it has a name."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_local(host: str) -> bool:
    """Return whether an address can be reached from this machine alone."""
    found = ip_address(host)
    return host == "localhost" or (found is not None and found.is_loopback)


class RefusedError(Exception):
    """A refused request; `response` is the refusal."""

    def __init__(self, status: int, error: str, hint: str | None = None) -> None:
        super().__init__(error)
        self.response = refusal(status, error, hint)


def refusal(status: int, error: str, hint: str | None = None) -> Response:
    """Return the response to a request that is refused."""
    return json_response(Refusal(error=error, hint=hint), status)


def in_words(headers: Headers, response: Response) -> Response:
    """Return a refusal as a page if a person has asked, by the address line of a browser."""
    if "text/html" not in headers.get("accept", ""):
        return response
    found = msgspec.json.decode(response.body, type=Refusal)
    words = [text[:1].upper() + text[1:] for text in (found.error, found.hint) if text]
    body = "".join(f"<p>{escape(text)}.</p>" for text in words)
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>nlc</title>{body}"
    return HTMLResponse(page, response.status_code, {"Cache-Control": "no-store"})


def json_response(answer: Any, status: int = 200) -> Response:
    """Return an answer as a response of JSON."""
    return response_of(msgspec.json.encode(answer), status)


def response_of(data: bytes, status: int = 200) -> Response:
    """Return a response whose body is JSON already."""
    return Response(data, status, {"Cache-Control": "no-store"}, JSON)


async def parse_body(request: Request, kind: Any, most: int) -> Any:
    """Parse the body of a request.

    Args:
        request: its body is JSON.
        kind: the type of the result.
        most: the size limit in bytes.

    Raises:
        RefusedError: it is too long, not JSON, or of another type.
    """
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != JSON:
        raise RefusedError(415, f"the body must be of the type {JSON}")
    too_long = RefusedError(413, f"the body is longer than {most} bytes")
    if int(request.headers.get("content-length", "0")) > most:
        raise too_long  # at once: the announced bytes may never come
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise too_long
    except ClientDisconnect:
        raise RefusedError(499, "the client has gone") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise RefusedError(400, str(error), "GET /api describes what is taken") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError(400, f"the body {_fault(data) or f'is not JSON: {error}'}") from None


def _fault(data: bytearray) -> str:
    """Return what is wrong with the characters of JSON, or nothing."""
    try:
        json.dumps(json.loads(data.decode()), ensure_ascii=False).encode()
    except UnicodeDecodeError:
        return "is not UTF-8"
    except UnicodeEncodeError:
        return "has half of a surrogate pair (\\ud800 to \\udfff), not a character"
    except (ValueError, RecursionError):
        pass
    return ""


class BoundedProtocol(H11Protocol):
    """A connection that is closed if a request takes too long to arrive.

    Uvicorn limits the time between two requests.
    """

    _timer: asyncio.TimerHandle | None = None
    if TYPE_CHECKING:
        transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start()

    def handle_events(self) -> None:
        """Start the timer when a request begins, and stop it when it is complete."""
        super().handle_events()
        state = self.conn.their_state
        begun = state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0])
        if not begun:
            self._stop()
        elif self._timer is None:
            self._start()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop()
        super().connection_lost(exc)

    def _start(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
