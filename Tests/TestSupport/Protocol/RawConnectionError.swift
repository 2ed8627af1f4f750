/// What went wrong on a ``RawConnection``.
package enum RawConnectionError: Error, Equatable {
  /// The daemon takes nothing more.
  case closed
  /// Nothing came, or nothing could be sent, in time.
  case timedOut
  /// A message that is no JSON object.
  case notAnObject(String)
  /// A system call and its `errno`.
  case failed(call: String, code: Int32)
}
