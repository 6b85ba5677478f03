"""The bus: messages between the processes of a server, over the channels of a Redis or Valkey.

Messages that are sent in the same moment travel together. They may be lost when a connection is:
each batch has a number, so its receiver notices a gap.
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
from obversi.tables.interface import address_label

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

__all__ = ["Bus", "Message"]

_LOG: Final = logging.getLogger("obversi.net")

Message = dict[str, Any]

#: The receiver of a message to all other processes.
ALL: Final = "all"

_CONNECT_SECONDS: Final = 2.0
_PAUSE: Final = 0.1

# A busy event loop is late by seconds itself, which is no loss.
_TIMEOUT: Final = 10.0

# A process hears its own beats: without any message for twice this time the connection is lost.
_SILENCE: Final = 5.0

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
                socket_connect_timeout=_CONNECT_SECONDS,
                socket_timeout=None,
                health_check_interval=5,
            )
        except ValueError as error:
            raise InputError(f"{self.label!r} is not the address of a bus: {error}") from error
        self._process = ""
        self._sent: Counter[str] = Counter()
        self._heard: dict[tuple[str, str], int] = {}
        self._waiting: dict[str, list[Message]] = {}
        self._number_waiting = 0
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

    def send(self, receiver: str, message: Message) -> None:
        """Send a message to a process, or to all others; without the bus it is lost."""
        if self.is_open and self._number_waiting < _MOST_WAITING:
            self._waiting.setdefault(receiver, []).append(message)
            self._number_waiting += 1
            self._may_send.set()
        # When the bus is back, all that was lost is handled at once.

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
        try:
            await listener.subscribe(self._channel(self._process), self._channel(ALL))
        except BaseException:
            with suppress(Exception):
                await listener.aclose()  # type: ignore[no-untyped-call]
            raise
        self.is_open = True
        return listener

    async def _hear(self, listener: "PubSub") -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                silences = 0
                while silences < 2:
                    found = await listener.get_message(timeout=_SILENCE)
                    silences = silences + 1 if found is None else 0
                    if found is not None and found["type"] == "message":
                        self._take(json.loads(found["data"]), found["channel"])
                raise TimeoutError("it is silent")
            except (RedisError, OSError) as error:
                if self.is_open:
                    _LOG.warning("%s is lost: %s", self.label, _one_line(error))
                self.is_open = False
            with suppress(Exception):
                await listener.aclose()  # type: ignore[no-untyped-call]
            listener = await self._subscribed_again()
            _LOG.warning("%s is back", self.label)
            self._heard.clear()
            self._on_gap(None)

    async def _subscribed_again(self) -> "PubSub":
        """Try until the bus is back."""
        from redis.exceptions import RedisError

        while True:
            await asyncio.sleep(_PAUSE)
            with suppress(RedisError, OSError):
                return await self._subscribed()

    def _take(self, batch: Message, channel: bytes) -> None:
        sender, own = batch["from"], self._channel(self._process)
        if sender == self._process:
            return  # a beat
        key = sender, channel.decode()
        last = self._heard.get(key, 0)
        self._heard[key] = batch["n"]
        sent = batch.get("sent", {}).get(self._process, 0)
        is_missing = sent > self._heard.setdefault((sender, own), sent)
        if is_missing or (last and batch["n"] != last + 1):
            self._heard[sender, own] = max(sent, self._heard[sender, own])
            self._on_gap(sender)
        for message in batch["messages"]:
            try:
                self._on_message(sender, message)
            except Exception:
                _LOG.exception("the server failed on a message of process %s", sender)

    async def _send_waiting(self) -> None:
        from redis.exceptions import RedisError

        while True:
            await self._may_send.wait()
            self._may_send.clear()
            waiting, self._waiting, self._number_waiting = self._waiting, {}, 0
            pipeline = self._redis.pipeline(transaction=False)
            for receiver, messages in sorted(waiting.items(), key=lambda item: item[0] == ALL):
                pipeline.publish(self._channel(receiver), self._batch(receiver, messages))
            try:
                hearers = await asyncio.wait_for(pipeline.execute(), _TIMEOUT)
            except (RedisError, OSError, TimeoutError):
                await asyncio.sleep(_PAUSE)
                if self.is_open:  # otherwise that is handled when it is back
                    for receiver in waiting.keys() - {ALL}:
                        self._on_gap(receiver)
                continue
            receivers = sorted(waiting, key=lambda receiver: receiver == ALL)
            for receiver, number in zip(receivers, hearers, strict=True):
                for message in waiting[receiver] if not number else ():
                    self._on_unheard(receiver, message)

    def _batch(self, receiver: str, messages: list[Message]) -> str:
        """Return messages as a text; one to all says how many batches each process should have."""
        self._sent[receiver] += 1
        head: Message = {"from": self._process, "n": self._sent[receiver]}
        if receiver == ALL:
            head["sent"] = self._sent
        return json.dumps(head | {"messages": messages}, separators=(",", ":"))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
