import SchedulerCore

/// The checks that several fields of a request share. Each throws
/// ``SchedulerInterfaceError/invalidRequest(field:message:)`` that says what was found and what is allowed.
enum FieldCheck {
  /// No value is repeated in an error beyond so many bytes.
  private static let quotedBytes = 64

  static func quoted(_ text: String) -> String {
    guard text.utf8.count > quotedBytes else { return "\"\(text)\"" }
    return "\"\(String(decoding: text.utf8.prefix(quotedBytes), as: UTF8.self))…\""
  }

  /// The name of a new task.
  static func newIdentifier(_ text: String) throws(SchedulerInterfaceError) {
    try identifier(text, field: "identifier")
    guard IdentifierRule.permits(text) else {
      throw .invalidRequest(
        field: "identifier", message: "found \(quoted(text)), allowed are \(IdentifierRule.text)")
    }
  }

  /// A name that a task may have.
  static func identifier(_ text: String, field: String) throws(SchedulerInterfaceError) {
    try length(ofIdentifier: text, field: field)
    guard IdentifierRule.mayBeKnown(text) else {
      throw .invalidRequest(
        field: field, message: "found \(quoted(text)), allowed are \(IdentifierRule.characters)")
    }
  }

  /// What a program can handle: a name that a task may have, or a pattern of such names (R5).
  static func handledIdentifier(_ text: String, field: String) throws(SchedulerInterfaceError) {
    try length(ofIdentifier: text, field: field)
    guard IdentifierRule.mayBeKnown(text.hasSuffix(".*") ? String(text.dropLast(2)) : text) else {
      throw .invalidRequest(
        field: field,
        message: "found \(quoted(text)), allowed are \(IdentifierRule.characters), and .* at the end")
    }
  }

  private static func length(ofIdentifier text: String, field: String) throws(SchedulerInterfaceError) {
    let count = text.utf8.count
    guard 1...RequestLimits.identifierBytes ~= count else {
      throw .invalidRequest(
        field: field, message: "found \(count) bytes, allowed are 1 to \(RequestLimits.identifierBytes)")
    }
  }

  /// What a program handles.
  static func handledIdentifiers(_ texts: [String]) throws(SchedulerInterfaceError) -> [String] {
    try count(texts.count, atMost: RequestLimits.identifierCount, field: "identifiers")
    for (index, text) in texts.enumerated() { try handledIdentifier(text, field: "identifiers[\(index)]") }
    return texts
  }

  static func count(_ count: Int, atMost most: Int, field: String) throws(SchedulerInterfaceError) {
    guard count > most else { return }
    throw .invalidRequest(field: field, message: "found \(count), allowed are up to \(most)")
  }

  /// A date from the epoch to the end of the year 9999.
  static func date(_ uSec: Int64?, field: String) throws(SchedulerInterfaceError) -> WallTime? {
    guard let uSec else { return nil }
    guard 0...WallTime.maximum.uSec ~= uSec else {
      throw .invalidRequest(
        field: field,
        message: "found \(uSec), allowed is a date from 0 to \(WallTime.maximum.uSec) microseconds after 1970"
      )
    }
    return WallTime(uSec: uSec)
  }

  /// A length from `least` to 100 years.
  static func length(
    _ uSec: Int64?, field: String, least: TimeSpan = TimeSpan(uSec: 1)
  ) throws(SchedulerInterfaceError) -> TimeSpan? {
    guard let uSec else { return nil }
    guard least.uSec...TimeSpan.maximum.uSec ~= uSec else {
      throw .invalidRequest(
        field: field,
        message: "found \(uSec), allowed are \(least.uSec) to \(TimeSpan.maximum.uSec) microseconds")
    }
    return TimeSpan(uSec: uSec)
  }

  /// A line for people: short, and nothing in it that a terminal obeys.
  static func title(_ text: String?, field: String) throws(SchedulerInterfaceError) {
    guard let text else { return }
    let count = text.utf8.count
    guard count <= RequestLimits.titleBytes else {
      throw .invalidRequest(
        field: field, message: "found \(count) bytes, allowed are up to \(RequestLimits.titleBytes)")
    }
    if let control = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) {
      throw .invalidRequest(
        field: field,
        message: "found the control character U+\(String(control.value, radix: 16, uppercase: true)), "
          + "allowed is a line of text without control characters")
    }
  }

  static func absolutePath(_ path: String, field: String) throws(SchedulerInterfaceError) {
    try noNUL(path, field: field)
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw .invalidRequest(
        field: field, message: "found \(quoted(path)), allowed is an absolute path (it begins with '/')")
    }
    guard path.utf8.count <= RequestLimits.pathBytes else {
      throw .invalidRequest(
        field: field,
        message: "found a path of \(path.utf8.count) bytes, allowed are up to \(RequestLimits.pathBytes)")
    }
  }

  static func noNUL(_ text: String, field: @autoclosure () -> String) throws(SchedulerInterfaceError) {
    if text.utf8.contains(0) {
      throw .invalidRequest(field: field(), message: "found the character NUL, which cannot be passed on")
    }
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
