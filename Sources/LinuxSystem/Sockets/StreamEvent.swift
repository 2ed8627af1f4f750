/// What a ``StreamConnection`` tells its owner.
public enum StreamEvent: Hashable, Sendable {
  /// The peer sent these bytes: one piece, at most the connection's read limit.
  case bytes([UInt8])
  /// All that had been buffered for the peer is sent.
  case drained
  /// Nothing more will come from the peer: it ended its side, or the connection broke with this error.
  /// Without an error answers can still be sent; the owner closes the connection. An end with an error is the
  /// last event, and may follow one without: who has ended its side may go away before it has read all.
  case ended(SystemError?)
  /// The connection is closed after ``StreamConnection/closeAfterFlushing()``; nothing follows.
  case closed
}
