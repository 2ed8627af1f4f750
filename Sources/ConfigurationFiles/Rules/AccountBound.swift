/// A resource that callers share, and the bound of one user: the one table of the daemon's accounts. The
/// configuration has its keys and defaults from here, the server checks each use against it, and `Status` and
/// the tests go through it row by row.
package enum AccountBound: String, CaseIterable, Hashable, Sendable {
  /// Connections, from the moment that they are accepted until they are closed.
  case connections
  /// Calls with a stream of replies: `Watch`, and `GetConditions` and `WaitFor` with `more`.
  case streams
  /// Calls that were taken and are not answered. Further calls wait in their connections.
  case calls
  /// Bytes of messages that arrived, until their calls are answered. At the bound the server stops reading.
  case callBytes
  /// Bytes of replies that callers have not read. Beyond that the connection furthest behind is closed.
  case replyBytes
  /// Concurrent reads of the database. Further reads wait for their turn.
  case reads

  /// The row of the table.
  private var row: (key: String, usual: Int, allowed: ClosedRange<Int>, forReports: Int) {
    switch self {
    case .connections: ("ConnectionsMaxPerUser", 256, 1...65_536, 8)
    case .streams: ("StreamsMaxPerUser", 32, 1...65_536, 1)
    case .calls: ("CallsMaxPerUser", 64, 1...65_536, 16)
    case .callBytes: ("CallBytesMaxPerUser", 8 << 20, (64 << 10)...(1 << 30), 2 << 20)
    case .replyBytes: ("ReplyBytesMaxPerUser", 16 << 20, (64 << 10)...(1 << 30), 2 << 20)
    case .reads: ("ReadsMaxPerUser", 1, 1...64, 1)
    }
  }

  /// The key in `[Server]`.
  package var key: String { row.key }
  /// The default bound of one user.
  package var usual: Int { row.usual }
  /// The bounds that may be configured.
  package var allowed: ClosedRange<Int> { row.allowed }
  /// The bound of a user's programs that report of their own runs, beside the user's, so that a user whose
  /// account is full does not lose runs.
  package var forReports: Int { row.forReports }

  /// The bound of all users together, as a multiple of one user's. Connections have a number of their own
  /// (`ConnectionsMax=`).
  package static let users = 4
}
