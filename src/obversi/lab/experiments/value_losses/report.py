"""What value losses say about R2's words on them."""

from obversi.lab.claims.several_tests import is_less
from obversi.lab.finding import Finding, observe
from obversi.lab.models.agreement import agreement
from obversi.lab.models.value_loss import ValueLoss
from obversi.lab.models.yardsticks import NOTHING

__all__ = ["fixed_point", "loss_and_moves", "structure", "worse_than_chance"]


def fixed_point(found: ValueLoss, equal: int) -> Finding:
    """Test R2's theorem that minimax estimates itself, on all roots: no chance is in it."""
    roots = found.roots
    return Finding(
        f"minimax estimates itself, {found.rules}",
        "to any depth (2.2.3, theorem 2)",
        f"{equal:,} of {roots:,} roots",
        "agrees" if equal == roots else "differs",
        f"Of {roots:,} positions {equal:,} are worth exactly what {found.plies} plies of minimax "
        f"make of the true values below them under {found.rules} rules"
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
        f"a smaller loss goes with {'better' if order.correlation > 0 else 'worse'} moves"
        if order.is_sure
        else "whether a smaller loss goes with better moves stays open"
    )
    return Finding(
        f"loss and moves, {found.rules}",
        "",
        f"{order.correlation:+.2f}",
        "new",
        f"Under {found.rules} rules {judged}: the loss and the discs that are lost have a {order}.",
    )


def structure(found: ValueLoss, last_level: int) -> Finding:
    """Set the loss of all nodes beside that of the nodes alone that are judged without a search.

    R2 says that a plain difference is not enough, but not for what: so no verdict follows.
    """
    everywhere, last = (
        [loss.fitted.value for loss in found.losses],
        [loss.by_ply[-1].value for loss in found.losses],
    )
    lost = [loss.discs_lost.value for loss in found.losses]
    alike, all_nodes, last_ply = (
        agreement(one, other).correlation
        for one, other in ((everywhere, last), (everywhere, lost), (last, lost))
    )
    return Finding(
        f"loss of all nodes and of the last ply, {found.rules}",
        "",
        f"{alike:+.2f}",
        "new",
        f"{100 * last_level / found.nodes:.0f} % of the nodes are on the last ply, where nothing "
        f"is searched. Under {found.rules} rules their loss and that of all nodes, of which they "
        f"are a part, have a rank correlation (Kendall's) of {alike:+.2f}; with the discs that are "
        f"lost it is {last_ply:+.2f} for the last ply and {all_nodes:+.2f} for all nodes. Whether "
        "one is the better measure is not tested.",
    )


def worse_than_chance(found: ValueLoss) -> list[Finding]:
    """Tell which evaluations choose moves that surely lose more than random ones."""
    knowing = [loss for loss in found.losses if loss.name != NOTHING.name]
    return [
        observe(
            f"moves of {loss.name}, {found.rules}",
            loss.discs_lost,
            f"With {found.empties} empties {loss.name} loses {loss.discs_lost.value:.1f} discs a "
            f"move after {found.plies} plies of search under {found.rules} rules, surely more than "
            f"a random legal move with {found.any_move.value:.1f} (95 % for all {len(knowing)} "
            "evaluations together).",
            digits=1,
        )
        for loss in knowing
        if is_less(found.any_move, loss.discs_lost, len(knowing))
    ]
