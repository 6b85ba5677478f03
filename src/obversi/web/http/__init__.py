"""How browsers are let in and answered: the wire, who may come, files, refusals."""

__all__: list[str] = []
