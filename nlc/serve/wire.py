"""Requests and responses as bytes."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from nlc.serve.answers import Refusal

JSON = "application/json"


class RefusedError(Exception):
    """A request that is not taken, with the response that says so."""

    def __init__(self, status: int, error: str, hint: str | None = None) -> None:
        super().__init__(error)
        self.response = refusal(status, error, hint)


def refusal(status: int, error: str, hint: str | None = None) -> Response:
    """Return the response of an error."""
    return encoded(Refusal(error=error, hint=hint), status)


def encoded(answer: Any, status: int = 200) -> Response:
    """Return the response of an answer."""
    return answered(msgspec.json.encode(answer), status)


def answered(data: bytes, status: int = 200) -> Response:
    """Return the response of an answer that is JSON already."""
    return Response(data, status, {"Cache-Control": "no-store"}, JSON)


async def body(request: Request, kind: Any, most: int) -> Any:
    """Return the body of a request.

    Args:
        request: the request.
        kind: the type that the body must have.
        most: bytes.

    Raises:
        RefusedError: it is of another type, too long, no JSON, or not what the route takes.
    """
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != JSON:
        raise RefusedError(415, f"the body must be of the type {JSON}")
    too_long = RefusedError(413, f"the body is longer than {most} bytes")
    if int(request.headers.get("content-length", "0")) > most:
        raise too_long  # at once: what was announced may never come
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
    except UnicodeDecodeError:
        raise RefusedError(400, "the body is not UTF-8") from None
    except (msgspec.DecodeError, RecursionError) as error:
        if _has_lone_surrogate(data):
            told = "the body has half of a surrogate pair (\\ud800 to \\udfff), not a character"
            raise RefusedError(400, told) from None
        raise RefusedError(400, f"the body is not JSON: {error}") from None


def _has_lone_surrogate(data: bytes | bytearray) -> bool:
    """Return whether a text is JSON but for escapes that are half of a character."""
    try:
        json.dumps(json.loads(data), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return False
