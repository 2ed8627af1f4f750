/// A helper's report of whether its display is idle: the case's name is a line of its output. The first comes
/// when the helper has found out, and another with each change.
package enum IdleReport: String, Sendable {
  /// No input came for the whole pause.
  case idle
  /// Input came, or a program keeps the display awake.
  case active
  /// The display has no input devices.
  case unknown
}
