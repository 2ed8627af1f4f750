/// The counts since the daemon started, for `Status`.
package struct Counters: Hashable, Sendable {
  /// The number of events handled.
  package internal(set) var events = 0
  /// The number of waiting tasks that decisions looked at.
  package internal(set) var tasksVisited = 0
  /// The number of requests accepted.
  package internal(set) var submitted = 0
  /// The number of runs launched.
  package internal(set) var launched = 0
  /// The number of runs that are followed by a retry.
  package internal(set) var retried = 0
  /// The number of tasks given up after too many attempts.
  package internal(set) var gaveUp = 0
  /// The number of runs ended, by outcome.
  package internal(set) var ended: [Outcome: Int] = [:]

  /// Every counter by name, in a fixed order.
  package var all: [(name: String, count: Int)] {
    [
      ("events", events), ("tasksVisited", tasksVisited), ("submitted", submitted), ("launched", launched),
      ("retried", retried), ("gaveUp", gaveUp),
    ] + Outcome.allCases.map { ($0.rawValue, ended[$0, default: 0]) }
  }
}
