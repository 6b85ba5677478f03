"""The bus: messages between the processes of a server, over the channels of a Redis or Valkey.

Messages that are sent at the same moment form a batch. A lost connection may lose messages. Each
batch has a number, so its receiver notices a gap.
"""

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from obversi.errors import InputError
from obversi.extras import require
from obversi.net.processes.redis_link import RedisLink
from obversi.sql.interface import address_label

_LOG = logging.getLogger("obversi.net")

Message = dict[str, Any]

#: The receiver of a message to all other processes.
ALL = "all"

_CONNECT_SECONDS = 2.0
_PAUSE = 0.1

# A connection counts as lost after twice this time without a reply to a message.
_TIMEOUT = 10.0

# A process receives its own heartbeats, so a connection counts as lost after twice this time
# without any message.
_SILENCE = 5.0

# If more messages than this wait, further ones are lost; their receivers notice the gap.
_MOST_WAITING = 100_000

_ENCODER = json.JSONEncoder(separators=(",", ":"))


class Bus:
    """Sends messages without waiting, and passes on those of other processes."""

    def __init__(
        self,
        address: str,
        group: str,
        on_message: Callable[[str, Message], None],
        on_gap: Callable[[str | None], None],
        on_undelivered: Callable[[str, Message], None],
    ) -> None:
        """Use a Redis.

        `on_gap` is called with a process from or to which messages were lost, None for all.
        `on_undelivered` is called with a receiver that did not get a message, and the message.
        """
        require("--bus", "redis", "redis", "hiredis")
        from redis.asyncio import Redis

        self.label = address_label(address)
        self._group = group
        self._on_message, self._on_gap, self._on_undelivered = on_message, on_gap, on_undelivered
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
        self._names: set[str] = set()  # of this process, also earlier ones
        self._sent: Counter[str] = Counter()
        self._last_received: dict[tuple[str, str], int] = {}
        self._waiting: dict[str, list[Message]] = {}
        self._number_waiting = 0
        self._travelling: deque[tuple[str, list[Message]]] = deque()  # sent, without a reply yet
        self._listener: RedisLink | None = None
        self._sender: RedisLink | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.is_open = False

    async def open(self, process: str) -> None:
        """Connect, and receive the messages for this process."""
        from redis.exceptions import RedisError

        self._process = process
        self._names.add(process)
        try:
            self._listener = await self._subscribed()
        except (RedisError, OSError) as error:
            raise InputError(f"{self.label} cannot be used: {_one_line(error)}") from error
        self._tasks = [
            asyncio.create_task(self._keep_receiving(self._listener)),
            asyncio.create_task(self._keep_sending()),
        ]

    def rename(self, process: str) -> None:
        """Receive the messages for this process under its new name, if it has one."""
        if process == self._process:
            return
        old, self._process = self._process, process
        self._names.add(process)
        if self.is_open and self._listener is not None:
            commands = ("UNSUBSCRIBE", self._channel(old)), ("SUBSCRIBE", self._channel(process))
            self._listener.send(*commands)

    def send(self, receiver: str, message: Message) -> None:
        """Send a message to a process, or to all others; without the bus it is lost."""
        if self.is_open and self._number_waiting < _MOST_WAITING:
            if not self._waiting:
                asyncio.get_running_loop().call_soon(self._send_waiting)
            self._waiting.setdefault(receiver, []).append(message)
            self._number_waiting += 1
        elif self.is_open:
            self._sent[receiver] += 1  # so that its receiver notices the gap
        # Otherwise all losses are handled together when the bus is back.

    async def silent(self, processes: Collection[str]) -> frozenset[str]:
        """Return the processes that do not listen on the bus."""
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

    def forget(self, process: str) -> None:
        """Drop the numbers of batches to and from a process that has ended."""
        self._sent.pop(process, None)
        for key in [each for each in self._last_received if each[0] == process]:
            del self._last_received[key]

    async def close(self) -> None:
        """Send the waiting messages, and disconnect."""
        for _ in range(10):
            if not ((self._waiting or self._travelling) and self.is_open):
                break
            await asyncio.sleep(_PAUSE / 10)
        await self._close_tasks()
        with suppress(Exception):
            await self._redis.aclose()

    async def _close_tasks(self) -> None:
        self.is_open = False
        while any(not task.done() for task in self._tasks):
            for task in self._tasks:
                task.cancel()  # a task that connects may miss the cancellation
            await asyncio.wait(self._tasks, timeout=_PAUSE)
        self._tasks = []

    def _channel(self, receiver: str) -> str:
        return f"obversi:{self._group}:{receiver}"

    # Receiving

    async def _subscribed(self) -> RedisLink:
        listener = await RedisLink.open(self._redis, self._receive)
        listener.send(("SUBSCRIBE", self._channel(self._process), self._channel(ALL)))
        self.is_open = True
        return listener

    async def _keep_receiving(self, listener: RedisLink) -> None:
        while True:
            try:
                problem = await listener.loss(_SILENCE, lambda: True)
            finally:
                await listener.close()
            _LOG.warning("%s is lost: %s", self.label, problem)
            self.is_open = False
            self._listener = listener = await self._subscribed_again()
            _LOG.warning("%s is back", self.label)
            self._last_received.clear()
            self._on_gap(None)

    async def _subscribed_again(self) -> RedisLink:
        """Try until the bus is back."""
        from redis.exceptions import RedisError

        while True:
            await asyncio.sleep(_PAUSE)
            with suppress(RedisError, OSError):
                return await self._subscribed()

    def _receive(self, reply: Any) -> None:
        """Handle a message of Redis to a subscriber."""
        if isinstance(reply, Exception):
            _LOG.warning("%s rejects a subscription: %s", self.label, reply)
        if isinstance(reply, list) and reply[0] == b"message":
            try:
                self._take(json.loads(reply[2]), reply[1])
            except Exception:
                _LOG.exception("the server failed on a message from %s", self.label)

    def _take(self, batch: Message, channel: bytes) -> None:
        sender, own = batch["from"], self._channel(self._process)
        if sender in self._names:
            return  # its own heartbeat
        key = sender, channel.decode()
        last = self._last_received.get(key, 0)
        self._last_received[key] = batch["n"]
        sent = batch.get("sent", {}).get(self._process, 0)
        is_missing = sent > self._last_received.setdefault((sender, own), sent)
        if is_missing or (last and batch["n"] != last + 1):
            self._last_received[sender, own] = max(sent, self._last_received[sender, own])
            self._on_gap(sender)
        for message in batch["messages"]:
            try:
                self._on_message(sender, message)
            except Exception:
                _LOG.exception("the server failed on a message of process %s", sender)

    # Sending

    async def _keep_sending(self) -> None:
        """Keep a connection for sending; receivers notice the messages that are lost with it."""
        from redis.exceptions import RedisError

        while True:
            with suppress(RedisError, OSError):
                self._sender = await RedisLink.open(self._redis, self._handle_receipt)
                try:
                    self._send_waiting()
                    await self._sender.loss(_TIMEOUT, lambda: bool(self._travelling))
                finally:
                    sender, self._sender = self._sender, None
                    await sender.close()
            lost = {receiver for receiver, _ in self._travelling} | self._waiting.keys()
            self._sent.update(self._waiting.keys())
            self._travelling.clear()
            self._waiting, self._number_waiting = {}, 0
            await asyncio.sleep(_PAUSE)
            if self.is_open:  # otherwise the loss is handled when the bus is back
                for receiver in lost - {ALL}:
                    self._on_gap(receiver)

    def _send_waiting(self) -> None:
        """Send the waiting messages, unless replies to earlier ones are still awaited."""
        if self._sender is None or self._travelling or not self._waiting:
            return
        waiting, self._waiting, self._number_waiting = self._waiting, {}, 0
        self._travelling.extend(sorted(waiting.items(), key=lambda item: item[0] == ALL))
        self._sender.send(
            *(
                ("PUBLISH", self._channel(receiver), self._batch(receiver, messages))
                for receiver, messages in self._travelling
            )
        )

    def _handle_receipt(self, number: Any) -> None:
        """Handle the reply to a message: the number of processes that received it."""
        if isinstance(number, list) or not self._travelling:
            return  # not a reply to a message
        receiver, messages = self._travelling.popleft()
        if isinstance(number, Exception):
            _LOG.warning("%s rejects a message: %s", self.label, number)
            if receiver != ALL:  # later, since the next message may be rejected too
                asyncio.get_running_loop().call_later(_PAUSE, self._on_gap, receiver)
        elif not number:
            for message in messages:
                self._on_undelivered(receiver, message)
        if not self._travelling:
            self._send_waiting()

    def _batch(self, receiver: str, messages: list[Message]) -> str:
        """Return a batch as a text; one to all says how many batches each process was sent."""
        self._sent[receiver] += 1
        head: Message = {"from": self._process, "n": self._sent[receiver]}
        if receiver == ALL:
            head["sent"] = self._sent
        return _ENCODER.encode(head | {"messages": messages})


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
