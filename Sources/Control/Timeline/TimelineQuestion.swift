import SchedulerAPI
import SystemdSyntax
import Varlink

/// The time and the tasks that a timeline is asked for.
struct TimelineQuestion {
  private static let usualLengthUSec: Int64 = 7 * 86_400_000_000
  /// The least time before the shown one in which a run may have begun that reaches into it. Runs come in the
  /// order of their starts, and without a bound all of them would have to be read.
  private static let leastLookBackUSec: Int64 = 86_400_000_000

  let sinceUSec: Int64
  let untilUSec: Int64
  private let identifiers: [String]
  private let prefix: String?
  private let allUsers: Bool?

  init(_ invocation: Invocation) throws(Failure) {
    untilUSec = invocation.now
    sinceUSec = try Self.since(invocation, now: untilUSec)
    let named = invocation.line.operands
    identifiers = named.indices.filter { !named[..<$0].contains(named[$0]) }.map { named[$0] }
    prefix = invocation.line.value("prefix")
    allUsers = invocation.allUsers
  }

  /// Whether only some tasks are asked for.
  var isPartial: Bool { !identifiers.isEmpty || prefix != nil }

  private static func since(_ invocation: Invocation, now: Int64) throws(Failure) -> Int64 {
    try invocation.pastTime("since") ?? now - usualLengthUSec
  }

  /// Asks the daemon for the tasks and the runs, and adds them to the timeline.
  func answer(_ invocation: Invocation, into timeline: inout Timeline) throws(Failure) {
    let daemon = try invocation.connect()
    try daemon.stream(
      SchedulerMethod.List.self,
      .init(
        identifierPrefix: identifiers.count == 1 ? identifiers.first : prefix, allUsers: allUsers,
        lastRuns: true)
    ) { page, _ throws(Failure) in
      for task in page.tasks where has(task.request.identifier) { timeline.add(task) }
      return true
    }
    let lookBack = max(untilUSec - sinceUSec, Self.leastLookBackUSec)
    for identifier in identifiers.isEmpty ? [nil] : identifiers.map(Optional.some) {
      try daemon.stream(
        SchedulerMethod.History.self, .init(identifier: identifier, allUsers: allUsers)
      ) { page, _ throws(Failure) in
        for run in page.runs where has(run.identifier) { timeline.add(run) }
        // A clock that was set back between two runs does not end the list.
        return page.runs.isEmpty || page.runs.contains { $0.startedUSec >= sinceUSec - lookBack }
      }
    }
  }

  private func has(_ identifier: String) -> Bool {
    (identifiers.isEmpty || identifiers.contains(identifier)) && identifier.hasPrefix(prefix ?? "")
  }
}
