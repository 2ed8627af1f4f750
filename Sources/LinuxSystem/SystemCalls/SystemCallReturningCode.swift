import Glibc

/// Like ``systemCall(_:_:_:)``, for calls that return the error number itself: positive (posix_spawn(3)) or
/// negated (libsystemd). Zero and, for libsystemd, positive answers are success.
/// - Returns: What the call returned; zero for calls that return a positive error number.
/// - Throws: ``SystemError`` with the number.
@discardableResult
public func systemCallReturningCode(
  _ name: String, _ subject: @autoclosure () -> String? = nil, positive: Bool, _ body: () -> CInt
) throws(SystemError) -> CInt {
  try systemCall(name, subject()) {
    let answer = body()
    guard positive ? answer > 0 : answer < 0 else { return answer }
    errno = positive ? answer : -answer
    return -1
  }
}
