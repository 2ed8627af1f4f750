/// What a ``UnixListener`` tells its owner.
public enum ListenerEvent: Sendable {
  /// Somebody connected. Let go of the socket to turn them away.
  case accepted(StreamSocket)
  /// The process or the machine is out of descriptors or memory (or, never seen, accepting fails in another
  /// way). The listener has paused itself; it tries again after a second, or at once when the owner calls
  /// ``UnixListener/resume()`` because a connection was closed.
  case exhausted(SystemError)
}
