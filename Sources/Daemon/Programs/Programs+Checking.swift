import LinuxSystem
import SchedulerCore
import SystemdSyntax
import TaskExecution

/// Checks, the conditions that no source reports.
extension Programs {
  /// Starts a check. Its ``Event/checked(_:_:)`` comes a moment after its limit at the latest.
  func check(_ request: CheckRequest) {
    let id = request.id
    if case .load(let comparison, let hundredths) = request.check.question {
      return answer(id, CheckFinding(load: ProcessorLoad.perCore(), comparison, hundredths))
    }
    guard let arguments = arguments(asking: request.check) else {
      return answer(id, CheckFinding(unasked: "bgtaskd needs bgtask-helper, which is not installed"))
    }
    let pipe = request.check.isCommand ? nil : try? OutputPipe()
    ask(
      .check(request), as: id, uid: request.check.uid, arguments, within: request.limit,
      in: request.check.isCommand ? nil : "/", answer: pipe.map { ($0.reading, $0.writing) })
  }

  /// Returns the finding that the end of the check's program means.
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

  /// Returns the program that asks with its arguments, or `nil` when there is none.
  private func arguments(asking check: ConditionCheck) -> [String]? {
    if case .command(let line) = check.question { return try? Words.split(line) }
    return helper.map { [$0, "probe", check.text] }
  }
}
