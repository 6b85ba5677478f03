"""What value losses say about R2's words on them."""

from collections.abc import Mapping
from math import hypot

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate
from obversi.lab.finding import Finding, observe
from obversi.lab.models.agreement import agreement
from obversi.lab.models.value_loss import ValueLoss
from obversi.lab.models.yardsticks import NOTHING
from obversi.lab.step import Measured

__all__ = ["fixed_point", "loss_and_moves", "structure", "worse_than_any"]


def fixed_point(data: Mapping[str, Measured]) -> Finding:
    """Test R2's theorem that minimax estimates itself, on all roots."""
    equal = sum(told["equal roots"] for told in data.values())
    roots = sum(told["roots"] for told in data.values())
    return Finding(
        "minimax estimates itself (2.2.3, theorem 2)",
        "to any depth",
        f"{equal:,} of {roots:,} roots",
        "agrees" if equal == roots else "differs",
        f"Of {roots:,} positions {equal:,} are worth exactly what some plies of minimax make "
        "of the true values below them"
        + (
            ", as the theorem says."
            if equal == roots
            else ": the theorem, or our solver, is wrong."
        ),
    )


def loss_and_moves(found: ValueLoss) -> Finding:
    """Tell whether a small loss goes with good moves."""
    order = agreement(
        [loss.fitted.value for loss in found.losses],
        [loss.discs_lost.value for loss in found.losses],
    )
    judged = (
        "a smaller loss goes with better moves"
        if order.is_sure and order.correlation > 0
        else "a smaller loss does not have to mean better moves"
    )
    return Finding(
        f"loss and moves, {found.rules}",
        "",
        f"{order.correlation:+.2f}",
        "new",
        f"Under {found.rules} rules {judged}: the loss and the discs that are lost have a {order}.",
    )


def structure(found: ValueLoss, last_level: int) -> Finding:
    """Tell whether all nodes say more than those alone that are judged without a search."""
    order = agreement(
        [loss.fitted.value for loss in found.losses],
        [loss.by_ply[-1].value for loss in found.losses],
    )
    share = last_level / found.nodes
    needed = order.correlation < 0.95
    return Finding(
        f"is the structure needed? {found.rules}",
        "a plain difference “is not enough”",
        f"{order.correlation:+.2f}",
        "agrees" if needed else "differs",
        f"{100 * share:.0f} % of the nodes are on the last ply, where nothing is searched; their "
        f"loss alone puts the evaluations in {'another' if needed else 'nearly the same'} order "
        f"as that of all nodes (rank correlation {order.correlation:+.2f}).",
    )


def worse_than_any(found: ValueLoss) -> list[Finding]:
    """Tell which evaluations choose moves that are worse than any legal one."""
    worse = [
        loss
        for loss in found.losses
        if loss.name != NOTHING.name and _is_more(loss.discs_lost, found.any_move)
    ]
    return [
        observe(
            f"moves of {loss.name}, {found.rules}",
            loss.discs_lost,
            f"With {found.empties} empties {loss.name} loses {loss.discs_lost.value:.1f} discs "
            f"a move after {found.plies} plies of search, more than any legal move with "
            f"{found.any_move.value:.1f}: it is of no use for the end of {found.rules} games.",
            digits=1,
        )
        for loss in worse
    ]


def _is_more(one: Estimate, other: Estimate) -> bool:
    """Say whether a number is surely larger than another."""
    return one.value - other.value > NORMAL_95 * hypot(one.error, other.error)
