/// The runs that were delivered to this process and whose ends the daemon has not heard of. A registration
/// names all of them, so that they go on with its connection.
struct DeliveredRuns: Hashable, Sendable {
  /// What the application said of a run.
  struct End: Hashable {
    let runId: String
    let success: Bool
  }

  enum Stage: Hashable {
    case working
    /// It was told to stop.
    case expired
    /// It completed, and whoever said so tells the daemon.
    case ending
  }

  /// Telling again what could not be told: one end at a time, in the order in which they happened.
  enum Repetition: Hashable {
    case idle
    /// This run's end is being told.
    case telling(String)
    /// The daemon cannot record it now.
    case pausing
  }

  private(set) var stages: [String: Stage] = [:]
  /// What nobody could be told yet, in the order in which it happened.
  private(set) var untold: [End] = []
  private(set) var repetition = Repetition.idle

  /// Runs are over, and the daemon has not heard of it.
  var hasUntoldEnds: Bool { !untold.isEmpty || stages.values.contains(.ending) }

  /// In the order of their names.
  var names: [String] { Set(stages.keys).union(untold.map(\.runId)).sorted() }

  /// A launch is there. False when it was before.
  mutating func launch(_ runId: String) -> Bool {
    guard stages[runId] == nil, !isUntold(runId) else { return false }
    stages[runId] = .working
    return true
  }

  /// A notice to stop is there. False when it was before, and when there is nothing to stop.
  mutating func expire(_ runId: String) -> Bool {
    guard stages[runId] == .working else { return false }
    stages[runId] = .expired
    return true
  }

  /// The application says that a run is over. False when it had said so: the first word counts (R45).
  mutating func complete(_ runId: String) -> Bool {
    guard stages[runId] != .ending, !isUntold(runId) else { return false }
    stages[runId] = .ending
    return true
  }

  /// The daemon has heard of an end.
  mutating func forget(_ end: End) {
    if stages[end.runId] == .ending { stages[end.runId] = nil }
    untold.removeAll { $0.runId == end.runId }
  }

  /// An end is to be told later.
  mutating func keep(_ end: End) {
    if stages[end.runId] == .ending {
      stages[end.runId] = nil
      untold.append(end)
    }
    if repetition == .telling(end.runId) { repetition = .idle }
  }

  /// The next end that is to be told again.
  mutating func tellNext() -> End? {
    repetition = untold.first.map { .telling($0.runId) } ?? .idle
    return untold.first
  }

  /// What is untold waits for a while. False when something is done about it already.
  mutating func pause() -> Bool {
    guard repetition == .idle else { return false }
    repetition = .pausing
    return true
  }

  /// What is untold waits for the next connection.
  mutating func rest() { repetition = .idle }

  private func isUntold(_ runId: String) -> Bool { untold.contains { $0.runId == runId } }
}
