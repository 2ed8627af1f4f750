import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TaskExecution

extension LogEntry {
  /// Creates the journal's entry for a report; `nil` for a kind that is too frequent to be logged.
  /// - Parameter label: The request's label, where that is known.
  init?(_ report: Report, label: String? = nil) {
    guard report.kind.message != nil else { return nil }
    self.init(
      report.kind, priority: report.priority, report.line(label: label) { TimestampSyntax.format($0.uSec) },
      fields: report.fields(label: label).map { LogField($0.field, $0.value) })
  }

  /// Creates an entry of a kind that the catalog explains.
  /// - Parameter priority: The entry's priority, where it differs from its kind's.
  init(
    _ kind: ReportKind, priority: ReportPriority? = nil, _ message: String, fields: [LogField] = []
  ) {
    self.init(
      LogPriority(priority ?? kind.message?.priority ?? .debug), message, messageID: kind.message?.id,
      fields: fields)
  }

  /// Creates the entry for a problem in a configuration file.
  init(_ problem: SyntaxProblem) {
    self.init(problem.severity == .error ? .error : .warning, problem.description)
  }
}

extension LogPriority {
  fileprivate init(_ priority: ReportPriority) {
    switch priority {
    case .error: self = .error
    case .warning: self = .warning
    case .notice: self = .notice
    case .info: self = .info
    case .debug: self = .debug
    }
  }
}
