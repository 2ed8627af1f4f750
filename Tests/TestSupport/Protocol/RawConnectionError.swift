/// A failure of a ``RawConnection``.
package enum RawConnectionError: Error, Equatable {
  /// The daemon takes nothing more.
  case closed
  /// Nothing came, or nothing could be sent, in time.
  case timedOut
  /// A message is no JSON object.
  case notAnObject(String)
  /// A system call failed with this `errno`.
  case failed(call: String, code: Int32)
}
