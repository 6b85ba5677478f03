"""The browser app: its pages, its HTTP API and its connection to the game server.

Nothing is exported here: the modules need FastAPI, which the rest of the package does not.
"""

from obversi.extras import require

require("the app", "web", "fastapi", "uvicorn", "websockets", "elote", "scipy", "jinja2")
