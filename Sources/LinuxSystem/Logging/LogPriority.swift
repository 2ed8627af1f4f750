/// The priority of an entry, as syslog(3) numbers it: smaller is more important.
package enum LogPriority: Int, Hashable, Comparable, CaseIterable, Sendable {
  /// The system cannot be used.
  case emergency
  /// A person has to act at once.
  case alert
  case critical
  /// An operation failed.
  case error
  /// An error may follow.
  case warning
  /// Normal, but significant.
  case notice
  /// A normal event.
  case info
  /// Details for debugging.
  case debug

  /// Orders the more important first.
  package static func < (left: LogPriority, right: LogPriority) -> Bool { left.rawValue < right.rawValue }
}
