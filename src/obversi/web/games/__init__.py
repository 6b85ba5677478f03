"""Games as pages know them: boards out of requests, positions to show, texts to read."""

__all__: list[str] = []
