"""Names of earlier versions still work, with a warning."""

import importlib

import pytest

from obversi.net.limits import ServerLimits
from obversi.net.server import ServerSettings
from obversi.web.settings import AppSettings


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("obversi.net.store", "Store", "GameStore"),
        ("obversi.net.client", "RefusedError", "RejectedError"),
        ("obversi.wire.session", "Asked", "RequestEnvelope"),
        ("obversi.wire.session", "Told", "ReplyEnvelope"),
        ("obversi.wire.session", "RematchNews", "RematchEvent"),
    ],
)
def test_an_old_name_is_the_new_class(module: str, old: str, new: str) -> None:
    names = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
        renamed = getattr(names, old)
    assert renamed is getattr(names, new)


@pytest.mark.parametrize(
    "module", ["obversi.net.store", "obversi.net.client", "obversi.wire.session"]
)
def test_an_unknown_name_is_an_attribute_error(module: str) -> None:
    with pytest.raises(AttributeError, match="Nothing"):
        importlib.import_module(module).Nothing  # noqa: B018


@pytest.mark.parametrize("kind", [ServerSettings, AppSettings])
def test_settings_accept_bounds_as_limits(kind: type[ServerSettings] | type[AppSettings]) -> None:
    limits = ServerLimits(messages_per_second=3)
    with pytest.warns(DeprecationWarning, match="bounds is now limits") as warnings:
        settings = kind(bounds=limits)
    assert settings.limits is limits
    assert warnings[0].filename == __file__
    assert kind().limits == ServerLimits()
