"""The pages of the operator on the port of the app: metrics are for this machine only."""

from ipaddress import ip_address

from fastapi import APIRouter, Request
from starlette.responses import Response

from obversi.extras import MissingPackageError
from obversi.net.operations.pages import HEALTH, METRICS, READINESS, OperatorPages
from obversi.net.origin import LOOPBACK
from obversi.web.http.errors import RequestError

router = APIRouter()

# A proxy on this machine passes on requests of clients elsewhere.
_OF_PROXIES = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


async def _page(request: Request) -> Response:
    pages: OperatorPages = request.app.state.operator_pages
    path = request.scope["path"]
    if path == METRICS and not _is_of_this_machine(request):
        raise RequestError(
            "metrics are for this machine only: --metrics-port shows them to others", status=403
        )
    try:
        page = pages.page(path)
    except MissingPackageError as error:
        raise RequestError(str(error), status=501) from error
    headers = {"Cache-Control": "no-store"}
    return Response(page.body, page.status, headers, media_type=page.kind)


def _is_of_this_machine(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in _OF_PROXIES):
        return False
    try:
        is_local = ip_address(request.client.host).is_loopback
    except ValueError:
        is_local = False
    return is_local and request.url.hostname in LOOPBACK


for path in (HEALTH, READINESS, METRICS):
    router.add_route(path, _page, ["GET"], include_in_schema=False)
