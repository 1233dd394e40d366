"""The application: the page, its files, and the API.

The files are loaded once, and sent with a strict Content-Security-Policy. The page requests them
below a folder that is named by a digest of the files, ``/static/DIGEST/``, so a browser caches them
for good. By their plain paths it checks each time whether they have changed.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import re
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs
from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from nlc.process.worker import WorkerStoppedError
from nlc.serve import answers as a
from nlc.serve.buffer import Generating
from nlc.serve.guard import RefusedError, in_words, json_response, parse_body, refusal, response_of
from nlc.serve.jobs import FullError, Jobs, stop_line
from nlc.serve.requests import GenerateRequest
from nlc.serve.routes import ROUTES, Route, document, page
from nlc.serve.settings import Settings
from nlc.serve.task import Blob, EncodedLine, Function
from nlc.version import __version__

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
"""Listed here since `mimetypes` depends on the registry of Windows."""

_STATIC = "/static/{path:path}"

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
        folder = Path(__file__).with_name("static")
        for path in filter(Path.is_file, folder.rglob("*")):
            self._files[path.relative_to(folder).as_posix()] = _file(path.name, path.read_bytes())
        digest = sha256(repr(sorted((k, v.tag) for k, v in self._files.items())).encode())
        self._version = f"{digest.hexdigest()[:12]}/"
        index = self._files.get("index.html")
        if index:
            data = index.data.replace(b'"/static/', f'"/static/{self._version}'.encode())
            self._files["index.html"] = _file("index.html", data)
        hashes = _INLINE.findall(index.data) if index else []
        digests = (base64.b64encode(sha256(text).digest()).decode() for text in hashes)
        scripts = " ".join(["'self'", *(f"'sha256-{each}'" for each in digests)])
        self.policy = (
            f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'"
        )

    async def send(self, request: Request) -> Response:
        """Send a file: the page, the icon, or one by its path."""
        names = {"/": "index.html", "/favicon.ico": "icon.svg"}
        path = names.get(request.url.path) or request.path_params["path"]
        versioned = path.startswith(self._version)
        found = self._files.get(path.removeprefix(self._version))
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


Handler = Callable[[Request], Awaitable[Response]]


class Service:
    """Handles requests."""

    def __init__(self, settings: Settings) -> None:
        """Start without a worker."""
        self.settings = settings
        self.jobs = Jobs(settings)
        self.generating = Generating(settings, self.jobs)
        self._cache: dict[str, asyncio.Future[Response]] = {}

    async def close(self) -> None:
        """End all processes."""
        await self.generating.close()
        self.jobs.close()

    def app(self, pages: Pages) -> Starlette:
        """Return the application."""
        paths = [
            *(routing.Route(path, pages.send) for path in ("/", "/favicon.ico", _STATIC)),
            *(routing.Route(path, self._api) for path in ("/api", "/api/openapi.json")),
            *(routing.Route(x.path, self._handler(x), methods=[x.method]) for x in ROUTES),
        ]
        app = Starlette(
            routes=paths,
            exception_handlers={HTTPException: _http_error, RefusedError: _refusal},
        )
        app.router.redirect_slashes = False
        return app

    async def _api(self, request: Request) -> Response:
        is_page = request.url.path == "/api"
        return HTMLResponse(page()) if is_page else json_response(document())

    def _handler(self, route: Route) -> Handler:
        if route.task is None:
            return {"/api/status": self._status, "/api/buffers": self._buffers}[route.path]
        if route.stream:
            return partial(self._stream, route, route.task)
        if route.method == "GET":
            return partial(self._cached_answer, route.path, route.task)
        return partial(self._answer, route, route.task)

    async def _status(self, request: Request) -> Response:
        settings = self.settings
        return json_response(
            a.Status(
                version=__version__,
                running=self.jobs.running,
                waiting=self.jobs.waiting,
                jobs=settings.jobs,
                queue=settings.queue,
                bytes=settings.bytes,
                share=settings.share,
                **structs.asdict(settings.bounds),
            )
        )

    async def _buffers(self, request: Request) -> Response:
        return json_response(self.generating.buffers())

    async def _cached_answer(self, path: str, task: Function, request: Request) -> Response:
        """Respond with an answer that never changes; it is computed once."""
        work = self._cache.get(path)
        if work is None:
            work = self._cache[path] = asyncio.ensure_future(self._run_quick(task, None))
        response = await asyncio.shield(work)
        if response.status_code != 200:
            self._cache.pop(path, None)
            return response
        return response_of(bytes(response.body))

    async def _answer(self, route: Route, task: Function, request: Request) -> Response:
        """Respond with the answer of a task, which is killed when the client disconnects."""
        payload = await parse_body(request, route.request, self.settings.bytes)
        work = asyncio.ensure_future(self._run_quick(task, payload))
        disconnected = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait({work, disconnected}, return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else refusal(499, "the client has gone")
        finally:
            disconnected.cancel()
            work.cancel()
            await asyncio.gather(work, disconnected, return_exceptions=True)

    async def _run_quick(self, task: Function, payload: Any) -> Response:
        """Return the response of a task; a failure is a response as well."""
        try:
            return _response(await self.jobs.quick(task, payload))
        except FullError:
            return _queue_full()
        except WorkerStoppedError as stop:
            hint = "the limits are those of nlc serve: GET /api/status"
            return refusal(503, f"the job was stopped: {stop.reason}", hint)
        except (RuntimeError, OSError) as error:
            print(f"nlc: {error}", file=sys.stderr)
            return refusal(500, f"nlc is at fault: {str(error).strip().splitlines()[-1]}")

    async def _stream(self, route: Route, task: Function, request: Request) -> Response:
        payload = await parse_body(request, route.request, self.settings.bytes)
        try:
            self.jobs.require_room()
        except FullError:
            return _queue_full()
        if isinstance(payload, GenerateRequest):
            return StreamedLines(self.generating.stream(payload))
        return StreamedLines(self.jobs.stream(task, payload))


class StreamedLines(StreamingResponse):
    """A stream of lines; when the client disconnects, its generator is closed."""

    def __init__(self, lines: AsyncGenerator[bytes, None]) -> None:
        headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
        super().__init__(lines, media_type="application/x-ndjson", headers=headers)
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines; if the server ends meanwhile, the last one says so."""
        try:
            await super().__call__(scope, receive, send)
        except asyncio.CancelledError:
            line = msgspec.json.encode(stop_line("closing", "this server is closing")) + b"\n"
            await send({"type": "http.response.body", "body": line, "more_body": False})
        finally:
            await self._lines.aclose()


async def _wait_for_disconnect(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(line: EncodedLine | Blob) -> Response:
    if isinstance(line, Blob):
        headers = {
            "Content-Disposition": f'attachment; filename="{line.name}"',
            "Cache-Control": "no-store",
        }
        return Response(line.data, 200, headers, line.kind)
    if line.tag == "Refusal":
        return response_of(line.data, 422)
    return response_of(line.data)


def _queue_full() -> Response:
    response = refusal(503, "too many requests wait already", "try again in some seconds")
    response.headers["Retry-After"] = "5"
    return response


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    found = refusal(error.status_code, error.detail, "GET /api describes what there is")
    return in_words(request.headers, found)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return error.response
