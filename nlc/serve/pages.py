"""The files of the page: loaded once, and sent with a strict Content-Security-Policy.

The page requests them below a folder that is named by a digest of the files, ``/static/DIGEST/``,
so a browser caches them for good. By their plain paths it checks each time whether they have
changed.
"""

from __future__ import annotations

import base64
import gzip
import re
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from nlc.serve.guard import refusal

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
"""Listed here since `mimetypes` depends on the registry of Windows."""

_INLINE = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


class StaticFile(Struct, frozen=True, weakref=True):
    """A file as it is sent: plain and packed by gzip, its media type and its ETag."""

    data: bytes
    packed: bytes
    kind: str
    tag: str


class Pages:
    """The files of the folder ``static`` by their paths.

    Attributes:
        policy: the ``Content-Security-Policy``; it names the inline scripts of ``index.html``, such
            as its import map, by their hashes.
    """

    def __init__(self) -> None:
        self._files: dict[str, StaticFile] = {}
        folder = files("nlc.serve") / "static"
        if folder.is_dir():
            self._load(folder, "")
        digest = sha256(repr(sorted((k, v.tag) for k, v in self._files.items())).encode())
        self._version = f"{digest.hexdigest()[:12]}/"
        index = self._files.get("index.html")
        if index:
            data = index.data.replace(b'"/static/', f'"/static/{self._version}'.encode())
            self._files["index.html"] = _file("index.html", data)
        hashes = _INLINE.findall(index.data) if index else []
        scripts = " ".join(["'self'", *(f"'sha256-{_hash(text)}'" for text in hashes)])
        self.policy = (
            f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'"
        )

    def _load(self, folder: Traversable, path: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                self._load(entry, f"{path}{entry.name}/")
                continue
            self._files[path + entry.name] = _file(entry.name, entry.read_bytes())

    async def index(self, request: Request) -> Response:
        """Send the page."""
        return self._send(request, "index.html")

    async def icon(self, request: Request) -> Response:
        """Send the icon, for pages that name none, such as ``/api``."""
        return self._send(request, "icon.svg")

    async def static(self, request: Request) -> Response:
        """Send a file."""
        path = request.path_params["path"]
        versioned = path.startswith(self._version)
        return self._send(request, path.removeprefix(self._version), versioned)

    def _send(self, request: Request, path: str, versioned: bool = False) -> Response:
        found = self._files.get(path)
        if found is None:
            return refusal(404, "there is no such file")
        cache = "private, max-age=31536000, immutable" if versioned else "no-cache"
        headers = {"ETag": found.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(None, 304, headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(found.packed, 200, headers, found.kind)
        return Response(found.data, 200, headers, found.kind)


def _file(name: str, data: bytes) -> StaticFile:
    tag = f'"{sha256(data).hexdigest()[:20]}"'
    kind = _TYPES.get(name[name.rfind(".") :], "application/octet-stream")
    return StaticFile(data, gzip.compress(data, mtime=0), kind, tag)


def _hash(text: bytes) -> str:
    return base64.b64encode(sha256(text).digest()).decode()
