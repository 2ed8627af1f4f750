/// What a ``StreamConnection`` tells its owner.
public enum StreamEvent: Hashable, Sendable {
  /// The peer sent these bytes: one piece, at most the connection's read limit.
  case bytes([UInt8])
  /// All that had been buffered for the peer is sent.
  case drained
  /// Nothing more will come from the peer: it ended its side, or the connection broke with this error. It
  /// comes once. Without an error answers can still be sent; the owner closes the connection.
  case ended(SystemError?)
  /// The connection is closed after ``StreamConnection/closeAfterFlushing()``; nothing follows.
  case closed
}
