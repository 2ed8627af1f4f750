import Glibc

/// Runs one system call that answers -1 and `errno` on failure. Interrupted calls are made again. A bad
/// descriptor or a bad address is an error of this program, so it traps instead of being handled.
/// - Parameters:
///   - name: The call, as its manual page is named.
///   - subject: The path or address that the call is about, for the error.
/// - Returns: The call's answer, not negative.
/// - Throws: ``SystemError`` with the call's name.
@discardableResult
package func systemCall<Value: FixedWidthInteger & SignedInteger>(
  _ name: String, _ subject: @autoclosure () -> String? = nil, _ body: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = body()
    if value >= 0 { return value }
    let code = errno
    switch code {
    case EINTR: continue
    case EBADF, EFAULT: fatalError("\(SystemError(call: name, subject: subject(), code: code))")
    default: throw SystemError(call: name, subject: subject(), code: code)
    }
  }
}

/// Writes all bytes to an open descriptor.
/// - Parameter subject: The path that the descriptor is of, for the error.
/// - Throws: ``SystemError`` of write(2).
package func writeAll(
  _ bytes: [UInt8], to number: CInt, _ subject: @autoclosure () -> String? = nil
) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = try systemCall("write", subject()) {
      rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    }
    rest = rest.dropFirst(count)
  }
}

/// Runs a call on a nonblocking descriptor like ``systemCall(_:_:_:)``; nil where it would have to wait.
/// - Throws: ``SystemError`` for every other error.
package func systemCallUnlessBlocked<Value: FixedWidthInteger & SignedInteger>(
  _ name: String, _ subject: @autoclosure () -> String? = nil, _ body: () -> Value
) throws(SystemError) -> Value? {
  do throws(SystemError) {
    return try systemCall(name, subject(), body)
  } catch {
    if error.code == EAGAIN || error.code == EWOULDBLOCK { return nil }
    throw error
  }
}

/// Runs a call like ``systemCall(_:_:_:)`` that returns the error number itself: positive (posix_spawn(3)) or
/// negated (libsystemd). Zero and, for libsystemd, positive answers are success.
/// - Returns: The call's answer; zero for calls that return a positive error number.
/// - Throws: ``SystemError`` with the number.
@discardableResult
package func systemCallReturningCode(
  _ name: String, _ subject: @autoclosure () -> String? = nil, positive: Bool, _ body: () -> CInt
) throws(SystemError) -> CInt {
  try systemCall(name, subject()) {
    let answer = body()
    guard positive ? answer > 0 : answer < 0 else { return answer }
    errno = positive ? answer : -answer
    return -1
  }
}

/// Standard output and standard error, which whoever started this process may have closed.
package enum StandardStream {
  /// Writes all bytes to a standard descriptor.
  /// - Returns: `false` when they could not all be written.
  package static func write(_ bytes: [UInt8], to number: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
