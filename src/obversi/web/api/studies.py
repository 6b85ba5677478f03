"""Endpoints of studies: stored, read, changed and deleted."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Annotated, Any, Self

from fastapi import APIRouter, Depends, Header, Path, Request
from pydantic import Field, ValidationError

from obversi.net.limits import TokenBuckets
from obversi.sql.interface import Place
from obversi.sqlite_file import StorageError
from obversi.web.http.errors import RequestError
from obversi.web.models import ErrorReply, Node, ReplyModel, RequestModel
from obversi.web.services import InjectedServices
from obversi.web.studies.models import Study, positions_of, study_of, tree_of
from obversi.web.studies.store import (
    ConflictError,
    FullError,
    GoneError,
    StoredStudy,
    StudyStore,
    WrongKeyError,
)

_FULL: dict[int | str, dict[str, Any]] = {
    507: {"model": ErrorReply, "description": "The study cannot be stored."}
}

router = APIRouter(responses=_FULL)

# New studies of a client: 40 at once, and then one in half a minute.
_NEW_PER_SECOND, _NEW_AT_ONCE = 1 / 30, 40


@dataclass(frozen=True, slots=True)
class Studies:
    """The stored studies, and the rate at which clients may add some."""

    store: StudyStore
    new: TokenBuckets = field(default_factory=lambda: TokenBuckets(_NEW_PER_SECOND, _NEW_AT_ONCE))

    @classmethod
    def open(cls, place: Place) -> Self:
        """Open or create a store; None is one in memory."""
        return cls(StudyStore.open(place))


async def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


InjectedStudies = Annotated[Studies, Depends(_studies)]
StudyId = Annotated[str, Path(max_length=40)]
StudyKey = Annotated[str, Header(alias="Study-Key", max_length=100)]


class NewStudy(RequestModel):
    """A study to store."""

    study: Study


class ChangedStudy(NewStudy):
    """A study, and the revision that it replaces."""

    revision: Annotated[int, Field(ge=1, le=2**53)]


class Saved(ReplyModel):
    """What was stored: the id of the study, its revision and the time."""

    id: str
    revision: int
    changed: str


class SavedNew(Saved):
    """A new study, and the key to change it with, which is sent once."""

    key: str


class StudyTree(ReplyModel):
    """A study, and the position of each of its nodes."""

    study: Study
    positions: list[Node]


class SharedStudy(Saved):
    """A stored study, and the position of each of its nodes."""

    study: Study
    positions: list[Node]


@router.post("/api/studies")
async def add(question: NewStudy, services: InjectedServices, studies: InjectedStudies) -> SavedNew:
    """Store a new study."""
    if not studies.new.take(services.address, asyncio.get_running_loop().time()):
        raise RequestError(
            "too many new studies: at most two a minute", status=HTTPStatus.TOO_MANY_REQUESTS
        )
    content = await _checked(question.study, services)
    with _explained():
        stored, key = studies.store.add(content)
    return SavedNew.copy_of(stored, key=key)


@router.post("/api/studies/positions")
async def positions(question: NewStudy, services: InjectedServices) -> StudyTree:
    """Return the positions of a study that is not stored."""
    return await services.run_slow(_tree_reply, question.study)


@router.get("/api/studies/{id}")
async def read(id: StudyId, services: InjectedServices, studies: InjectedStudies) -> SharedStudy:
    """Return a study."""
    with _explained():
        stored = studies.store.study(id)
    return await services.run_slow(_shared, stored)


@router.put("/api/studies/{id}")
async def change(
    id: StudyId,
    question: ChangedStudy,
    services: InjectedServices,
    studies: InjectedStudies,
    key: StudyKey,
) -> Saved:
    """Replace a study, unless it was changed since it was read."""
    content = await _checked(question.study, services)
    with _explained():
        stored = studies.store.change(id, key, question.revision, content)
    return Saved.copy_of(stored)


@router.delete("/api/studies/{id}")
async def remove(id: StudyId, studies: InjectedStudies, key: StudyKey) -> Saved:
    """Delete a study."""
    with _explained():
        stored = studies.store.study(id)
        studies.store.remove(id, key)
    return Saved(id=stored.id, revision=stored.revision, changed=stored.changed)


async def _checked(study: Study, services: InjectedServices) -> str:
    """Return the JSON to store: only legal moves, and no control characters."""
    return await services.run_slow(
        lambda: study_of(tree_of(study), study.title).model_dump_json(exclude_defaults=True)
    )


def _tree_reply(study: Study) -> StudyTree:
    tree = tree_of(study)
    return StudyTree.model_construct(
        study=study_of(tree, study.title), positions=positions_of(tree)
    )


def _shared(stored: StoredStudy) -> SharedStudy:
    try:
        study = Study.model_validate_json(stored.content)
        tree = tree_of(study)
    except (ValidationError, RequestError) as error:
        text = f"the study {stored.id} is damaged in the file of this server"
        raise RequestError(text, status=HTTPStatus.CONFLICT) from error
    return SharedStudy.model_construct(
        id=stored.id,
        revision=stored.revision,
        changed=stored.changed,
        study=study_of(tree, study.title),
        positions=positions_of(tree),
    )


@contextmanager
def _explained() -> Iterator[None]:
    """Turn errors of the store into replies."""
    try:
        yield
    except GoneError as error:
        raise RequestError(str(error), status=HTTPStatus.NOT_FOUND) from error
    except WrongKeyError as error:
        raise RequestError(str(error), status=HTTPStatus.FORBIDDEN) from error
    except ConflictError as error:
        raise RequestError(str(error), status=HTTPStatus.CONFLICT) from error
    except (FullError, StorageError) as error:
        text = "the study cannot be stored: the disk of the server is full or locked"
        words = str(error) if isinstance(error, FullError) else text
        raise RequestError(words, status=HTTPStatus.INSUFFICIENT_STORAGE) from error
