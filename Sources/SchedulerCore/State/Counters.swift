/// What has happened since the daemon started, for `Status`.
public struct Counters: Hashable, Sendable {
  /// Events handled.
  public internal(set) var events = 0
  /// Waiting tasks that a decision looked at.
  public internal(set) var tasksVisited = 0
  /// Requests accepted.
  public internal(set) var submitted = 0
  /// Runs launched.
  public internal(set) var launched = 0
  /// Runs that are to be tried again.
  public internal(set) var retried = 0
  /// Tasks given up after too many attempts.
  public internal(set) var gaveUp = 0
  /// Runs ended, by outcome.
  public internal(set) var ended: [Outcome: Int] = [:]

  /// Every counter by name, in a fixed order.
  public var all: [(name: String, count: Int)] {
    [
      ("events", events), ("tasksVisited", tasksVisited), ("submitted", submitted), ("launched", launched),
      ("retried", retried), ("gaveUp", gaveUp),
    ] + Outcome.allCases.map { ($0.rawValue, ended[$0, default: 0]) }
  }
}
