"""The service worker, by which browsers open the app without a network."""

import asyncio
import json

from fastapi import APIRouter, Request
from starlette.responses import Response

from obversi.web.http.etags import etag_headers, etag_of, is_current, not_modified
from obversi.web.http.static_files import FILES

_WORKER = "js/offline/worker.js"
_PAGES = (".html",)  # pages are kept by their address
_KEPT_BY_USE = "engine/"

router = APIRouter()


async def _service_worker(request: Request) -> Response:
    script = await asyncio.to_thread(service_worker)
    etag = etag_of(script)
    if is_current(request, etag):
        return not_modified(etag)
    return Response(script, headers=etag_headers(etag), media_type="text/javascript")


def _is_kept(name: str) -> bool:
    return not name.endswith(_PAGES) and not name.startswith(_KEPT_BY_USE)


def service_worker() -> str:
    """Return the worker with the version of the app and its files."""
    version, names = FILES.version()
    files = [f"/static/{name}" for name in names if _is_kept(name)]
    data = json.dumps({"version": version, "files": files})
    return f"self.obversi = {data};\n{FILES.text(_WORKER)}"


# In the root, because a worker serves the addresses below its own.
router.add_route("/service_worker.js", _service_worker, ["GET"], include_in_schema=False)
