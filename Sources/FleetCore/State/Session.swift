import SchedulerCore

/// One membership of the machine.
struct Session: Hashable {
  /// The session's name: 32 hexadecimal digits.
  var id: String
  /// The number of the exchange that is under way or comes next, from 1 on.
  var sequence: Int64 = 1
  /// The session that this one follows, until the database has accepted this one.
  var succeeds: SessionMark?
  /// Whether the database has accepted the session.
  var isAccepted = false
  /// The lease, if there is one that still counts.
  var lease: FleetLease?
  /// The change number of the classes that are known; 0 is none.
  var knows: Int64 = 0
  /// Whether the database knows the fleet users whose tasks run here.
  var hasSaidAllows = false

  /// Whether runs may go on and begin at this moment.
  func isGood(at now: BootTime) -> Bool { lease.map { now < $0.stopAt } ?? false }
}

/// The facts about a machine that the database may refuse.
struct MachineFacts: Hashable {
  let name: String
  let groups: [String]
  let allows: [AllowedUser]

  init(_ configuration: FleetConfiguration) {
    (name, groups, allows) = (configuration.name, configuration.groups, configuration.allows)
  }
}

/// The way to the database: the exchange under way or to be repeated, and the moment of the next one.
struct DatabaseLink: Hashable {
  /// The longest time that an exchange may take while there is a lease to be renewed: a lost packet must
  /// leave time for a repetition.
  static let limit = TimeSpan.seconds(5)
  /// The longest time that an exchange may take when there is nothing to be saved.
  static let patientLimit = TimeSpan.seconds(20)
  /// The shortest time between two exchanges that are made for an occasion.
  static let debounce = TimeSpan.seconds(1)
  /// The number of repetitions at once of a transaction that was taken back.
  static let mostConflicts = 5

  /// The exchange whose answer is missing.
  var pending: ExchangeRequest?
  /// The facts about the machine as the last exchange was composed.
  var facts: MachineFacts?
  /// Whether the missing answer is awaited; otherwise the exchange is to be repeated.
  var isUnderWay = false
  /// Whether the database may have taken in the exchange.
  var mayHaveArrived = false
  /// The moment at which the last exchange was sent.
  var sent: BootTime?
  /// The moment of the next regular exchange, or of the next attempt after a failure.
  var next = BootTime(uSec: 0)
  /// The moment of the next exchange that is made for an occasion.
  var soon: BootTime?
  /// Whether the database has hinted at work since the last exchange was composed.
  var isHinted = false
  /// Whether the last exchange was composed after a hint, by a machine that had a place.
  var isForHint = false
  /// The moment before which hints are not heeded, because the last ones have brought nothing.
  var heedsHintsAt: BootTime?
  var hintPause = GrowingPause(first: .seconds(2), longest: .seconds(20))
  /// The moment before which the database is probably busy still.
  var busyUntil: BootTime?
  var busyPause = GrowingPause(first: .seconds(2), longest: .seconds(20))
  /// The moment at which waiting work becomes due, as the database has said last.
  var due: BootTime?
  /// Whether exchanges fail now.
  var isFailing = false
  /// The moment since when the database is away, once that was told.
  var awaySince: BootTime?
  var conflicts = 0
  var pause = GrowingPause(first: .seconds(1), longest: .seconds(30))
  var refusalPause = GrowingPause(first: .seconds(5), longest: .minutes(5))

  /// Wants an exchange that is composed at this moment or later.
  mutating func ask(by moment: BootTime) { soon = min(soon ?? moment, moment) }

  /// The moment of the next exchange: at most one a second. Failures keep their pause, and so does a database
  /// that is busy.
  var moment: BootTime {
    guard let soon, !isFailing else { return next }
    return min(next, max(soon, sent.map { $0 + Self.debounce } ?? soon, busyUntil ?? soon))
  }
}

/// The agent's file.
struct StoreState: Hashable {
  /// The number of the state that was last given to be written.
  var revision: Int64 = 0
  /// The number of the last state that is on disk.
  var written: Int64 = 0
  /// The number of the last state that has to survive a loss of power.
  var durable: Int64 = 0
  /// Whether a state is being written. One is written at a time, with all changes since the one before.
  var isWriting = false
  /// The state has changed since `revision`.
  var isChanged = false
  /// The state has changed since `revision` in a way that has to survive a loss of power.
  var isDurablyChanged = false
  /// The reason why the file cannot be written, if it cannot.
  var failure: String?
  /// The moment of the next attempt after a failure.
  var retryAt: BootTime?
  var pause = GrowingPause(first: .seconds(1), longest: .minutes(1))
  /// Grants whose ends are acknowledged, and the revision that has to be on disk before the daemon forgets
  /// them.
  var forgetting: [Forgetting] = []

  struct Forgetting: Hashable {
    let id: GrantID
    let revision: Int64
  }
}
