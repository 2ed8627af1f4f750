/// A kind of report: a journal entry, an event for `Watch`, or both.
package enum ReportKind: CaseIterable, Sendable {
  // Reports of tasks that wait.

  /// A task was accepted.
  case submitted
  /// A task was accepted in the place of a waiting one.
  case replaced
  /// A waiting task was cancelled by its owner.
  case cancelled
  /// A declared task was ended, because its file is gone.
  case withdrawn
  /// A task has become due and waits on, or the reasons why it waits have changed.
  case held
  /// A task has passed its deadline and waits on, or has had no success for too long.
  case overdue
  /// The action of a task cannot be started.
  case actionFailed
  /// The request of a task is damaged in the state file.
  case damaged
  /// The request that a file makes cannot be accepted.
  case declarationRefused

  // Reports of runs.

  /// A run is being launched.
  case launching
  /// A run's program has started.
  case running
  /// A run has reported its progress.
  case progress
  /// A run was frozen.
  case frozen
  /// A run was thawed.
  case thawed
  /// A run was told to stop.
  case expiring
  /// A run did not stop within its grace.
  case killing
  /// A run has ended.
  case ended
  /// A task was dropped, because its deadline passed before it began.
  case missed
  /// A task has failed in its last attempt and is given up.
  case gaveUp
  /// A run has reported its end a second time.
  case completedTwice
  /// A run's program took much longer to its handler than usual.
  case slowLaunch

  // Reports of applications, the machine, the disk.

  /// An application's program cannot be started.
  case applicationFailing
  /// An application has registered again.
  case applicationRecovered
  /// A pause has begun.
  case paused
  /// A pause has ended.
  case resumed
  /// A program has asked for time.
  case assertionBegan
  /// A program is told to end what it has asked time for.
  case assertionExpiring
  /// A program has not ended in its grace what it has asked time for.
  case assertionOverstayed
  /// The conditions of the machine have changed.
  case conditions
  /// The machine is about to sleep or to shut down.
  case departing
  /// The machine is back, or has stayed.
  case departureOver
  /// The state cannot be written to the disk.
  case storeFailed
  /// The state can be written again.
  case storeRecovered

  // Reports of the daemon itself.

  /// The daemon is ready.
  case started
  /// The daemon is ending.
  case stopping
  /// The daemon has read its configuration again.
  case reloaded
  /// The configuration has errors and was not taken over.
  case reloadFailed
  /// A connection was refused.
  case connectionRefused
  /// A connection was dropped.
  case connectionDropped
  /// A user has caused too many entries of one kind.
  case suppressed

  /// Creates the kind of an event; `nil` for a later version's. A dropped task's event is `ended`.
  package init?(event: String) {
    guard let kind = Self.allCases.first(where: { $0.event == event }) else { return nil }
    self = kind
  }

  /// The name of the event for `Watch`; `nil` when there is none.
  package var event: String? { row.event }
  /// The journal's message; `nil` when the report is too frequent for the journal.
  package var message: Message? { row.message }

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
