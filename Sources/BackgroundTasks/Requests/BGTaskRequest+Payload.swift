import Foundation
import PlainText
import SchedulerAPI

extension BGTaskRequest {
  /// Only on Linux: the largest payload, in bytes of JSON.
  public static let payloadLimit = Wire.TaskRequest.Bounds.content.upperBound

  /// Only on Linux: sets data for the launch handler, besides the identifier: ``BGTask/payload(as:)`` returns
  /// it in each run and in each attempt. The payload is kept with the request, as JSON, and can be read by
  /// its user and the administrator: it is no place for secrets.
  /// - Parameter value: The payload; nil removes it.
  /// - Throws: Errors of the encoder; ``BGTaskScheduler/Error/notPermitted`` above ``payloadLimit`` bytes.
  public func setPayload<Value: Encodable>(_ value: Value?) throws {
    guard let value else {
      content = nil
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = Self.line(String(decoding: try encoder.encode(value), as: UTF8.self))
    guard json.utf8.count <= Self.payloadLimit else {
      throw BGTaskScheduler.Error.invalid(
        field: "payload",
        message: "found \(json.utf8.count) bytes of JSON, allowed are up to \(Self.payloadLimit)")
    }
    content = json
  }

  /// Only on Linux: returns the payload of ``setPayload(_:)``; nil when there is none.
  /// - Throws: Errors of the decoder.
  public func payload<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    try Self.decoded(content)
  }

  static func decoded<Value: Decodable>(_ content: String?) throws -> Value? {
    try content.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }

  /// Returns the same JSON without any character that a terminal obeys, wherever it is shown. Such characters
  /// only occur in strings of JSON, where they can be written as numbers.
  private static func line(_ json: String) -> String {
    json.unicodeScalars.reduce(into: "") { line, scalar in
      guard SingleLine.isUnsafe(scalar) else { return line.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}

extension BGTask {
  /// Only on Linux: returns the payload that the request was given with ``BGTaskRequest/setPayload(_:)``; nil
  /// when there is none.
  /// - Throws: Errors of the decoder: the request may be of an earlier version of the program.
  public func payload<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    try BGTaskRequest.decoded(run.launch.task.request.content)
  }
}
