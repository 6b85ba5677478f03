"""The reports' evaluations, worked out by hand for some positions, feature by feature.

A feature is (feature, weight, value), the weight being that of the game which the evaluation was
written for, and the value counted on the board above it: own minus the opponent's.
"""

import pytest

from obversi import Board, evaluate, feature
from obversi.heuristics import GOAL_FEATURES, evaluation

# After f5: white to move has d4; black has e4, d5, e5 and f5. White may play d6, f4 and f6, black
# could play c4, d3 and c3. Every disc touches an empty square.
AFTER_F5 = """
    --------
    --------
    --------
    ---OX---
    ---XXX--
    --------
    --------
    -------- O
"""

# Black to move has a1, b1, a2, e4 and d5; white c1, b2, c3, d4, e5 and g7.
# Black may play d1, c2, b3, d3, c4, f5, e6 and f6, white could play e3, f4, c5 and d6.
# The discs beside no empty square: a1. Those that black can flip: c1, b2, c3, d4 and e5.
CORNER = """
    XXO-----
    XO------
    --O-----
    ---OX---
    ---XO---
    --------
    ------O-
    -------- X
"""

# On 6×6 white to move has c1, c3, d4 and a6; black b1, d3, c4 and e4.
# White may play a1, d2, e3, b4, f4 and c5, black could play d1, c2, b3 and d5.
# All discs touch an empty square. White can flip every black disc.
SMALL = """
    -XO---
    ------
    --OX--
    --XOX-
    ------
    O----- O
"""

# Black to move has three rows, white d4 and e4. Black may play c5, d5, e5 and f5; white could play
# nowhere. The round is 26: for the second report that is late.
ROWS = """
    XXXXXXXX
    XXXXXXXX
    XXXXXXXX
    ---OO---
    --------
    --------
    --------
    -------- X
"""

# The weights of the second report, all over the board: each class of squares is there 4 or 8 times.
R2_POSITION_SUM = 20.1107406
assert pytest.approx(R2_POSITION_SUM) == (
    4 * (0.58294678 + 0.74310493 + 0.72602844 + 0.73083496)  # a1, b2, c3, d4
    + 8 * (0.32422638 + 0.30072021 + 0.04949951 + 0.26721382 + 0.05133057 + 0.12939453)
)
R2_POSITION_SUM_6 = 15.34560388
assert pytest.approx(R2_POSITION_SUM_6) == (
    4 * (0.58294678 + 0.74310493 + 0.72602844) + 8 * (0.32422638 + 0.30072021 + 0.26721382)
)
R2_SUM = 810.39324948
assert pytest.approx(R2_SUM) == (
    4 * (0.60791016 + 19 + 13 + 18.28742981)
    + 8 * (4.04785156 + 16.01070404 + 5 + 20 + 17.9804306 + 12.8125)
)
R2_SUM_6 = 450.90008544
assert pytest.approx(R2_SUM_6) == (4 * (0.60791016 + 19 + 13) + 8 * (4.04785156 + 16.01070404 + 20))

