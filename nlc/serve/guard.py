"""Who may ask: a local server can be reached by every page that its user opens.

Requests of other pages are told by their ``Host`` (a name that was made to point here) and
``Origin``; other users of the machine do not know the token.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nlc.serve.settings import Settings
from nlc.serve.wire import refusal

_HOST = re.compile(r"([\w.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")

COMMON = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Headers of every response, besides the policy of contents."""


_SINGLE = ("Host", "Origin", "Sec-Fetch-Site", "Content-Type", "X-Nlc-Token")
"""Headers that are believed: of two, another reader may take the other one."""


class Guard:
    """Passes on what may be asked, and adds the headers of safety to what is answered."""

    def __init__(self, app: ASGIApp, settings: Settings, port: int, policy: str) -> None:
        """Take the application, and the port and the policy of contents of the server."""
        self._app = app
        self._token = settings.token
        self._port = port
        self._cookie = f"nlc-{port}"
        self._headers = {**COMMON, "Content-Security-Policy": policy}
        self._everywhere = _is_any(settings.host)
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
        response = self._refused(scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await (response or self._app)(scope, receive, sending)

    def _refused(self, scope: Scope) -> Response | None:
        """Return why a request is refused, the answer that lets a page in, or None."""
        headers = Headers(scope=scope)
        for name in _SINGLE:
            if len(headers.getlist(name)) > 1:
                return refusal(400, f"the request has more than one {name}")
        if "transfer-encoding" in headers and "content-length" in headers:
            # What forwards it may take the one, and would see another end of the request.
            response = refusal(400, "the request has both Content-Length and Transfer-Encoding")
            response.headers["Connection"] = "close"
            return response
        if not self._is_ours(headers.get("host", "")):
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
            return self._admitted()
        known = cookie_parser(headers.get("cookie", "")).get(self._cookie, "")
        if self._is_token(known) or self._is_token(headers.get("x-nlc-token", "")):
            return None
        hint = "open the address that nlc serve has printed, with its token"
        return refusal(403, "the token is missing or wrong", hint)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    def _admitted(self) -> Response:
        """Return what gives a browser the token, and takes it out of the address."""
        response = RedirectResponse("/", 303)
        response.set_cookie(self._cookie, self._token, path="/", httponly=True, samesite="strict")
        return response

    def _is_ours(self, host: str) -> bool:
        """Return whether a ``Host`` names this server; an address cannot be made to point here."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name, port = found[1], found[2] or "80"
        if self._everywhere:  # a container may have another port outside
            return name in self._names or _is_address(name)
        return name in self._names and port == str(self._port)


def _is_any(host: str) -> bool:
    return _is_address(host) and ipaddress.ip_address(host.strip("[]")).is_unspecified


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
