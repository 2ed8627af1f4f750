/// What callers share, and how much of it one user may have: the one table of the daemon's accounts. The
/// configuration has its keys and defaults from here, the server asks it at every door, and `Status` and the
/// tests go through it row by row.
package enum AccountBound: String, CaseIterable, Hashable, Sendable {
  /// Connections, from the moment that they are accepted until they are closed.
  case connections
  /// Calls that are told of everything that happens: `Watch`, and `GetConditions` with `more`.
  case streams
  /// Calls that were taken and are not answered. What is beyond waits in its connection.
  case calls
  /// Bytes of messages that arrived, until their calls are answered. Beyond that nothing more is read.
  case callBytes
  /// Bytes that wait until somebody reads them. Beyond that the connection that is furthest behind is closed.
  case replyBytes
  /// Reads of the database at the same moment. What is beyond waits for its turn.
  case reads

  /// The key in `[Server]`.
  package var key: String {
    switch self {
    case .connections: "ConnectionsMaxPerUser"
    case .streams: "StreamsMaxPerUser"
    case .calls: "CallsMaxPerUser"
    case .callBytes: "CallBytesMaxPerUser"
    case .replyBytes: "ReplyBytesMaxPerUser"
    case .reads: "ReadsMaxPerUser"
    }
  }

  /// What holds where nothing is configured.
  package var usual: Int {
    switch self {
    case .connections: 256
    case .streams: 32
    case .calls: 64
    case .callBytes: 8 << 20
    case .replyBytes: 16 << 20
    case .reads: 1
    }
  }

  /// What may be configured.
  package var allowed: ClosedRange<Int> {
    switch self {
    case .connections, .streams, .calls: 1...65_536
    case .callBytes, .replyBytes: (64 << 10)...(1 << 30)
    case .reads: 1...64
    }
  }

  /// What those have besides who report of a run from within it, so that a user whose account is full does
  /// not lose the user's own runs.
  package var forReports: Int {
    switch self {
    case .connections: 8
    case .streams: 1
    case .calls: 16
    case .callBytes: 2 << 20
    case .replyBytes: 2 << 20
    case .reads: 1
    }
  }

  /// All users together have no more than so many times what one may have. Connections have a number of their
  /// own (`ConnectionsMax=`).
  package static let users = 4
}
