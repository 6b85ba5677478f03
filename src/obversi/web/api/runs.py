"""Endpoints to run tournaments and experiments, on a server that allows it."""

from functools import cache
from http import HTTPStatus
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path, Request

from obversi.web.http.errors import RequestError
from obversi.web.runs.manager import RunManager
from obversi.web.runs.models import (
    AGENTS,
    MAX_GAMES,
    Experiment,
    LabRun,
    RunReply,
    Runs,
    TournamentRun,
)
from obversi.web.services import InjectedServices

router = APIRouter()

_FORBIDDEN = "This server does not run tournaments for browsers: obversi web --allow-runs does."
_USUAL_ARENA, _USUAL_LAB = FilePath("arena.db"), FilePath("lab-results")

RunNumber = Annotated[int, Path(ge=1, le=2**31, description="The number of a run.")]


async def _manager(request: Request, services: InjectedServices) -> RunManager:
    """Return the manager of the app, or reject the request."""
    if not services.settings.allow_runs:
        raise RequestError(_FORBIDDEN, status=HTTPStatus.FORBIDDEN)
    state = request.app.state
    if not hasattr(state, "runs"):
        settings = services.settings
        state.runs = RunManager(settings.arena or _USUAL_ARENA, settings.lab or _USUAL_LAB)
    manager: RunManager = state.runs
    return manager


InjectedManager = Annotated[RunManager, Depends(_manager)]


async def close_runs(app: FastAPI) -> None:
    """Stop what an app is running."""
    if hasattr(app.state, "runs"):
        await app.state.runs.close()


@router.get("/api/runs")
async def runs(request: Request, services: InjectedServices) -> Runs:
    """Return the runs, and what can be run."""
    if not services.settings.allow_runs:
        return Runs(
            allowed=False, text=_FORBIDDEN, runs=[], agents=[], experiments=[], max_games=MAX_GAMES
        )
    manager = await _manager(request, services)
    return Runs(
        allowed=True,
        text=None,
        runs=manager.replies(),
        agents=list(AGENTS),
        experiments=await services.run_quick(_experiments),
        max_games=MAX_GAMES,
    )


@router.post("/api/runs/tournament")
async def run_tournament(spec: TournamentRun, manager: InjectedManager) -> RunReply:
    """Start a tournament of built-in agents, or put it into the queue."""
    return manager.add(spec)


@router.post("/api/runs/lab")
async def run_experiment(
    spec: LabRun, manager: InjectedManager, services: InjectedServices
) -> RunReply:
    """Run an experiment with a tenth of its games, or put it into the queue."""
    names = [one.name for one in await services.run_quick(_experiments)]
    if spec.experiment not in names:
        raise RequestError(f"there is no experiment {spec.experiment!r}", "experiment")
    return manager.add(spec)


@router.post("/api/runs/{id}/cancel")
async def cancel(id: RunNumber, manager: InjectedManager) -> RunReply:
    """Stop a run, or take it out of the queue; what was played stays stored."""
    return manager.cancel(id)


@router.post("/api/runs/{id}/resume")
async def resume(id: RunNumber, manager: InjectedManager) -> RunReply:
    """Run the rest of a run that was stopped, as a new run that takes its place."""
    return manager.resume(id)


@cache
def _experiments() -> list[Experiment]:
    from obversi.lab.experiments import EXPERIMENTS  # it takes long to import

    return [Experiment.copy_of(one) for one in EXPERIMENTS.values() if 8 in one.sizes]
