/// The runs that were delivered to this process and whose ends the daemon has not heard of. A registration
/// names all of them, so that they go on with its connection.
struct DeliveredRuns: Hashable, Sendable {
  /// The end of a run, as the application reported it.
  struct End: Hashable {
    let runId: String
    let success: Bool
  }

  enum Stage: Hashable {
    case working
    /// The run was told to stop.
    case expired
    /// The run has completed, and the caller that said so tells the daemon.
    case ending
  }

  /// The state of telling kept ends again: one end at a time, in the order in which they happened.
  enum Repetition: Hashable {
    case idle
    /// This run's end is being told.
    case telling(String)
    /// The daemon cannot record the end now.
    case pausing
  }

  private(set) var stages: [String: Stage] = [:]
  /// The ends that could not be told yet, in the order in which they happened.
  private(set) var untold: [End] = []
  private(set) var repetition = Repetition.idle

  /// Whether a run has ended and the daemon has not heard of it.
  var hasUntoldEnds: Bool { !untold.isEmpty || stages.values.contains(.ending) }

  /// The names of the runs, sorted.
  var names: [String] { Set(stages.keys).union(untold.map(\.runId)).sorted() }

  /// Takes in a launch. Returns false when it was taken in before.
  mutating func launch(_ runId: String) -> Bool {
    guard stages[runId] == nil, !isUntold(runId) else { return false }
    stages[runId] = .working
    return true
  }

  /// Takes in a notice to stop. Returns false when it came before, and when there is nothing to stop.
  mutating func expire(_ runId: String) -> Bool {
    guard stages[runId] == .working else { return false }
    stages[runId] = .expired
    return true
  }

  /// Takes in that a run has completed. Returns false when it had before: the first report counts (R45).
  mutating func complete(_ runId: String) -> Bool {
    guard stages[runId] != .ending, !isUntold(runId) else { return false }
    stages[runId] = .ending
    return true
  }

  /// Forgets an end of which the daemon has heard.
  mutating func forget(_ end: End) {
    if stages[end.runId] == .ending { stages[end.runId] = nil }
    untold.removeAll { $0.runId == end.runId }
  }

  /// Keeps an end that is to be told later.
  mutating func keep(_ end: End) {
    if stages[end.runId] == .ending {
      stages[end.runId] = nil
      untold.append(end)
    }
    if repetition == .telling(end.runId) { repetition = .idle }
  }

  /// Returns the next end that is to be told again.
  mutating func tellNext() -> End? {
    repetition = untold.first.map { .telling($0.runId) } ?? .idle
    return untold.first
  }

  /// Lets the kept ends wait for a while. Returns false when they wait or are being told already.
  mutating func pause() -> Bool {
    guard repetition == .idle else { return false }
    repetition = .pausing
    return true
  }

  /// Lets the kept ends wait for the next connection.
  mutating func rest() { repetition = .idle }

  private func isUntold(_ runId: String) -> Bool { untold.contains { $0.runId == runId } }
}
