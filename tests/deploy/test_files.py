"""The files to deploy servers, as far as they can be checked without containers."""

import re
import tomllib
from importlib import import_module
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import click
import pytest

from obversi.cli import main

yaml: Any = import_module("yaml")

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CADDY = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = COMPOSE["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name.startswith("server-")}
SITE = "reversi.example.org"


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file, without comments."""
    lines = re.sub(r"^#.*\n", "", CONTAINER, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    pairs = (line.split(None, 1) for line in lines if line.strip())
    return [(name, rest) for name, rest in pairs]


def all_of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def parsed(command: str, arguments: list[str]) -> dict[str, Any]:
    """Read the arguments of a command as the command line does, and check their values."""
    found = main.get_command(click.Context(main), command)
    assert found is not None
    return found.make_context(command, list(arguments)).params


def arguments_of(service: dict[str, Any]) -> list[str]:
    """Return the arguments of a server, with the variables of the environment filled in."""
    command, *arguments = service["command"]
    assert command == "web"
    return [re.sub(r"\$\{SITE[^}]*\}", SITE, each) for each in arguments]


# The container


def test_the_container_has_two_stages_and_is_not_root() -> None:
    assert len(all_of("FROM")) == 2
    last = max(place for place, (name, _) in enumerate(instructions()) if name == "FROM")
    names = [name for name, _ in instructions()[last:]]
    assert "apt-get" not in "".join(rest for _, rest in instructions()[last:])
    user, _, group = all_of("USER")[-1].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert names.index("USER") > max(place for place, name in enumerate(names) if name == "RUN")


def test_all_that_is_copied_is_there_and_not_ignored() -> None:
    allowed = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    copied = [rest.split()[:-1] for rest in all_of("COPY") if not rest.startswith("--from")]
    sources = {source for each in copied for source in each}
    assert sources == allowed
    assert all((ROOT / source).exists() for source in sources)


def test_its_extras_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [extras] = [rest.removeprefix("EXTRAS=") for rest in all_of("ARG") if "EXTRAS" in rest]
    assert set(extras.split(",")) <= set(project["optional-dependencies"])


def test_its_command_and_health_check_fit_each_other() -> None:
    [command] = all_of("CMD")
    _, *arguments = yaml.safe_load(command)
    settings = parsed("web", arguments)
    [health] = all_of("HEALTHCHECK")
    assert f"http://127.0.0.1:{settings['port']}/healthz" in health
    ports = {int(port) for port in all_of("EXPOSE")[0].split()}
    assert ports == {settings["port"], settings["metrics_port"]}
    code = yaml.safe_load(health[health.index("[") :])[-1]
    compile(code, "the health check", "exec")


# The services


def test_there_are_two_servers_that_differ_in_their_names_only() -> None:
    one, other = SERVERS.values()
    assert {**one, "hostname": ""} == {**other, "hostname": ""}
    assert [one["hostname"], other["hostname"]] == list(SERVERS)


@pytest.mark.parametrize("name", SERVERS)
def test_the_options_of_a_server_exist(name: str) -> None:
    arguments = arguments_of(SERVERS[name])
    settings = parsed("web", arguments)
    assert settings["sites"] == (SITE,)
    assert settings["store"].startswith("postgresql://obversi@postgres:5432/")
    assert settings["bus"].startswith("redis://valkey:6379/")
    assert settings["engine"] == "tcp://scheduler:8786"
    assert settings["drain_seconds"] + 15 < int(SERVERS[name]["stop_grace_period"].rstrip("s"))


def test_the_dask_commands_exist() -> None:
    for name in ("scheduler", "worker"):
        service = SERVICES[name]
        assert service["entrypoint"] == ["dask", name]
        command: click.Command = import_module(f"distributed.cli.dask_{name}").main
        assert command.make_context(name, list(service["command"])).params


def test_ports_agree() -> None:
    settings = parsed("web", arguments_of(SERVERS["server-1"]))
    upstreams = re.findall(r"^\treverse_proxy (.*) \{$", CADDY, re.MULTILINE)
    assert upstreams == [" ".join(f"{name}:{settings['port']}" for name in SERVERS)]
    prometheus = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    [job] = prometheus["scrape_configs"]
    assert job["static_configs"][0]["targets"] == [
        f"{name}:{settings['metrics_port']}" for name in SERVERS
    ]
    [scheduler] = [each for each in SERVICES["scheduler"]["command"] if "--port" in each]
    assert scheduler.endswith(":8786".replace(":", "="))
    assert SERVICES["worker"]["command"][0] == "tcp://scheduler:8786"


def test_the_trusted_proxy_is_the_network_of_the_services() -> None:
    [inside] = COMPOSE["networks"]["inside"]["ipam"]["config"]
    [trusted] = parsed("web", arguments_of(SERVERS["server-1"]))["proxies"]
    assert ip_network(trusted) == ip_network(inside["subnet"])
    assert ip_address("172.30.64.2") in ip_network(trusted)


@pytest.mark.parametrize("name", [*SERVERS, "scheduler", "worker"])
def test_our_containers_may_do_little(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["user"] == all_of("USER")[-1]


def test_only_the_proxy_is_reached_from_outside() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert set(ports) == {"proxy", "grafana"}
    assert all(each.startswith("127.0.0.1:") for each in ports["grafana"])


def test_visitors_do_not_see_the_pages_of_the_operator() -> None:
    pages: Any = import_module("obversi.net.operations.pages")
    [hidden] = re.findall(r"@operator path (.*)", CADDY)
    assert set(hidden.split()) == {pages.HEALTH, pages.READINESS, pages.METRICS}
    assert f"health_uri {pages.READINESS}" in CADDY


def test_whatever_is_named_is_there() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", ())) <= set(SERVICES)
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            is_file = source.startswith(".")
            assert (DEPLOY / source).is_file() if is_file else source in COMPOSE["volumes"]
        assert service["image"] == "obversi" or re.search(r":v?\d", service["image"])
    hosts = set(re.findall(r"(?:@|//)([a-z]+):\d+", " ".join(SERVERS["server-1"]["command"])))
    assert hosts == {"postgres", "valkey", "scheduler"}
    assert hosts <= set(SERVICES)


def test_the_example_sets_all_variables() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    example = (DEPLOY / "example.env").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{(\w+)", text))
    assert used == set(re.findall(r"^(\w+)=", example, re.MULTILINE))
