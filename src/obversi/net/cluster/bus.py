"""The bus: messages between the processes of a server, over the channels of a Redis or Valkey.

A message may be lost when a connection is. Each has a number, so its receiver notices a gap.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from obversi.errors import InputError
from obversi.extras import require
from obversi.net.tables.interface import address_label

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

__all__ = ["Bus", "Message"]

_LOG: Final = logging.getLogger("obversi.net")

Message = dict[str, Any]

#: The receiver of a message to all other processes.
ALL: Final = "all"

_TIMEOUT: Final = 2.0
_PAUSE: Final = 0.1

# A process hears its own beats: without any message for this time the connection is lost.
_SILENCE: Final = 3.0

# More waiting messages than this are lost: their receivers notice it.
_MOST_WAITING: Final = 100_000


class Bus:
    """Sends messages without waiting, and hands those of others on."""

    def __init__(
        self,
        address: str,
        cluster: str,
        on_message: Callable[[str, Message], None],
        on_gap: Callable[[str | None], None],
        on_unheard: Callable[[str, Message], None],
    ) -> None:
        """Use a Redis.

        `on_gap` is called with a process from or to which messages were lost, None for all.
        `on_unheard` is called with a receiver that did not hear a message, and the message.
        """
        require("--bus", "redis", "redis")
        from redis.asyncio import Redis

        self.label = address_label(address)
        self._cluster = cluster
        self._on_message, self._on_gap, self._on_unheard = on_message, on_gap, on_unheard
        try:
            self._redis: Redis = Redis.from_url(
                address,
                socket_connect_timeout=_TIMEOUT,
                socket_timeout=None,
                health_check_interval=5,
            )
        except ValueError as error:
            raise InputError(f"{self.label!r} is not the address of a bus: {error}") from error
        self._process = ""
        self._sent: Counter[str] = Counter()
        self._heard: dict[tuple[str, str], int] = {}
        self._waiting: list[tuple[str, Message]] = []
        self._may_send = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_open = False

    async def open(self, process: str) -> None:
        """Connect, and hear what is for this process."""
        from redis.exceptions import RedisError

        self._process = process
        try:
            listener = await self._subscribed()
        except (RedisError, OSError) as error:
            raise InputError(f"{self.label} cannot be used: {_one_line(error)}") from error
        self._tasks = [
            asyncio.create_task(self._hear(listener)),
            asyncio.create_task(self._send_waiting()),
        ]

    async def rename(self, process: str) -> None:
        """Hear what is for this process under its new name, if it has one."""
        if process != self._process or not self._tasks:
            await self._close_tasks()
            await self.open(process)

    def beat(self, message: Message) -> None:
        """Send a message to all, which says how many messages each process should have."""
        self.send(ALL, message | {"sent": dict(self._sent)})

    def send(self, receiver: str, message: Message) -> None:
        """Send a message to a process, or to all others; without the bus it is lost."""
        if not self.is_open:
            return  # when it is back, all that was lost is handled at once
        self._sent[receiver] += 1
        head = {"from": self._process, "n": self._sent[receiver]}
        if len(self._waiting) < _MOST_WAITING:
            self._waiting.append((receiver, head | message))
            self._may_send.set()

    async def silent(self, processes: Collection[str]) -> frozenset[str]:
        """Return which processes hear nothing on the bus."""
        from redis.exceptions import RedisError

        if not (self.is_open and processes):
            return frozenset()
        names: dict[str | bytes, str] = {
            self._channel(process).encode(): process for process in processes
        }
        try:
            found = await asyncio.wait_for(self._redis.pubsub_numsub(*names), _TIMEOUT)
        except (RedisError, OSError, TimeoutError):
            return frozenset()
        return frozenset(names[channel] for channel, number in found if not number)

    async def close(self) -> None:
        """Send what waits, and disconnect."""
        for _ in range(10):
            if not (self._waiting and self.is_open):
                break
            await asyncio.sleep(_PAUSE / 10)
        await self._close_tasks()
        with suppress(Exception):
            await self._redis.aclose()

    async def _close_tasks(self) -> None:
        self.is_open = False
        while any(not task.done() for task in self._tasks):
            for task in self._tasks:
                task.cancel()  # `wait_for` may miss it in the moment of its end
            await asyncio.wait(self._tasks, timeout=_PAUSE)
        self._tasks = []

    def _channel(self, receiver: str) -> str:
        return f"obversi:{self._cluster}:{receiver}"

    async def _subscribed(self) -> "PubSub":
        listener = self._redis.pubsub()
        await listener.subscribe(self._channel(self._process), self._channel(ALL))
        self.is_open = True
        return listener

    async def _hear(self, listener: "PubSub") -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                while found := await listener.get_message(timeout=_SILENCE):
                    if found["type"] == "message":
                        self._take(json.loads(found["data"]), found["channel"])
                raise TimeoutError("it is silent")
            except (RedisError, OSError) as error:
                if self.is_open:
                    _LOG.warning("%s is lost: %s", self.label, _one_line(error))
                self.is_open = False
            with suppress(Exception):
                await listener.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(_PAUSE)
            try:
                listener = await self._subscribed()
            except (RedisError, OSError):
                continue
            _LOG.warning("%s is back", self.label)
            self._heard.clear()
            self._on_gap(None)

    def _take(self, message: Message, channel: bytes) -> None:
        sender = message["from"]
        if sender == self._process:
            return  # a beat
        key = sender, channel.decode()
        last = self._heard.get(key, 0)
        self._heard[key] = message["n"]
        own = self._channel(self._process)
        sent = message.get("sent", {}).get(self._process, 0)
        is_missing = sent > self._heard.setdefault((sender, own), sent)
        if is_missing or (last and message["n"] != last + 1):
            self._heard[sender, own] = max(sent, self._heard[sender, own])
            self._on_gap(sender)
        try:
            self._on_message(sender, message)
        except Exception:
            _LOG.exception("the server failed on a message of process %s", sender)

    async def _send_waiting(self) -> None:
        from redis.exceptions import RedisError

        while True:
            await self._may_send.wait()
            self._may_send.clear()
            waiting, self._waiting = self._waiting, []
            pipeline = self._redis.pipeline(transaction=False)
            for receiver, message in waiting:
                data = json.dumps(message, separators=(",", ":"))
                pipeline.publish(self._channel(receiver), data)
            try:
                hearers = await asyncio.wait_for(pipeline.execute(), _TIMEOUT)
            except (RedisError, OSError, TimeoutError):
                await asyncio.sleep(_PAUSE)
                if self.is_open:  # otherwise that is handled when it is back
                    for receiver in {receiver for receiver, _ in waiting} - {ALL}:
                        self._on_gap(receiver)
            else:
                for (receiver, message), number in zip(waiting, hearers, strict=True):
                    if not number:
                        self._on_unheard(receiver, message)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
