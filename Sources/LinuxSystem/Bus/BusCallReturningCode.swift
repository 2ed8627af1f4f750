import Glibc

/// Like ``systemCallReturningCode(_:_:positive:_:)``, for sd-bus.
/// - Returns: What the call returned, not negative.
/// - Throws: ``BusError/connection(_:)`` with the number.
@discardableResult
func busCall(_ name: String, _ subject: @autoclosure () -> String? = nil, _ body: () -> CInt) throws(BusError)
  -> CInt
{
  let answer = body()
  guard answer < 0 else { return answer }
  throw .connection(SystemError(call: name, subject: subject(), code: -answer))
}
