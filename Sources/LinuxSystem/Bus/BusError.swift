import CSystemd
import Glibc
import PlainText

/// An error of a bus or of its connection.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An error answer of the peer or of the bus: its name, such as `org.freedesktop.DBus.Error.AccessDenied`,
  /// its text, and the nearest error number (ETIMEDOUT for an answer that did not come in time).
  case remote(name: String, message: String, code: CInt)
  /// The connection is missing or broken.
  case connection(SystemError)
  /// A malformed message: what was expected, what was found, what is allowed.
  case format(String)

  /// The error's name on the bus; nil for an error that is not an answer.
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

  /// Whether no answer came: the connection broke, the peer is gone or takes too long. The peer may or may
  /// not have carried out the call.
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

  /// The longest text of a peer that goes into the journal, in bytes. Longer texts are cut.
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

/// Calls sd-bus, as ``systemCallReturningCode(_:_:positive:_:)`` calls the C library.
/// - Returns: The call's answer, not negative.
/// - Throws: ``BusError/connection(_:)`` with the error number.
@discardableResult
func busCall(_ name: String, _ subject: @autoclosure () -> String? = nil, _ body: () -> CInt) throws(BusError)
  -> CInt
{
  let answer = body()
  guard answer < 0 else { return answer }
  throw .connection(SystemError(call: name, subject: subject(), code: -answer))
}
