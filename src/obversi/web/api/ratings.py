"""Endpoints about ratings: the table of a game and size, and a person's own."""

from fastapi import APIRouter

from obversi.net.ratings import MOST_RANKED, GlickoRating
from obversi.web.models import ReplyModel, RulesName, SizeInAddress, SizeNumber
from obversi.web.person import InjectedPerson, KnownPerson
from obversi.web.services import InjectedServices

router = APIRouter()


class PersonRating(ReplyModel):
    """A rating, and the games that it comes from."""

    rating: int
    deviation: int
    provisional: bool
    wins: int
    draws: int
    losses: int
    played: str


class RankedPlayer(PersonRating):
    """A person in the table, and whether it is the one who asks."""

    name: str
    own: bool


class RatingTable(ReplyModel):
    """The persons with the highest ratings, those that are not provisional first."""

    most: int
    players: list[RankedPlayer]


class OwnRating(PersonRating):
    """A rating of the person who asks."""

    rules: RulesName
    size: SizeNumber


class OwnRatings(ReplyModel):
    """All ratings of the person who asks."""

    ratings: list[OwnRating]


class DeletedRatings(ReplyModel):
    """How many ratings were deleted."""

    ratings: int


@router.get("/api/ratings")
async def table(
    person: InjectedPerson,
    services: InjectedServices,
    rules: RulesName = "normal",
    size: SizeInAddress = 8,
) -> RatingTable:
    """Return the table of ratings for one game and size."""
    ranked = services.game_server.store.ratings.ranked(rules, size)
    own = None if person is None else person.id
    players = []
    for each in ranked:
        asks, values = each.person == own, _values(each.rating)
        players.append(RankedPlayer.copy_of(each.rating, name=each.name, own=asks, **values))
    return RatingTable(most=MOST_RANKED, players=players)


@router.get("/api/ratings/own")
async def own(person: KnownPerson, services: InjectedServices) -> OwnRatings:
    """Return the ratings of a person."""
    found = services.game_server.store.ratings.of_person(person.id)
    return OwnRatings(
        ratings=[
            OwnRating.copy_of(rating, rules=rules, size=size, **_values(rating))
            for (rules, size), rating in sorted(found.items())
        ]
    )


@router.post("/api/ratings/delete")
async def delete(person: KnownPerson, services: InjectedServices) -> DeletedRatings:
    """Delete the ratings of a person; the next rated game begins a new one."""
    return DeletedRatings(ratings=services.game_server.store.ratings.remove(person.id))


def _values(rating: GlickoRating) -> dict[str, int | bool | str]:
    assert rating.played is not None  # all stored ratings come from games
    return {
        "rating": round(rating.rating),
        "deviation": round(rating.deviation),
        "provisional": rating.is_provisional,
        "played": rating.played.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
