"""Games that experiments count: who meets whom, and from which openings."""
