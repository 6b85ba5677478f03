"""Where games are played: in this process, in other processes, on a cluster."""
