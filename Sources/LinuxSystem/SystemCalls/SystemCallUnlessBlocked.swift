import Glibc

/// Like ``systemCall(_:_:_:)``, for calls on nonblocking descriptors: nil where it would have had to wait.
/// - Throws: ``SystemError`` for every other error.
public func systemCallUnlessBlocked<Value: FixedWidthInteger & SignedInteger>(
  _ name: String, _ subject: @autoclosure () -> String? = nil, _ body: () -> Value
) throws(SystemError) -> Value? {
  do throws(SystemError) {
    return try systemCall(name, subject(), body)
  } catch {
    if error.code == EAGAIN || error.code == EWOULDBLOCK { return nil }
    throw error
  }
}
