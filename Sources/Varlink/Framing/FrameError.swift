/// Why a stream of messages cannot be cut any further.
package enum FrameError: Error, Hashable, Sendable {
  /// A message is longer than so many bytes.
  case messageTooLong(limit: Int)
}
