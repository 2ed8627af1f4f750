/// What can be reported: a kind of journal entry, an event for those who watch, or both.
package enum ReportKind: CaseIterable, Sendable {
  // Of tasks that wait.

  /// Accepted.
  case submitted
  /// Accepted in the place of one that waited.
  case replaced
  /// Ended by its owner.
  case cancelled
  /// Ended, because its file is gone.
  case withdrawn
  /// It has become due and waits on, or what it waits for has changed.
  case held
  /// Its deadline passed, and it waits on.
  case overdue
  /// What should have followed from what has become of it cannot.
  case actionFailed
  /// What it is to run is damaged in the state file.
  case damaged
  /// What a file asks for cannot be accepted.
  case declarationRefused

  // Of runs.

  /// It is being launched.
  case launching
  /// Its program works.
  case running
  /// It says how far it is.
  case progress
  /// Its work stands still.
  case frozen
  /// Its work goes on.
  case thawed
  /// It was told to stop.
  case expiring
  /// It did not stop within its grace.
  case killing
  /// It ended.
  case ended
  /// It is dropped, since its deadline passed before it began.
  case missed
  /// It failed too often.
  case gaveUp
  /// It reported its end a second time.
  case completedTwice
  /// Its program took much longer to its handler than usual.
  case slowLaunch

  // Of applications, the machine, the disk.

  /// An application's program cannot be started.
  case applicationFailing
  /// It has registered again.
  case applicationRecovered
  /// Somebody keeps tasks from starting.
  case paused
  /// They may again.
  case resumed
  /// A program has asked for time.
  case assertionBegan
  /// A program that has asked for time is told to end what that was for.
  case assertionExpiring
  /// It has not, within its grace.
  case assertionOverstayed
  /// What is believed about the machine changed.
  case conditions
  /// The machine is about to sleep or to shut down.
  case departing
  /// It is back, or has stayed.
  case departureOver
  /// The disk takes nothing.
  case storeFailed
  /// It works again.
  case storeRecovered

  // Of the daemon itself.

  /// It is ready.
  case started
  /// It ends.
  case stopping
  /// It has read its configuration again.
  case reloaded
  /// It could not.
  case reloadFailed
  /// Somebody could not connect.
  case connectionRefused
  /// Somebody was disconnected.
  case connectionDropped
  /// There were too many entries of one kind.
  case suppressed

  /// The kind of an event; nil for one that a later version has. A run that was dropped is one that ended.
  package init?(event: String) {
    guard let kind = Self.allCases.first(where: { $0.event == event }) else { return nil }
    self = kind
  }

  /// What those who watch get it as; nil when they do not.
  package var event: String? { row.event }
  /// Nil when it happens too often to be written down.
  package var message: Message? { row.message }

  /// The journal's message catalog: what `systemd/catalog/bgtaskd.catalog` holds.
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

/// How important a report is, as syslog(3) numbers it: smaller is more important.
package enum ReportPriority: Int, Sendable {
  /// Something failed.
  case error = 3
  /// Something may go wrong.
  case warning = 4
  /// Normal, and worth a look.
  case notice = 5
  /// Normal.
  case info = 6
  /// For those who look for an error.
  case debug = 7
}
