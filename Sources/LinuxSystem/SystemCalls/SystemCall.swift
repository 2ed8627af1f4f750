import Glibc

/// Runs one system call that answers -1 and `errno` on failure. Interrupted calls are made again. A bad
/// descriptor or a bad address is an error of this program, so it traps instead of being handled.
/// - Parameters:
///   - name: The call, as its manual page is named.
///   - subject: The path or address that it is about, for the error.
/// - Returns: What the call returned, not negative.
/// - Throws: ``SystemError`` with the call's name.
@discardableResult
public func systemCall<Value: FixedWidthInteger & SignedInteger>(
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
