import Dispatch
import LinuxSystem
import PlainText
import SchedulerCore
import TaskExecution

/// Asks what only a user can say, what nobody reports and what paths are like: a program of its own does, as
/// the user whose work waits for the answer.
extension Programs {
  /// A question that is being asked.
  struct OpenQuestion {
    enum Subject {
      case check(CheckRequest)
      case paths(PathLook)
    }

    let subject: Subject
    /// What has no answer by then has none.
    let limit: Countdown
    /// What the program says besides its exit status; nil where that is somebody's own program, which writes
    /// to the journal like others.
    let answer: SharedDescriptor?
    var isLate = false
  }

  /// Starts the program that asks.
  /// - Parameters:
  ///   - uid: As whom; nil is the daemon's own user.
  ///   - answer: Its standard output, and where it is read.
  func ask(
    _ subject: OpenQuestion.Subject, as id: RunID, uid: UInt32?, _ arguments: [String],
    within limit: TimeSpan,
    answer: (reading: SharedDescriptor, writing: SharedDescriptor)?
  ) {
    let countdown = Countdown(uSec: limit.uSec, queue: queue) { [weak self] in self?.giveUp(asking: id) }
    questions[id] = OpenQuestion(subject: subject, limit: countdown, answer: answer?.reading)
    startHelper(
      id, called: Self.identifier, uid: uid ?? account.uid, arguments, within: limit, answer: answer?.writing)
  }

  /// Starts a program of the daemon's own as a user, for a moment.
  /// - Parameters:
  ///   - name: The journal's.
  ///   - variables: What its environment has besides.
  ///   - answer: Its standard output.
  func startHelper(
    _ id: RunID, called name: String, uid: UInt32, _ arguments: [String], variables: [String: String] = [:],
    in directory: String? = nil, within limit: TimeSpan, answer: SharedDescriptor?
  ) {
    executor.launch(
      Program(
        run: id, identifier: name, uid: uid, arguments: arguments, workingDirectory: directory,
        environment: environment.variables(
          account: ownAccount, inherited: inherited, request: variables, identifier: name, run: id),
        answer: answer, grace: .seconds(1), backstop: limit + Self.margin))
  }

  /// The event, or what it says of a question.
  func finding(_ event: Event) -> Event {
    switch event {
    case .runEnded(let id, let exit):
      guard let open = questions.removeValue(forKey: id) else { return event }
      executor.release(id)
      return switch open.subject {
      case .check(let request): .checked(id, finding(exit, open, of: request))
      case .paths: .pathsLooked(id, finding(exit, open, as: id))
      }
    case .launchFailed(let id, let message, isPassing: _):
      guard let open = questions.removeValue(forKey: id) else { return event }
      return switch open.subject {
      case .check: .checked(id, CheckFinding(unasked: message))
      case .paths: .pathsLooked(id, .failed(message))
      }
    default: return event
    }
  }

  /// Nobody waits for the answer any more: whatever it is, it does not count.
  func giveUp(asking id: RunID) {
    guard questions[id] != nil else { return }
    questions[id]?.isLate = true
    executor.kill(id)
  }

  /// The first line of what a program has said. It runs as somebody else, who may have it say anything.
  static func line(_ bytes: [UInt8]) -> String? {
    let line = SingleLine.cleaned(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    return line.isEmpty ? nil : line
  }

  /// Bytes of a line for people, as in requests.
  static let lineLimit = 255
  /// The name in the journal of what asks.
  private static let identifier = "bgtaskd.check"
}
