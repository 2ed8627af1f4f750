/// How important an entry is, as syslog(3) numbers it: smaller is more important.
package enum LogPriority: Int, Hashable, Comparable, CaseIterable, Sendable {
  /// The system cannot be used.
  case emergency
  /// Somebody has to act at once.
  case alert
  /// Critical.
  case critical
  /// Something failed.
  case error
  /// Something may go wrong.
  case warning
  /// Normal, and worth a look.
  case notice
  /// Normal.
  case info
  /// For those who look for an error.
  case debug

  /// More important first.
  package static func < (left: LogPriority, right: LogPriority) -> Bool { left.rawValue < right.rawValue }
}
