"""The games of a server, without connections; `obversi.net.game_server` uses them."""
