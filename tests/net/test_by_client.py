"""Connections by client, against a slow list of them."""

from collections import Counter

from hypothesis import given, strategies as st

from obversi.net.by_client import ConnectionsByClient

CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["add", "mark_active", "remove"]),
        st.integers(0, 12),
        st.sampled_from("ABCD"),
    ),
    max_size=60,
)


@given(CHANGES)
def test_it_counts_as_a_slow_list_does(changes: list[tuple[str, int, str]]) -> None:
    connections: ConnectionsByClient[int] = ConnectionsByClient()
    slow: list[tuple[int, str]] = []  # from that which was silent for longest
    for change, number, client in changes:
        before = [pair for pair in slow if pair[0] == number]
        if change == "add":
            connections.add(number, client)
            slow = [pair for pair in slow if pair[0] != number] + [(number, client)]
        elif change == "mark_active":
            connections.mark_active(number)
            slow = [pair for pair in slow if pair[0] != number] + before
        else:
            connections.remove(number)
            slow = [pair for pair in slow if pair[0] != number]
        counted = Counter(client for _, client in slow)
        assert len(connections) == len(slow)
        assert {*connections} == {number for number, _ in slow}
        assert (number in connections) == any(pair[0] == number for pair in slow)
        for each in "ABCD":
            assert connections.count(each) == counted[each]
            assert [*connections.of(each)] == [pair[0] for pair in slow if pair[1] == each]
        most = max(counted.values(), default=0)
        assert counted[connections.fullest] == most
        assert bool(connections.fullest) == bool(most)
