@testable import SchedulerCore

/// The judgement in some lives: of all work, of kinds and of requests. It has a generator of its own, so that
/// lives without it are as they were before there was any.
struct SwarmJudgement {
  private var random: SeededGenerator
  private let isUsed: Bool
  /// Whether the last run of each identifier succeeded.
  private var succeeded: [TaskKey: Bool] = [:]
  /// The number of questions about files.
  var questions = 0

  init(seed: UInt64, isUsed: Bool) { (random, self.isUsed) = (SeededGenerator(seed: seed), isUsed) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func length(upTo seconds: Int64) -> TimeSpan {
    .seconds(Int64.random(in: 0...seconds, using: &random))
  }

  mutating func speak(of request: inout TaskRequest) {
    guard isUsed else { return }
    if chance(30) { request.judgement = Judgement.allCases.randomElement(using: &random) }
    if chance(50) { request.expectedDuration = length(upTo: chance(50) ? 60 : 40_000) }
    if chance(20) { request.canResume = true }
    if request.target == .command, chance(70) { request.checkpointFile = chance(50) ? "/x" : "/kept" }
  }

  /// Returns what is wrong: work goes on where it left off by its file only after a run without success, and
  /// begins anew by nothing else.
  mutating func violations(_ event: Event, _ decision: Decision, _ store: StoreModel) -> [String] {
    var found: [String] = []
    for change in decision.changes {
      switch change {
      case .putRun(let run) where run.ended != nil: succeeded[run.key] = run.hasSucceeded
      case .putTask(let task, _):
        guard let before = store.tasks[task.id], before.resumes != task.resumes else { continue }
        guard case .checked(_, let finding) = event else {
          if !task.resumes { found.append("task \(task.id.value) begins anew, and nobody has said so") }
          continue
        }
        let request = task.request
        if finding.holds != task.resumes || succeeded[task.key] != false || request.checkpointFile == nil
          || request.canResume != nil
        {
          found.append("task \(task.id.value) resumes \(task.resumes), which its file does not say")
        }
      default: break
      }
    }
    return found
  }

  mutating func speak(of configuration: inout SchedulerConfiguration) {
    guard isUsed else { return }
    configuration.judgement = [nil, .eager, .patient].randomElement(using: &random) ?? nil
    configuration.judgementOfKind = chance(20) ? [.refresh: .patient, .processing: .eager] : [:]
    configuration.lapse = chance(50) ? length(upTo: 60) : .zero
  }
}
