extension ReportKind {
  /// The message of a kind in the journal and in its catalog (journalctl(1), `--catalog`).
  package struct Message: Sendable {
    /// A random id of 128 bits, made once, that never changes (sd_journal_print(3), `MESSAGE_ID=`).
    package let id: String
    /// The priority of entries, unless a report lowers its own.
    package let priority: ReportPriority
    /// The subject in one line.
    package let title: String
    /// The manual page that says more.
    package let manual: String
    /// The meaning, and what may have to be done. `@FIELD@` stands for a field of the entry.
    package let explanation: String

    init(
      _ id: String, _ priority: ReportPriority, _ title: String, manual: String = "bgtaskd(8)",
      _ explanation: String
    ) {
      self.id = id
      self.priority = priority
      self.title = title
      self.manual = manual
      self.explanation = explanation
    }
  }

  /// The journal's message catalog, which is in `systemd/catalog/bgtaskd.catalog`.
  package static var catalog: String {
    var seen: Set<String> = []
    let messages = allCases.compactMap(\.message).filter { seen.insert($0.id).inserted }
    return """
      # The messages of bgtaskd for `journalctl --catalog`, see journalctl(1) and the documentation of the
      # journal's message catalogs. Made of Sources/SchedulerAPI/Reports by `make generate`.

      """
        + messages.map { message in
          """

          -- \(message.id)
          Subject: \(message.title)
          Defined-By: bgtaskd
          Documentation: man:\(message.manual)

          \(message.explanation)

          """
        }.joined()
  }
}

/// The priority of a report, numbered as in syslog(3): smaller is more important.
package enum ReportPriority: Int, Sendable {
  /// A failure of an operation.
  case error = 3
  /// A problem that may lead to a failure.
  case warning = 4
  /// A normal report that is worth a look.
  case notice = 5
  /// A normal report.
  case info = 6
  /// A detail for finding an error.
  case debug = 7
}
