/// What has happened since the daemon started, for `Status`.
package struct Counters: Hashable, Sendable {
  /// Events handled.
  package internal(set) var events = 0
  /// Waiting tasks that a decision looked at.
  package internal(set) var tasksVisited = 0
  /// Requests accepted.
  package internal(set) var submitted = 0
  /// Runs launched.
  package internal(set) var launched = 0
  /// Runs that are to be tried again.
  package internal(set) var retried = 0
  /// Tasks given up after too many attempts.
  package internal(set) var gaveUp = 0
  /// Runs ended, by outcome.
  package internal(set) var ended: [Outcome: Int] = [:]

  /// Every counter by name, in a fixed order.
  package var all: [(name: String, count: Int)] {
    [
      ("events", events), ("tasksVisited", tasksVisited), ("submitted", submitted), ("launched", launched),
      ("retried", retried), ("gaveUp", gaveUp),
    ] + Outcome.allCases.map { ($0.rawValue, ended[$0, default: 0]) }
  }
}
