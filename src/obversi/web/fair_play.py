"""Fair play over HTTP: engines and books are closed to a player of a running game with a clock."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends

from obversi.board import Board
from obversi.net.games.context import RequestRejectedError
from obversi.web.http.errors import RequestError
from obversi.web.person import Credentials
from obversi.web.services import InjectedServices, Services


class FairPlay:
    """Checks the positions that a client asks about."""

    def __init__(self, services: Services, person: int | None) -> None:
        """Check the requests of a client, which may be a person that the server knows."""
        self._services, self._person = services, person

    def check(self, board: Board) -> None:
        """Reject a request about a position, if the client may not have help now."""
        services = self._services
        try:
            services.game_server.check_fair_play(board, services.address, self._person)
        except RequestRejectedError as error:
            raise RequestError(str(error), status=HTTPStatus.FORBIDDEN) from error


async def _fair_play(credentials: Credentials, services: InjectedServices) -> FairPlay:
    # A deleted key must not close requests that are open to all clients.
    persons = services.game_server.store.persons
    person = None if credentials is None else persons.by_key(credentials.credentials)
    return FairPlay(services, None if person is None else person.id)


#: For the arguments of an endpoint: ``async def endpoint(fair_play: InjectedFairPlay)``.
InjectedFairPlay = Annotated[FairPlay, Depends(_fair_play)]
