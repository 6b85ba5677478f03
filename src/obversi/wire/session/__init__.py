"""The messages of the game server and its clients, one JSON object each.

Over TCP a message is a line, over a WebSocket a text frame; docs/protocol.md explains them. Clients
send requests, the server sends replies. A request may have an id, which the replies to it repeat.
"""

from obversi.wire.json_object import LONGEST_ID as LONGEST_ID
from obversi.wire.session.codec import (
    VERSION as VERSION,
    MessageError as MessageError,
    ReplyEnvelope as ReplyEnvelope,
    RequestEnvelope as RequestEnvelope,
    name_of as name_of,
    parse_reply as parse_reply,
    parse_request as parse_request,
    plain as plain,
    write as write,
)
from obversi.wire.session.codes import (
    EndReason as EndReason,
    ErrorCode as ErrorCode,
    Phrase as Phrase,
)
from obversi.wire.session.fields import (
    LONGEST_CLOCK as LONGEST_CLOCK,
    Allowance as Allowance,
    AnalysedLine as AnalysedLine,
    Clocks as Clocks,
    ClockSetting as ClockSetting,
    Color as Color,
    GameEntry as GameEntry,
    Id as Id,
    Offer as Offer,
    PlayerRating as PlayerRating,
    color_number as color_number,
    color_word as color_word,
)
from obversi.wire.session.replies import (
    MOST_LISTED as MOST_LISTED,
    REPLIES as REPLIES,
    AnalysisReport as AnalysisReport,
    Closing as Closing,
    End as End,
    Error as Error,
    GameList as GameList,
    Left as Left,
    Pong as Pong,
    Presence as Presence,
    RematchEvent as RematchEvent,
    Reply as Reply,
    ReviewedMove as ReviewedMove,
    ReviewedPlayer as ReviewedPlayer,
    ReviewMargin as ReviewMargin,
    ReviewReport as ReviewReport,
    Said as Said,
    Start as Start,
    State as State,
    Turn as Turn,
    Waiting as Waiting,
    Welcome as Welcome,
)
from obversi.wire.session.requests import (
    ANYONE as ANYONE,
    ME as ME,
    MYSELF as MYSELF,
    REQUESTS as REQUESTS,
    Accept as Accept,
    Analyse as Analyse,
    Arrange as Arrange,
    ChangeSeat as ChangeSeat,
    Decline as Decline,
    Hello as Hello,
    Join as Join,
    Leave as Leave,
    ListGames as ListGames,
    Ping as Ping,
    Play as Play,
    Redo as Redo,
    Rejoin as Rejoin,
    Rematch as Rematch,
    Request as Request,
    Resign as Resign,
    Review as Review,
    Say as Say,
    Stop as Stop,
    Undo as Undo,
    Watch as Watch,
)
