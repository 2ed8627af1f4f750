import Foundation
import SchedulerAPI
import TestSupport
import Testing

/// What one user can make happen to thousands of tasks at the same moment.
enum CrowdEvent: CaseIterable {
  /// They are submitted again, each in the place of the one before.
  case replaced
  /// Their date comes.
  case due
  /// A condition that they ask for comes and goes.
  case conditions
  case paused
  case cancelled
  /// Their deadline passes.
  case deadline
  /// They give up what they have asked for.
  case relaxed
  /// Their runs end, one after another, and the next begin.
  case ended
  /// Their programs cannot be started.
  case launchFailed
  /// What they watch changes.
  case touched
}

extension Attack {
  /// What mallory's tasks may take in memory where they are to take all of it (`MaxTaskMemoryPerUser=`).
  private static let taskMemory = 24 << 20

  /// mallory has a crowd, and something happens to it.
  /// - Parameters:
  ///   - rounds: So often at least, and over and over until alice has ended; once where there is none.
  ///   - isThere: The crowd is submitted before.
  private static func event(
    _ event: CrowdEvent, _ crowd: Crowd, rounds: Int?, isThere: Bool = true,
    round: @escaping @Sendable (Mallory, Int) throws -> Void
  ) -> Attack {
    Attack(
      method: "", bound: nil, event: event, testDescription: "\(event): \(crowd)",
      taskMemory: crowd.fits ? nil : taskMemory, prepare: { if isThere { try crowd.submit(to: $0) } }
    ) { mallory in
      do {
        guard let rounds else { return try round(mallory, 0) }
        try mallory.repeatedly(atLeast: rounds) { try round(mallory, $0) }
      } catch {
        Issue.record(error)
      }
    }
  }

  /// All of a crowd get a date that comes when they are all there, and it comes.
  /// - Parameters:
  ///   - seconds: How long it takes until they are all there.
  ///   - last: What is told of the last one then.
  private static func comes(
    _ event: CrowdEvent, _ crowd: Crowd, in seconds: Double = 1, until last: String = "held"
  ) -> Attack {
    Attack.event(event, crowd, rounds: nil, isThere: false) { mallory, _ in
      let events = try RawConnection.watching(mallory.daemon, prefix: Crowd.last)
      var time = seconds * AccountTests.slowness
      var date: Int64
      repeat {
        // Calendars have full seconds.
        date = Int64((Double(Int64.now) / 1e6 + time).rounded(.up)) * 1_000_000
        try crowd.submit(to: mallory.daemon, due: date)
        time *= 2
      } while Int64.now > date && time < 20 * AccountTests.slowness
      try events.wait(for: last)
    }
  }

  /// The first hundred runs of a crowd end.
  private static func ends(_ event: CrowdEvent, _ crowd: Crowd) -> Attack {
    Attack.event(event, crowd, rounds: 2, isThere: false) { mallory, _ in
      let events = try RawConnection.watching(mallory.daemon, prefix: "mallory.t100")
      try crowd.submit(to: mallory.daemon)
      try events.wait(for: "ended")
    }
  }

  private static func flips(_ crowd: Crowd) -> Attack {
    event(.conditions, crowd, rounds: 10) { mallory, round in
      try mallory.daemon.client().simulateConditions(["vpn": round.isMultiple(of: 2) ? "yes" : "no"])
    }
  }

  private static func pauses(_ crowd: Crowd) -> Attack {
    event(.paused, crowd, rounds: 10) { mallory, _ in
      let client = try mallory.daemon.client()
      try client.pause(identifiers: "mallory.*")
      try client.resume(identifiers: "mallory.*")
    }
  }

  private static func cancels(_ crowd: Crowd) -> Attack {
    event(.cancelled, crowd, rounds: 2) { mallory, _ in
      _ = try mallory.daemon.client().cancelAll()
      try crowd.submit(to: mallory.daemon)
    }
  }

  private static func replaces(_ crowd: Crowd) -> Attack {
    event(.replaced, crowd, rounds: 3) { mallory, _ in try crowd.submit(to: mallory.daemon) }
  }

  /// As many as a user may have wait for the same file.
  private static let touched = event(.touched, Crowd(64, "touched"), rounds: 5) { mallory, round in
    let events = try RawConnection.watching(mallory.daemon, prefix: Crowd.last)
    var changes = 0
    var event: String?
    // Changes before the daemon has looked at what the run has left count as the run's own.
    while event != "ended" {
      if event == nil {
        changes += 1
        try #require(changes < 100)
        try Data("\(round) \(changes)".utf8).write(to: URL(filePath: mallory.daemon.socket + "-touched"))
      }
      event = (try? events.receive(within: .milliseconds(200)))?.string("event")
    }
  }

  /// Events that thousands of tasks meet; `BGTASKD_ACCOUNTS=all` or a row's name asks for more than the suite
  /// has time for.
  static let events = asked == "1" ? oneOfEach : oneOfEach + more

  /// What is asked for by `BGTASKD_ACCOUNTS`, if it is measured at all.
  static let asked = getenv("BGTASKD_ACCOUNTS").map { String(cString: $0) }

  /// Each kind of event, with the tasks for which it costs most.
  private static let oneOfEach: [Attack] = [
    comes(.due, Crowd(2000, "62 names", fits: false), in: 3),
    comes(.deadline, Crowd(1500, "dropped dates"), until: "ended"),
    comes(.relaxed, Crowd(1500, "twelve pairs relaxed"), in: 2, until: "running"),
    flips(Crowd(1500, "twelve pairs")),
    flips(Crowd(1000, "62 times of day")),
    pauses(Crowd(1500, "twelve pairs")),
    cancels(Crowd(1500, "twelve pairs")),
    cancels(Crowd(120, "250 KB", part: 3)),
    replaces(Crowd(1000, "twelve pairs", part: 1000)),
    ends(.ended, Crowd(9999, "ready")),
    ends(.launchFailed, Crowd(9999, "without a program")),
    touched,
  ]

  /// The same with other tasks.
  private static let more: [Attack] = [
    comes(.due, Crowd(1500, "twelve pairs"), in: 2),
    comes(.due, Crowd(1500, "sixteen dates")),
    comes(.due, Crowd(9999, "held")),
    comes(.due, Crowd(5000, "chain"), until: "running"),
    comes(.due, Crowd(5000, "group")),
    comes(.due, Crowd(5000, "checks")),
    comes(.due, Crowd(3000, "transfers")),
    comes(.deadline, Crowd(5000, "dropped"), until: "ended"),
    comes(.deadline, Crowd(5000, "overdue"), until: "overdue"),
    comes(.deadline, Crowd(1500, "twelve pairs that run when they are overdue"), in: 2, until: "overdue"),
    flips(Crowd(9999, "held")),
    flips(Crowd(5000, "holds")),
    flips(Crowd(3000, "transfers")),
    pauses(Crowd(9999, "held")),
    pauses(Crowd(9999, "ready")),
    cancels(Crowd(9999, "held")),
    replaces(Crowd(1000, "sixteen dates", part: 1000)),
    replaces(Crowd(120, "250 KB", part: 3)),
    comes(.deadline, Crowd(120, "250 KB dropped", part: 3), in: 2, until: "ended"),
    comes(.due, Crowd(1000, "62 times of day"), in: 4),
    ends(.ended, Crowd(9999, "failing")),
  ]
}

extension RawConnection {
  /// Waits for an event of `Watch`.
  fileprivate func wait(for event: String) throws {
    while try #require(try receive(within: .seconds(20))).string("event") != event {}
  }
}
