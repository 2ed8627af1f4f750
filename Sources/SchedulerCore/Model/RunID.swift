/// The name of one execution: 32 hexadecimal digits, made when it is recorded and before it is launched, so
/// that a launch that is repeated after a crash can be recognized.
package struct RunID: Hashable, Sendable, CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  package var text: String

  /// The id with this text.
  package init(_ text: String) { self.text = text }

  /// The text.
  package var description: String { text }
}
