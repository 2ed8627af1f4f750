import CSystemd
import Glibc
import PlainText

/// What went wrong on a bus.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The other side answered with an error, or the bus did: a name such as
  /// `org.freedesktop.DBus.Error.AccessDenied`, a text, and the nearest error number (ETIMEDOUT for an answer
  /// that did not come in time).
  case remote(name: String, message: String, code: CInt)
  /// There is no connection, or it broke.
  case connection(SystemError)
  /// A message does not hold what it should: what was looked for, what was found, what is allowed.
  case format(String)

  /// The error's name on the bus; nil for one that does not come from there.
  package var name: String? {
    if case .remote(let name, _, _) = self { name } else { nil }
  }

  /// The error number: EBADMSG for a malformed message.
  package var code: CInt {
    switch self {
    case .remote(_, _, let code): code
    case .connection(let error): error.code
    case .format: EBADMSG
    }
  }

  /// Nobody has answered: the connection broke, the other side is gone or takes too long. Whether it has done
  /// what it was asked for is not known.
  package var isSilence: Bool {
    if case .connection = self { return true }
    return code == ETIMEDOUT || code == EHOSTUNREACH
  }

  /// One line for the journal and for people.
  package var description: String {
    switch self {
    case .remote(let name, let message, _): SingleLine.escaped(message.isEmpty ? name : message)
    case .connection(let error): error.description
    case .format(let what): what
    }
  }

  /// Texts of others go into the journal; they are cut to so many bytes.
  private static let textLimit = 1024

  /// The error that a message carries; nil when it is no error.
  init?(in message: OpaquePointer) {
    guard let error = sd_bus_message_get_error(message), let name = error.pointee.name else { return nil }
    self = .remote(
      name: Self.text(name), message: error.pointee.message.map(Self.text) ?? "",
      code: sd_bus_error_get_errno(error))
  }

  private static func text(_ pointer: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, textLimit))
    return String(decoding: bytes, as: UTF8.self)
  }
}

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
