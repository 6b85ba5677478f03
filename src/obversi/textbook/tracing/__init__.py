"""Searches step by step: opened nodes, values, cut-offs, and a picture of the tree."""

from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.picture import Picture, Shape, draw_tree
from obversi.textbook.tracing.report import tree_svg
from obversi.textbook.tracing.trace import (
    MAX_NODES,
    SEARCHES,
    Counts,
    Cut,
    NodeState,
    SearchName,
    Step,
    StepTable,
    Trace,
    TracedNode,
)

__all__ = [
    "MAX_NODES",
    "SEARCHES",
    "Counts",
    "Cut",
    "NodeState",
    "Picture",
    "SearchName",
    "Shape",
    "Step",
    "StepTable",
    "Trace",
    "TracedNode",
    "draw_tree",
    "trace_mcts",
    "trace_search",
    "tree_svg",
]
