import PlainText

/// The reason why a trace cannot be read: the place, what was found there, and what is allowed.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1; `nil` for a problem of the whole trace.
  package var line: Int?
  /// The name of the column; `nil` for a problem of the whole line.
  package var field: String?
  /// The text that was found, cut to 64 characters, without control characters.
  package let found: String
  /// The description of allowed texts.
  package let allowed: String

  /// Creates an error about a text from outside, which may have any length and content.
  init(line: Int? = nil, field: String? = nil, found: String, allowed: String) {
    (self.line, self.field, self.allowed) = (line, field, allowed)
    self.found = SingleLine.escaped(found, maximumScalars: 64)
  }

  /// The whole error in one line, without a full stop.
  package var description: String {
    let place = [line.map { "line \($0)" }, field].compactMap(\.self).map { "\($0): " }.joined()
    return "\(place)found \(found.isEmpty ? "nothing" : "'\(found)'"), allowed is \(allowed)"
  }
}