Features = list[tuple[str, float, float]]
# For each evaluation: the position, the features, the value under its own rules and the others.
BY_HAND: list[tuple[str, str, Features, float, float]] = [
    # γ = 0.7: 0.7 · own squares minus the opponent's - 0.3 · stable discs, for the reversed game
    (
        "r0-adjusted",
        AFTER_F5,
        [("squares", 0.7, -1 - (-1 - 1 - 1 - 2)), ("stable", -0.3, 0)],
        2.8,
        -2.8,
    ),
    (
        "r0-adjusted",
        CORNER,
        # a1 b1 a2 e4 d5, then c1 b2 c3 d4 e5 g7; stable are a1, b1 and a2
        [
            ("squares", 0.7, (-100 + 25 + 25 - 1 - 1) - (-1 + 45 - 1 - 1 - 1 + 45)),
            ("stable", -0.3, 3),
        ],
        -97.5,  # 0.7 · -138 - 0.9
        97.5,
    ),
    (
        "r0-adjusted",
        SMALL,
        # c1 c3 d4 a6, then b1 d3 c4 e4; a6 is stable
        [("squares", 0.7, (-1 - 1 - 1 - 100) - (25 - 1 - 1 - 1)), ("stable", -0.3, 1)],
        -87.8,  # 0.7 · -125 - 0.3
        87.8,
    ),
    (
        "r0-original",
        AFTER_F5,
        [("squares", 0.7, -1 - (-1 - 1 - 1 - 2)), ("stable", -0.3, 0)],
        2.8,
        -2.8,
    ),
    (
        "r0-original",
        CORNER,
        [
            ("squares", 0.7, (-500 + 50 + 50 - 1 - 1) - (-1 + 45 - 1 - 1 - 1 + 45)),
            ("stable", -0.3, 3),
        ],
        -342.5,  # 0.7 · -488 - 0.9
        342.5,
    ),
    (
        "r0-original",
        SMALL,
        [("squares", 0.7, (-1 - 1 - 1 - 500) - (50 - 1 - 1 - 1)), ("stable", -0.3, 1)],
        -385.3,  # 0.7 · -550 - 0.3
        385.3,
    ),
    # another share of the squares
    (
        "r0-adjusted:gamma=0.5",
        CORNER,
        [("squares", 0.5, -138), ("stable", -0.5, 3)],
        -70.5,
        70.5,
    ),
    # own stable discs as good
    (
        "r0:gamma=0.5:stability=good",
        CORNER,
        [("squares", 0.5, -138), ("stable", 0.5, 3)],
        -67.5,
        67.5,
    ),
    (
        "r1",
        AFTER_F5,
        [
            ("squares", 10, -3 - (-3 - 3 - 3 + 2)),
            ("disc_lead", 10, -100 * 4 / 5),
            ("frontier_lead", 74.396, 100 * 4 / 5),
            ("corners", 801.724 * 25, 0),
            ("corner_closeness", 382.026 * -12.5, 0),
            ("move_lead", 78.922, 0),  # three moves each
        ],
        5191.68,  # 40 - 800 + 5951.68
        6711.68,  # -40 + 800 + 5951.68
    ),
    (
        "r1",
        CORNER,
        [
            ("squares", 10, (20 - 3 - 3 - 3 - 3) - (11 - 7 + 2 - 3 - 3 - 7)),
            ("disc_lead", 10, -100 * 6 / 11),
            ("frontier_lead", 74.396, 100 * 6 / 10),
            ("corners", 801.724 * 25, 1),
            ("corner_closeness", 382.026 * -12.5, 0 - 1),  # g7
            ("move_lead", 78.922, 100 * 8 / 12),
        ],
        34148.19712121,  # 150 - 545.45454545 + 4463.76 + 20043.1 + 4775.325 + 5261.46666667
        -14697.74378788,  # -150 + 545.45454545 + 4463.76 - 20043.1 - 4775.325 + 5261.46666667
    ),
    (
        "r1",
        SMALL,
        [
            ("squares", 10, (11 + 2 + 2 + 20) - (-3 + 2 + 2 - 4)),
            ("disc_lead", 10, 0),
            ("frontier_lead", 74.396, 0),
            ("corners", 801.724 * 25, 1),
            ("corner_closeness", 382.026 * -12.5, 0 - 1),  # b1
            ("move_lead", 78.922, 100 * 6 / 10),
        ],
        29933.745,  # 380 + 20043.1 + 4775.325 + 4735.32
        -20463.105,  # -380 - 20043.1 - 4775.325 + 4735.32
    ),
    # the opponent's squares minus one's own, in the reversed game
    (
        "r2-position",
        AFTER_F5,
        [
            (
                "square_share",
                -1,
                (-0.73083496 - (3 * -0.73083496 - 0.12939453)) / R2_POSITION_SUM,
            )
        ],
        -0.0791151614,  # -1.59106445 / 20.1107406
        0.0791151614,
    ),
    (
        "r2-position",
        CORNER,
        [
            (
                "square_share",
                -1,
                (
                    (0.58294678 + 2 * 0.32422638 + 2 * -0.73083496)
                    - (0.30072021 + 2 * 0.74310493 + 0.72602844 + 2 * -0.73083496)
                )
                / R2_POSITION_SUM,
            )
        ],
        0.0637251048,  # 1.28155897 / 20.1107406
        -0.0637251048,
    ),
    (
        "r2-position",
        SMALL,
        [
            (
                "square_share",
                -1,
                (
                    (0.30072021 + 2 * 0.72602844 + 0.58294678)
                    - (0.32422638 + 2 * 0.72602844 + 0.26721382)
                )
                / R2_POSITION_SUM_6,
            )
        ],
        -0.0190430297,  # -0.29222679 / 15.34560388
        0.0190430297,
    ),
    # early: 1 · position + 0.1 · mobility + 0.2 · edge stability
    (
        "r2",
        AFTER_F5,
        [
            ("square_share", -1, (-18.28742981 - (3 * -18.28742981 + 12.8125)) / R2_SUM),
            # d6 f4 f6, then c4 d3 c3
            ("weighted_moves", 0.1, 0),
            ("edge_runs", -0.2, 0),
        ],
        -0.0293220133,  # -23.76235962 / 810.39324948
        0.0293220133,
    ),
    (
        "r2",
        CORNER,
        [
            (
                "square_share",
                -1,
                (
                    (0.60791016 + 2 * 4.04785156 + 2 * -18.28742981)
                    - (16.01070404 + 2 * 19 + 13 + 2 * -18.28742981)
                )
                / R2_SUM,
            ),
            # d1, c2 b3, f6, d3 c4 f5 e6, then e3 f4 c5 d6
            (
                "weighted_moves",
                0.1,
                ((5 + 2 * 20 + 13 + 4 * 12.8125) - 4 * 12.8125) / (12 * R2_SUM / 64),
            ),
            ("edge_runs", -0.2, 3 / 28),
        ],
        # 0.0719491 + 0.1 · 0.3817077 - 0.2 · 0.1071429, and the other way round but mobility
        0.0886913,
        -0.0123498,
    ),
    (
        "r2",
        SMALL,
        [
            (
                "square_share",
                -1,
                ((16.01070404 + 13 + 13 + 0.60791016) - (4.04785156 + 13 + 13 + 20)) / R2_SUM_6,
            ),
            # a1, d2 e3 b4 c5, f4, then d1, c2 b3 d5
            (
                "weighted_moves",
                0.1,
                ((0.60791016 + 4 * 20 + 16.01070404) - (16.01070404 + 3 * 20))
                / (12 * R2_SUM_6 / 36),
            ),
            ("edge_runs", -0.2, 1 / 20),
        ],
        # 0.0164765 + 0.1 · 0.1371118 - 0.2 · 0.05
        0.0201877,
        0.0072347,
    ),
    # late: 0.6 · position + 0.2 · mobility + 0.2 · edge stability
    (
        "r2",
        ROWS,
        [
            (
                "square_share",
                -0.6,
                (
                    2 * (0.60791016 + 4.04785156 + 16.01070404 + 5)
                    + 2 * (4.04785156 + 19 + 20 + 17.9804306)
                    + 2 * (16.01070404 + 20 + 13 + 12.8125)
                    - 2 * -18.28742981
                )
                / R2_SUM,
            ),
            ("weighted_moves", 0.2, (2 * 12.8125 + 2 * -18.28742981) / (12 * R2_SUM / 64)),
            ("edge_runs", -0.2, 12 / 28),
        ],
        # -0.6 · 0.4116653 - 0.2 · 0.0720628 - 0.2 · 0.4285714
        -0.3471260,
        0.3183009,
    ),
    # R3 judges the player who has just moved; to the mover everything is the other way round
    (
        "r3",
        AFTER_F5,
        # black: parity 3, as many moves as white, no corners, and e4, d5 and e5 can be flipped
        [("discs", 4, -3), ("r3_mobility", 2, 0), ("r3_corners", 2, 0), ("r3_stability", 8, 3)],
        12,
        -12,
    ),
    (
        "r3",
        CORNER,
        # white: parity 1, mobility (4 - 8) / 12, no corners, and five discs can be flipped
        [
            ("discs", 4, -1),
            ("r3_mobility", 2, 1 / 3),
            ("r3_corners", 2, 0),
            ("r3_stability", 8, 5),
        ],
        36.66666667,
        -35.33333333,
    ),
    (
        "r3",
        SMALL,
        # black: parity 0, mobility (4 - 6) / 10, and white can take a1 over b1
        [
            ("discs", 4, 0),
            ("r3_mobility", 2, 0.2),
            ("r3_corners", 2, 1),
            ("r3_stability", 8, 4),
        ],
        34.4,
        -33.6,
    ),
    (
        "r3",
        ROWS,
        # white: parity 2 - 24, no move at all, and both discs can be flipped
        [
            ("discs", 4, 22),
            ("r3_mobility", 2, 1000),
            ("r3_corners", 2, 0),
            ("r3_stability", 8, 2),
        ],
        2104,  # 88 + 2000 + 16
        1896,
    ),
    (
        "r3:ply=2",
        SMALL,
        [
            ("discs", 2, 0),
            ("r3_mobility", 2, 0.2),
            ("r3_corners", 4, 1),
            ("r3_stability", 8, 4),
        ],
        36.4,
        -35.6,
    ),
    (
        "r4",
        AFTER_F5,
        [
            ("squares", 1, -6 - (-6 - 6 - 6 + 2)),
            ("disc_share", 1, (1 - 4) / 5),
            ("move_share", 1, 0),
        ],
        9.4,
        -9.4,
    ),
    (
        "r4",
        CORNER,
        [
            ("squares", 1, (25 - 5 - 5 - 6 - 6) - (14 - 7 + 3 - 6 - 6 - 7)),
            ("disc_share", 1, (5 - 6) / 11),
            ("move_share", 1, (8 - 4) / 12),
        ],
        12.24242424,
        -11.57575758,
    ),
    (
        "r4",
        SMALL,
        [
            ("squares", 1, (14 + 3 + 3 + 25) - (-5 + 3 + 3 - 4)),
            ("disc_share", 1, 0),
            ("move_share", 1, (6 - 4) / 10),
        ],
        48.2,
        -47.8,
    ),
    ("positional", AFTER_F5, [("squares", 1, -3 - (-3 - 3 - 3 + 2))], 4, -4),
    ("positional", CORNER, [("squares", 1, 8 - -7)], 15, -15),
    ("positional", SMALL, [("squares", 1, 35 - -3)], 38, -38),
]
WRITTEN_FOR_REVERSED = ("r0", "r2")


