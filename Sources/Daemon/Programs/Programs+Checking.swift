import Dispatch
import LinuxSystem
import PlainText
import SchedulerCore
import SystemdSyntax
import TaskExecution

/// Asks what nobody reports: a program of its own does, as the user whose work waits for the answer.
extension Programs {
  /// A question that is being asked.
  struct OpenCheck {
    let request: CheckRequest
    /// What has no answer by then is not so.
    let limit: Countdown
    /// What the program says besides its exit status; nil where that is somebody's own program, which writes
    /// to the journal like others.
    let words: SharedDescriptor?
    var isLate = false
  }

  /// Comes back as ``Event/checked(_:_:)``, at the latest a moment after its limit.
  func check(_ request: CheckRequest) {
    let id = request.id
    if case .load(let comparison, let hundredths) = request.check.question {
      return answer(id, CheckFinding(load: ProcessorLoad.perCore(), comparison, hundredths))
    }
    guard let arguments = arguments(asking: request.check) else {
      return answer(id, CheckFinding(unasked: "bgtaskctl is not beside bgtaskd, which needs it for that"))
    }
    let limit = Countdown(uSec: request.limit.uSec, queue: queue) { [weak self] in self?.isLate(id) }
    let pipe = request.check.isCommand ? nil : try? OutputPipe()
    checks[id] = OpenCheck(request: request, limit: limit, words: pipe?.reading)
    executor.launch(
      Program(
        run: id, identifier: Self.identifier, uid: request.check.uid ?? account.uid, arguments: arguments,
        workingDirectory: nil,
        environment: environment.variables(
          account: ownAccount, inherited: inherited, request: [:], identifier: Self.identifier, run: id),
        answer: pipe?.writing, grace: .seconds(1), backstop: request.limit + Self.margin))
  }

  /// The event, or what it says of a question.
  func finding(_ event: Event) -> Event {
    switch event {
    case .runEnded(let id, let exit):
      guard let open = checks.removeValue(forKey: id) else { return event }
      executor.release(id)
      return .checked(id, CheckFinding(exit, words: Self.words(open), of: open.request, isLate: open.isLate))
    case .launchFailed(let id, let message, isPassing: _):
      guard checks.removeValue(forKey: id) != nil else { return event }
      return .checked(id, CheckFinding(unasked: message))
    default: return event
    }
  }

  /// The first line of what the program has said. It runs as somebody else, who may have it say anything.
  private static func words(_ open: OpenCheck) -> String? {
    guard let said = open.words, case .bytes(let bytes)? = try? said.read(atMost: wordsLimit) else {
      return nil
    }
    let line = SingleLine.cleaned(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    return line.isEmpty ? nil : line
  }

  private func isLate(_ id: RunID) {
    guard checks[id] != nil else { return }
    checks[id]?.isLate = true
    executor.kill(id)
  }

  private func answer(_ id: RunID, _ finding: CheckFinding) {
    queue.runLater { [handler] in handler(.checked(id, finding)) }
  }

  /// The program that asks, with its arguments.
  private func arguments(asking check: ConditionCheck) -> [String]? {
    if case .command(let line) = check.question { return try? Words.split(line) }
    return bgtaskctl.map { [$0, "probe", check.text] }
  }

  /// Bytes of a line for people, as in requests.
  private static let wordsLimit = 255
  /// The name in the journal of what asks.
  private static let identifier = "bgtaskd.check"
}
