"""The application: handlers of the routes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import Any

from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from nlc.process.worker import WorkerStoppedError
from nlc.serve import answers as a
from nlc.serve.buffer import Generating
from nlc.serve.guard import RefusedError, json_response, parse_body, refusal, response_of
from nlc.serve.jobs import FullError, Jobs
from nlc.serve.pages import Pages
from nlc.serve.requests import GenerateRequest
from nlc.serve.routes import ROUTES, Route, document, page
from nlc.serve.settings import Settings
from nlc.serve.task import Blob, EncodedLine, Function
from nlc.version import __version__

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
            routing.Route("/", pages.index),
            routing.Route("/static/{path:path}", pages.static),
            routing.Route("/favicon.ico", pages.icon),
            routing.Route("/api", self._page),
            routing.Route("/api/openapi.json", self._openapi),
        ]
        for route in ROUTES:
            paths.append(routing.Route(route.path, self._handler(route), methods=[route.method]))
        app = Starlette(
            routes=paths,
            exception_handlers={HTTPException: _http_error, RefusedError: _refusal},
        )
        app.router.redirect_slashes = False
        return app

    async def _page(self, request: Request) -> Response:
        return HTMLResponse(page())

    async def _openapi(self, request: Request) -> Response:
        return json_response(document())

    def _handler(self, route: Route) -> Handler:
        if route.task is None:
            return {"/api/status": self._status, "/api/buffers": self._buffers}[route.path]
        if route.stream:
            return partial(self._stream, route, route.task)
        if route.method == "GET":
            return partial(self._cached_answer, route.path, route.task)
        return partial(self._answer, route, route.task)

    async def _status(self, request: Request) -> Response:
        settings, bounds = self.settings, self.settings.bounds
        return json_response(
            a.Status(
                version=__version__,
                running=self.jobs.running,
                waiting=self.jobs.waiting,
                jobs=settings.jobs,
                queue=settings.queue,
                seconds=bounds.seconds,
                megabytes=bounds.megabytes,
                cells=bounds.cells,
                clauses=bounds.clauses,
                bytes=settings.bytes,
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
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
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
    return refusal(error.status_code, error.detail, "GET /api describes what there is")


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return error.response
