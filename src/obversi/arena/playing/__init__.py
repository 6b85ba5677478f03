"""Where games are played: in this process, in others, on other machines."""
