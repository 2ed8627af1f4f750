import SchedulerAPI
import SchedulerCore

/// Holds what a daemon that was killed many times knows against what it promised and what its programs noted.
struct CrashVerdict {
  /// What is not as it should be, in words.
  private(set) var problems: [String] = []
  private let cancellations: [String: CrashLedger.Cancellation]
  private let tasks: [String: Wire.Task]
  /// The earliest first.
  private let runs: [String: [Wire.Run]]
  private let notes: [(identifier: String, run: String)]

  /// - Parameters:
  ///   - tasks: What is pending when nothing is due any more.
  ///   - runs: The whole history, newest first.
  ///   - notes: What the programs wrote: a line a run, identifier and run.
  init(
    promises: [CrashLedger.Promise], cancellations: [String: CrashLedger.Cancellation], tasks: [Wire.Task],
    runs: [Wire.Run], notes: String
  ) {
    self.cancellations = cancellations
    self.tasks = Dictionary(
      tasks.map { ($0.request.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    self.runs = Dictionary(grouping: runs.reversed(), by: \.identifier)
    self.notes = notes.split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return (words.first ?? "", words.count == 2 ? words[1] : "")
    }
    if self.tasks.count != tasks.count { problems.append("an identifier is pending twice") }
    for task in tasks { check(task) }
    for promise in promises { check(promise) }
    for (identifier, cancellation) in cancellations.sorted(by: { $0.key < $1.key }) {
      if let date = cancellation.acknowledgedUSec { check(cancelled: identifier, atUSec: date) }
    }
    for identifier in self.runs.keys.sorted() { checkRuns(of: identifier) }
    checkNotes(runs)
  }

  /// Whether a task may be pending when nothing is due: for a later date, or for its pause after an
  /// interruption.
  static func mayWait(_ task: Wire.Task) -> Bool {
    guard task.state == .waiting else { return false }
    return CrashShape(identifier: task.request.identifier) == .future || task.attempt > 1
  }

  private mutating func check(_ task: Wire.Task) {
    let identifier = task.request.identifier
    let attempts = runs[identifier]?.count ?? 0
    if task.attempt != attempts + 1 {
      problems.append("\(identifier): waits for attempt \(task.attempt) after \(attempts) runs")
    }
  }

  private mutating func check(_ promise: CrashLedger.Promise) {
    let identifier = promise.identifier
    let own = runs[identifier] ?? []
    if let run = promise.runID, !own.contains(where: { $0.runId == run }) {
      problems.append("\(identifier): run \(run) was acknowledged and is not in the history")
    }
    if tasks[identifier] == nil, own.isEmpty, cancellations[identifier] == nil {
      problems.append("\(identifier): acknowledged, and neither pending nor in the history")
    }
  }

  private mutating func check(cancelled identifier: String, atUSec date: Int64) {
    if tasks[identifier] != nil { problems.append("\(identifier): cancelled, and pending") }
    for run in runs[identifier] ?? [] where run.startedUSec > date {
      problems.append("\(identifier): cancelled at \(date), and run \(run.runId) began afterwards")
    }
  }

  private mutating func checkRuns(of identifier: String) {
    guard let own = runs[identifier], let shape = CrashShape(identifier: identifier) else {
      return problems.append("\(identifier): nobody submitted it")
    }
    if shape == .future { problems.append("\(identifier): ran before its date") }
    var expected = 1
    for (position, run) in own.enumerated() {
      let isLast = position == own.count - 1
      if run.attempt != expected {
        problems.append("\(identifier): attempt \(run.attempt) where \(expected) is due")
      }
      expected = run.attempt + 1
      switch run.outcome {
      case .interrupted:
        if isLast && tasks[identifier] == nil && cancellations[identifier] == nil {
          problems.append("\(identifier): interrupted, and not tried again")
        }
        // Its next date comes before the backoff, and is a first attempt (TaskModel, Backoff).
        if shape == .repeating { expected = 1 }
      case .completed where shape == .repeating: expected = 1
      case .completed where shape == .retrying && run.exitStatus == 75:
        if isLast && cancellations[identifier] == nil {
          problems.append("\(identifier): asked to be tried again, and was not")
        }
      case .completed:
        if !isLast { problems.append("\(identifier): ran again after run \(run.runId) had completed") }
        if run.exitStatus != 0 { problems.append("\(identifier): exit status \(run.exitStatus ?? -1)") }
      case .cancelled:
        if !isLast { problems.append("\(identifier): ran again after it was cancelled") }
      default: problems.append("\(identifier): run \(run.runId) ended as \(String(describing: run.outcome))")
      }
    }
  }

  private mutating func checkNotes(_ all: [Wire.Run]) {
    if Set(all.map(\.runId)).count != all.count { problems.append("the history has a run twice") }
    let byID = Dictionary(all.map { ($0.runId, $0) }, uniquingKeysWith: { first, _ in first })
    var noted: Set<String> = []
    for note in notes {
      if byID[note.run]?.identifier != note.identifier {
        let own = (runs[note.identifier] ?? []).map { run in
          "\(run.runId) attempt \(run.attempt) from \(run.startedUSec) \(run.outcome?.rawValue ?? "")"
        }
        let pending = tasks[note.identifier].map { "attempt \($0.attempt)" } ?? "no"
        problems.append(
          "\(note.identifier): its run \(note.run) is not in the history: \(own), pending: \(pending)")
      }
      if !noted.insert(note.run).inserted {
        problems.append("\(note.identifier): run \(note.run) was launched twice")
      }
    }
    for run in all
    where run.outcome == .completed && !run.identifier.hasSuffix("short") && !noted.contains(run.runId) {
      problems.append("\(run.identifier): run \(run.runId) completed, and its program never began")
    }
  }
}
