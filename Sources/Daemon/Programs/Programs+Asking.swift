import Dispatch
import LinuxSystem
import PlainText
import SchedulerCore
import TaskExecution

/// Answers checks, which no source reports, and looks at paths: a program of its own does each, as the user
/// whose task waits for the answer.
extension Programs {
  /// A check or a look at paths that is under way.
  struct OpenQuestion {
    enum Subject {
      case check(CheckRequest)
      case paths(PathLook)
    }

    let subject: Subject
    /// The time limit, after which an answer does not count.
    let limit: Countdown
    /// The program's answer besides its exit status; `nil` for a user's own program, which writes to the
    /// journal like others.
    let answer: SharedDescriptor?
    var isLate = false
  }

  /// Starts the program that asks.
  /// - Parameters:
  ///   - uid: The program's user; `nil` is the daemon's own.
  ///   - directory: The working directory; `nil` is the usual one of the user.
  ///   - answer: The program's standard output, and the end where it is read.
  func ask(
    _ subject: OpenQuestion.Subject, as id: RunID, uid: UInt32?, _ arguments: [String],
    within limit: TimeSpan, in directory: String?,
    answer: (reading: SharedDescriptor, writing: SharedDescriptor)?
  ) {
    let countdown = Countdown(uSec: limit.uSec, queue: queue) { [weak self] in self?.giveUp(asking: id) }
    questions[id] = OpenQuestion(subject: subject, limit: countdown, answer: answer?.reading)
    startHelper(
      id, called: Self.identifier, uid: uid ?? account.uid, arguments, in: directory, within: limit,
      answer: answer?.writing)
  }

  /// Starts a helper as a user, for a short time.
  /// - Parameters:
  ///   - name: The helper's name in the journal.
  ///   - variables: The variables besides those of every program.
  ///   - answer: The helper's standard output.
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

  /// Returns the event, or the finding that it means for a check or a look.
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

  /// Gives a check or a look up: its program is killed, and its answer does not count.
  func giveUp(asking id: RunID) {
    guard questions[id] != nil else { return }
    questions[id]?.isLate = true
    executor.kill(id)
  }

  /// Returns an answer's first line, cleaned: its program runs as a user who may have it say anything.
  static func line(_ bytes: [UInt8]) -> String? {
    let line = SingleLine.cleaned(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    return line.isEmpty ? nil : line
  }

  /// The most bytes of a line for people, as in requests.
  static let lineLimit = 255
  /// The journal's name for programs that ask.
  private static let identifier = "bgtaskd.check"
}
