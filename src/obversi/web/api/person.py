"""Endpoints about a person: a new key, the name, and everything deleted."""

import asyncio
from http import HTTPStatus

from fastapi import APIRouter

from obversi.net.person_games import MOST_GAMES
from obversi.net.persons import Person, PersonsFullError
from obversi.web.http.errors import RequestError
from obversi.web.models import ReplyModel, RequestModel
from obversi.web.person import KnownPerson
from obversi.web.services import InjectedServices, Services
from obversi.wire.session.fields import Name

router = APIRouter()


class NameRequest(RequestModel):
    """The name that a person chooses."""

    name: Name


class PersonReply(ReplyModel):
    """A person, and how many games the server has stored for it, of how many at most."""

    name: str
    created: str
    games: int
    most_games: int


class NewPerson(PersonReply):
    """A new person, with the key, which the server does not know later."""

    key: str


class DeleteRequest(RequestModel):
    """An object without fields."""


class DeletedPerson(ReplyModel):
    """How many games were deleted with a person."""

    games: int


@router.post("/api/person")
async def add(question: NameRequest, services: InjectedServices) -> NewPerson:
    """Add a person; return the key, by which the server knows the person from now on."""
    now = asyncio.get_running_loop().time()
    if not services.new_persons.take(services.address, now):
        raise RequestError(
            "too many keys were made from your address: try again later",
            status=HTTPStatus.TOO_MANY_REQUESTS,
        )
    try:
        person, key = services.game_server.store.persons.add(question.name)
    except PersonsFullError as error:
        raise RequestError(str(error), status=HTTPStatus.TOO_MANY_REQUESTS) from error
    return NewPerson.copy_of(_reply(services, person), key=key)


@router.get("/api/person")
async def show(person: KnownPerson, services: InjectedServices) -> PersonReply:
    """Return the person of a key."""
    return _reply(services, person)


@router.post("/api/person/rename")
async def rename(
    question: NameRequest, person: KnownPerson, services: InjectedServices
) -> PersonReply:
    """Change the name of a person."""
    persons = services.game_server.store.persons
    persons.rename(person.id, question.name)
    return _reply(services, Person(person.id, question.name, person.created))


@router.post("/api/person/delete")
async def delete(
    _question: DeleteRequest, person: KnownPerson, services: InjectedServices
) -> DeletedPerson:
    """Delete a person, the key and all games; those with another person lose this one's name."""
    server = services.game_server
    removed = 0
    while count := server.store.person_games.remove(person.id):
        removed += count
        await asyncio.sleep(0)  # other requests may come between
    server.forget(person.id)
    server.store.persons.remove(person.id)
    return DeletedPerson(games=removed)


def _reply(services: Services, person: Person) -> PersonReply:
    games = services.game_server.store.person_games.count(person.id)
    return PersonReply.copy_of(person, games=games, most_games=MOST_GAMES)
