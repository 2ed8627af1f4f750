import LinuxSystem
import SchedulerCore
import SystemdSyntax
import TaskExecution

/// Asks whether a condition holds that nobody reports.
extension Programs {
  /// Comes back as ``Event/checked(_:_:)``, at the latest a moment after its limit.
  func check(_ request: CheckRequest) {
    let id = request.id
    if case .load(let comparison, let hundredths) = request.check.question {
      return answer(id, CheckFinding(load: ProcessorLoad.perCore(), comparison, hundredths))
    }
    guard let arguments = arguments(asking: request.check) else {
      return answer(id, CheckFinding(unasked: "bgtask-helper is not installed, which bgtaskd needs for that"))
    }
    let pipe = request.check.isCommand ? nil : try? OutputPipe()
    ask(
      .check(request), as: id, uid: request.check.uid, arguments, within: request.limit,
      answer: pipe.map { ($0.reading, $0.writing) })
  }

  /// What the program's end says.
  func finding(_ exit: Exit, _ open: OpenQuestion, of request: CheckRequest) -> CheckFinding {
    var words: String?
    if let answer = open.answer, case .bytes(let bytes)? = try? answer.read(atMost: Self.lineLimit) {
      words = Self.line(bytes)
    }
    return CheckFinding(exit, words: words, of: request, isLate: open.isLate)
  }

  private func answer(_ id: RunID, _ finding: CheckFinding) {
    queue.runLater { [handler] in handler(.checked(id, finding)) }
  }

  /// The program that asks, with its arguments.
  private func arguments(asking check: ConditionCheck) -> [String]? {
    if case .command(let line) = check.question { return try? Words.split(line) }
    return helper.map { [$0, "probe", check.text] }
  }
}
