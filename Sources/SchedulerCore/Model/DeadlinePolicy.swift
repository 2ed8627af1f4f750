/// What becomes of a task whose deadline passes before it has begun.
package enum DeadlinePolicy: String, CaseIterable, Sendable {
  /// It keeps waiting, and is reported as overdue once.
  case wait
  /// It is started although its requirements do not hold.
  case run
  /// It is dropped: its history shows ``Outcome/missed``.
  case drop
}
