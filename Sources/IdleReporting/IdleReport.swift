/// What a helper at a display says of whoever may be there: its name is a line of the helper's output. It is
/// said first when the helper has found out, and then whenever it is another.
package enum IdleReport: String, Sendable {
  /// Nobody has touched anything for the whole pause.
  case idle
  /// Somebody has, or a program keeps the display awake.
  case active
  /// There is nothing that anybody could touch.
  case unknown
}
