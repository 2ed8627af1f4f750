import ConfigurationFiles
import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TaskExecution

extension SystemLog {
  /// Writes the journal's entry for a report, unless its kind is too frequent to be logged.
  /// - Parameter label: Returns the request's label, where that is known.
  func write(_ report: Report, label: () -> String? = { nil }) {
    guard let message = report.kind.message else { return }
    write(message.id, LogPriority(report.priority), from: report.uid.map(LogField.user)) {
      LogEntry(report, label: label())
    }
  }
}

extension LogEntry {
  /// Creates the journal's entry for a report.
  /// - Parameter label: The request's label, where that is known.
  init(_ report: Report, label: String? = nil) {
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

  /// Creates the entry for files that are for a fleet, which the daemon passes over; `nil` without any.
  init?(passingOver tasks: LoadedFleetTasks) {
    let names = tasks.declarations.map(\.file)
    guard !names.isEmpty else { return nil }
    let more = names.count > Self.shownFiles ? " and \(names.count - Self.shownFiles) more" : ""
    let shown = SingleLine.escaped(names.prefix(Self.shownFiles).joined(separator: ", "))
    self.init(
      .info,
      "For a fleet (Fleet=), and not run here: \(shown)\(more). bgtaskctl fleet apply hands them to the "
        + "fleet's database.")
  }

  private static let shownFiles = 10

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