@pytest.mark.few_cases(4)
@pytest.mark.parametrize(("name", "text", "features", "own_value", "other_value"), BY_HAND)
def test_values_worked_out_by_hand(
    name: str, text: str, features: Features, own_value: float, other_value: float
) -> None:
    written_for_reversed = name.startswith(WRITTEN_FOR_REVERSED)
    for rules in ("normal", "reversed"):
        board = Board.parse(text, rules)
        at_home = (rules == "reversed") == written_for_reversed
        found = [
            (feature.name, feature.weight, feature.value)
            for feature in evaluation(name).weighted_features(board)
        ]
        expected = [
            (feature, weight if at_home or feature not in GOAL_FEATURES else -weight, value)
            for feature, weight, value in features
        ]
        assert [feature[0] for feature in found] == [feature[0] for feature in expected]
        for one, by_hand in zip(found, expected, strict=True):
            assert one[1:] == pytest.approx(by_hand[1:], abs=1e-9)
        value = own_value if at_home else other_value
        assert evaluate(board, name) == pytest.approx(value, rel=1e-9, abs=1e-7)


SINGLE_FEATURES = {
    # CORNER: on the edge lie a1 b1 a2 and c1; 53 squares are empty
    "edges": 3 - 1,
    "frontier": 4 - 6,
    "moves": 8 - 4,
    "last_mover": 1,
    "bias": 1,
    "stable": 3,
    "edge_runs": 3 / 28,
    "r3_stability": 5,
}


@pytest.mark.parametrize("name", SINGLE_FEATURES)
def test_features_worked_out_by_hand(name: str) -> None:
    for rules in ("normal", "reversed"):
        board = Board.parse(CORNER, rules)
        assert feature(board, name) == pytest.approx(SINGLE_FEATURES[name])


def test_stable_discs_of_the_third_report_grow_along_rows_then_columns() -> None:
    # White has just moved. From the corner a1 grow b1, and below them a2, a3 and b2, but nothing
    # from c2, over which the row is open. Black can play c1 alone, which flips c2 and c3.
    board = Board.parse("OO-- OOO- O-O- --XX X")
    assert board.legal_moves == ["c1"]
    assert feature(board, "r3_stability") == 2 - 3 * 5
