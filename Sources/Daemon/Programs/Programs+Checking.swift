import Dispatch
import LinuxSystem
import SchedulerCore
import SystemdSyntax
import TaskExecution

/// Asks what nobody reports: a program of its own does, as the user whose work waits for the answer.
extension Programs {
  /// A question that is being asked.
  struct OpenCheck {
    let request: CheckRequest
    var isLate = false
  }

  /// Comes back as ``Event/checked(_:_:)``, at the latest a moment after its limit.
  func check(_ request: CheckRequest) {
    let (id, question) = (request.id, request.check.question)
    if case .load(let comparison, let hundredths) = question {
      return answer(id, Self.load(comparison, hundredths))
    }
    guard let uid = request.check.uid, units?.runsAsUsers == true || uid == account.uid else {
      return answer(
        id, CheckFinding(holds: nil, words: "bgtaskd runs as \(account.name) and cannot ask as another user"))
    }
    guard let arguments = arguments(asking: request.check) else {
      return answer(
        id, CheckFinding(holds: nil, words: "bgtaskctl is not beside bgtaskd, which needs it to ask"))
    }
    checks[id] = OpenCheck(request: request)
    executor.launch(
      Program(
        run: id, identifier: Self.identifier, uid: uid, arguments: arguments, workingDirectory: nil,
        environment: TaskEnvironment.variables(
          account: ownAccount, inherited: inherited, request: [:], socket: socket,
          identifier: Self.identifier, run: id),
        grace: .seconds(1), backstop: request.limit + Self.margin))
    let late = DispatchWorkItem { [weak self] in self?.isLate(id) }
    queue.asyncAfter(deadline: .now() + .microseconds(Int(request.limit.uSec)), execute: late)
  }

  /// The event, or what it says of a question.
  func finding(_ event: Event) -> Event {
    switch event {
    case .runEnded(let id, let exit):
      guard let open = checks.removeValue(forKey: id) else { return event }
      executor.release(id)
      return .checked(id, Self.finding(exit, open))
    case .launchFailed(let id, let message, isPassing: _):
      guard checks.removeValue(forKey: id) != nil else { return event }
      return .checked(id, CheckFinding(holds: nil, words: "could not be asked: \(message)"))
    default: return event
    }
  }

  /// What has no answer by now is not so.
  private func isLate(_ id: RunID) {
    guard checks[id] != nil else { return }
    checks[id]?.isLate = true
    executor.kill(id)
  }

  private func answer(_ id: RunID, _ finding: CheckFinding) {
    queue.runLater { [handler] in handler(.checked(id, finding)) }
  }

  private static func finding(_ exit: Exit, _ open: OpenCheck) -> CheckFinding {
    let isCommand = if case .command = open.request.check.question { true } else { false }
    switch exit {
    case .status(0): return CheckFinding(holds: true, words: "yes")
    case .status(1) where !isCommand: return CheckFinding(holds: false, words: "no")
    case .status(let status) where isCommand:
      return CheckFinding(holds: false, words: "exit status \(status)")
    case _ where open.isLate:
      return CheckFinding(holds: false, words: "no answer within \(open.request.limit.shortText)")
    case .status(let status):
      return CheckFinding(holds: nil, words: "could not be asked: bgtaskctl ended with status \(status)")
    case .signal(let name): return CheckFinding(holds: nil, words: "could not be asked: ended by \(name)")
    case .outOfMemory: return CheckFinding(holds: nil, words: "could not be asked: out of memory")
    case .unknown: return CheckFinding(holds: nil, words: "could not be asked: nobody knows how it ended")
    }
  }

  /// The program that asks, with its arguments.
  private func arguments(asking check: ConditionCheck) -> [String]? {
    if case .command(let line) = check.question { return try? Words.split(line) }
    return bgtaskctl.map { [$0, "probe", check.text] }
  }

  private static func load(_ comparison: Comparison, _ hundredths: Int) -> CheckFinding {
    guard let found = ProcessorLoad.perCore() else {
      return CheckFinding(holds: nil, words: "could not be asked: the kernel does not say")
    }
    return CheckFinding(
      holds: comparison.holds(found, hundredths), words: "\(ConditionCheck.decimal(found)) per core")
  }

  /// The name in the journal of what asks.
  private static let identifier = "bgtaskd.check"
}
