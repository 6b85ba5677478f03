"""The person of a request, by the key in its header ``Authorization: Bearer …``."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from obversi.net.persons import Person
from obversi.web.http.errors import RequestError
from obversi.web.services import InjectedServices

#: The error for a key that belongs to no person.
UNKNOWN_KEY = (
    "this server does not know the key: it was deleted here, or it is that of another server"
)

_BEARER = HTTPBearer(
    auto_error=False, scheme_name="Key", description="The key of a person, see POST /api/person."
)
#: The key that a request sends.
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


async def _request_person(credentials: Credentials, services: InjectedServices) -> Person | None:
    if credentials is None:
        return None
    person = services.game_server.store.persons.by_key(credentials.credentials)
    if person is None:
        raise RequestError(UNKNOWN_KEY, status=HTTPStatus.UNAUTHORIZED)
    return person


#: The person of a request, or None without a key: ``async def endpoint(person: InjectedPerson)``.
InjectedPerson = Annotated[Person | None, Depends(_request_person)]


async def _known_person(person: InjectedPerson) -> Person:
    if person is None:
        raise RequestError(
            "a key is missing: send it as 'Authorization: Bearer …'",
            status=HTTPStatus.UNAUTHORIZED,
        )
    return person


#: The person of a request that needs one.
KnownPerson = Annotated[Person, Depends(_known_person)]
