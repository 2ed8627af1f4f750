import ConditionSyntax
import PlainText
import SchedulerCore
import SystemdSyntax
import Varlink

/// The checks that several fields of a request share. Each throws
/// ``SchedulerInterfaceError/invalidRequest(field:message:)`` that says what was found and what is allowed.
enum FieldCheck {
  /// The most bytes of a value that an error repeats.
  private static let quotedBytes = 64

  static func quoted(_ text: String) -> String {
    guard text.utf8.count > quotedBytes else { return "\"\(SingleLine.escaped(text))\"" }
    let beginning = String(decoding: text.utf8.prefix(quotedBytes), as: UTF8.self)
    return "\"\(SingleLine.escaped(beginning))…\""
  }

  // MARK: Bounds, as the protocol's text says them

  static func number<Number: FixedWidthInteger>(
    _ value: Number?, _ allowed: ClosedRange<Number>, _ path: String, _ name: String
  ) throws(SchedulerInterfaceError) {
    guard let value, !allowed.contains(value) else { return }
    throw invalid(path + name, found: shown(value, name), allowed) { shown($0, name) }
  }

  /// Writes a number for people: a length or a date is never shown in the protocol's form.
  private static func shown(_ value: some FixedWidthInteger, _ name: String) -> String {
    guard let uSec = Int64(exactly: value) else { return "\(value)" }
    return switch TimeMember(name) {
    case .length: TimeSpan(uSec: uSec).shortText
    case .date: WallTime(uSec: uSec).utcText
    case .boottime, nil: "\(value)"
    }
  }

  static func bytes(
    _ text: String?, _ allowed: ClosedRange<Int>, _ path: String, _ name: String
  ) throws(SchedulerInterfaceError) {
    guard let count = text?.utf8.count, !allowed.contains(count) else { return }
    throw invalid(path + name, found: "\(count) bytes", allowed)
  }

  static func elements(
    _ list: (some Collection)?, _ cut: CutLists, _ allowed: ClosedRange<Int>, _ path: String, _ name: String
  ) throws(SchedulerInterfaceError) {
    guard let count = cut[name] ?? list?.count, !allowed.contains(count) else { return }
    throw invalid(path + name, found: "\(count) elements", allowed)
  }

  private static func invalid<Number: FixedWidthInteger>(
    _ field: String, found: String, _ allowed: ClosedRange<Number>,
    _ shown: (Number) -> String = { "\($0)" }
  ) -> SchedulerInterfaceError {
    let words =
      switch (allowed.lowerBound, allowed.upperBound) {
      case (let least, .max): "\(shown(least)) or more"
      case (0, let most): "up to \(shown(most))"
      case (let least, let most): "\(shown(least)) to \(shown(most))"
      }
    return .invalidRequest(field: field, message: "found \(found), allowed are \(words)")
  }

  // MARK: Names

  /// Checks the identifier of a new task.
  static func newIdentifier(_ text: String) throws(SchedulerInterfaceError) {
    try bytes(text, Wire.TaskRequest.Bounds.identifier, "", "identifier")
    guard IdentifierRule.permits(text) else {
      throw .invalidRequest(
        field: "identifier", message: "found \(quoted(text)), allowed are \(IdentifierRule.text)")
    }
  }

  /// Checks an identifier that a task may have.
  static func identifier(_ text: String, field: String) throws(SchedulerInterfaceError) {
    try bytes(text, Wire.TaskRequest.Bounds.identifier, "", field)
    guard IdentifierRule.mayBeKnown(text) else {
      throw .invalidRequest(
        field: field, message: "found \(quoted(text)), allowed are \(IdentifierRule.characters)")
    }
  }

  /// Checks a name that a program can handle: an identifier that a task may have, or a pattern of them (R5).
  static func handledIdentifier(_ text: String, field: String) throws(SchedulerInterfaceError) {
    try bytes(text, Wire.TaskRequest.Bounds.identifier, "", field)
    try pattern(text, endingIn: ".*", field: field)
  }

  /// Checks an identifier, or the beginning of identifiers with `end` behind it.
  static func pattern(
    _ text: String, endingIn end: String, field: String
  ) throws(SchedulerInterfaceError) {
    guard IdentifierRule.mayBeKnown(text.hasSuffix(end) ? String(text.dropLast(end.count)) : text) else {
      throw .invalidRequest(
        field: field,
        message: "found \(quoted(text)), allowed are \(IdentifierRule.characters), and \(end) at the end")
    }
  }

  /// Checks the names that a program handles.
  static func handledIdentifiers(_ texts: [String]) throws(SchedulerInterfaceError) -> [String] {
    for (index, text) in texts.enumerated() { try handledIdentifier(text, field: "identifiers[\(index)]") }
    return texts
  }

  // MARK: Texts

  /// Checks a line for people: no characters that a terminal obeys, or that show another text.
  static func line(_ text: String?, field: String) throws(SchedulerInterfaceError) {
    guard let problem = text.flatMap(SingleLine.problem) else { return }
    throw .invalidRequest(
      field: field,
      message: "found \(problem), allowed is one line of text without control characters, and without "
        + "invisible ones that reorder or hide text")
  }

  /// Parses a text about conditions.
  static func parsed<Value>(
    _ text: String, field: String, by parse: (String) throws(ConditionSyntaxError) -> Value
  ) throws(SchedulerInterfaceError) -> Value {
    do throws(ConditionSyntaxError) {
      return try parse(text)
    } catch {
      throw .invalidRequest(field: field, message: error.description)
    }
  }

  /// Parses a text about conditions, if there is one.
  static func parsed<Value>(
    _ text: String?, field: String, by parse: (String) throws(ConditionSyntaxError) -> Value
  ) throws(SchedulerInterfaceError) -> Value? {
    guard let text else { return nil }
    return try parsed(text, field: field, by: parse) as Value
  }

  static func absolutePath(_ path: String, field: String) throws(SchedulerInterfaceError) {
    try noNUL(path, field: field)
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw .invalidRequest(
        field: field, message: "found \(quoted(path)), allowed is an absolute path (it begins with '/')")
    }
    try bytes(path, Wire.Command.Bounds.workingDirectory, "", field)
  }

  static func noNUL(_ text: String, field: @autoclosure () -> String) throws(SchedulerInterfaceError) {
    if text.utf8.withContiguousStorageIfAvailable({ $0.contains(0) }) ?? text.utf8.contains(0) {
      throw .invalidRequest(field: field(), message: "found the character NUL, which cannot be passed on")
    }
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
}
