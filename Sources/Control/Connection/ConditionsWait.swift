import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// Waits until some conditions hold. A daemon that goes away meanwhile may be restarting or being upgraded,
/// so it is waited for as well.
struct ConditionsWait {
  /// The conditions to wait for.
  enum Wanted {
    /// Requirements, by their codes and in words.
    case requirements([(code: String, words: String)])
    /// An expression of `when`.
    case expression(SchedulerMethod.WaitFor.Parameters)
  }

  /// The treatment of an absent daemon. Except with `goesOn`, a daemon that has answered once is waited for.
  enum Absence {
    case isAnError
    /// The daemon is waited for until the deadline.
    case isWaitedFor
    /// The daemon is waited for this long; then all conditions count as met.
    case goesOn(after: TimeSpan)
  }

  let wanted: Wanted
  let deadline: Deadline
  let invocation: Invocation
  /// Whether missing conditions are printed as soon as they are known.
  var tells = false
  var absence = Absence.isAnError
  /// The point at which all conditions count as met, while there is no daemon.
  private var givesUp: Deadline?
  private var wasConnected = false
  private var hasComplained = false
  /// The delay between attempts to find the daemon again.
  private var pause = GrowingPause(first: .milliseconds(100), longest: .seconds(5))
  /// The missing conditions in words, as far as they are known.
  private var missing: [String]

  init(_ wanted: Wanted, deadline: Deadline, invocation: Invocation) {
    self.wanted = wanted
    self.deadline = deadline
    self.invocation = invocation
    missing =
      switch wanted {
      case .requirements(let requirements): requirements.map(\.words)
      case .expression(let parameters): [parameters.when]
      }
  }

  /// - Returns: The missing conditions in words at the deadline; nothing when all of them hold.
  /// - Throws: A failure when there is no daemon to begin with, or it cannot say.
  mutating func run() throws(Failure) -> [String] {
    let path = try invocation.socketPath()
    while true {
      do throws(Failure) {
        if try follow(connection(path)) { return [] }
      } catch {
        if error.isTimeOut, deadline.hasPassed { return missing }
        switch absence {
        case .goesOn:
          guard givesUp?.hasPassed != true else {
            invocation.console.printError(
              "bgtaskctl: there is no daemon to ask (\(SafeText.inline(error.message))); going on\n")
            return []
          }
          guard waitBeforeNextAttempt() else { return missing }
          continue
        case .isWaitedFor: guard error.isLostConnection || error.isTimeOut else { throw error }
        case .isAnError: guard wasConnected, error.isLostConnection || error.isTimeOut else { throw error }
        }
      }
      complain(path)
      guard waitBeforeNextAttempt() else { return missing }
    }
  }

  /// Prints once that there is no daemon.
  private mutating func complain(_ path: String) {
    guard !hasComplained else { return }
    hasComplained = true
    let path = SafeText.inline(path)
    invocation.console.printError(
      wasConnected
        ? "bgtaskctl: the daemon at \(path) is gone; waiting until it is back\n"
        : "bgtaskctl: the daemon is not running: nobody listens at \(path); waiting for it\n")
  }

  private mutating func connection(_ path: String) throws(Failure) -> DaemonConnection {
    switch absence {
    case .isAnError: return try invocation.connect(to: path)
    case .isWaitedFor: return try invocation.connect(to: path, timeLimit: deadline.timeLeft() ?? .zero)
    case .goesOn(let patience):
      givesUp = givesUp ?? .after(uSec: patience.uSec)
      return try invocation.connect(to: path, timeLimit: givesUp?.timeLeft() ?? .zero)
    }
  }

  /// - Returns: Whether all conditions hold; false when the daemon ended the stream.
  private mutating func follow(_ daemon: DaemonConnection) throws(Failure) -> Bool {
    switch wanted {
    case .requirements(let requirements):
      try follow(SchedulerMethod.GetConditions.self, Empty(), daemon) { reply, _ throws(Failure) in
        guard let unmet = reply.conditions.unmet else {
          throw Failure(
            .unavailable, name: "TooOld", message: "the daemon does not say which requirements hold",
            next: "it may be older than bgtaskctl: bgtaskctl version, bgtaskctl status")
        }
        return requirements.filter { unmet.contains($0.code) }.map(\.words)
      }
    case .expression(let parameters):
      try follow(SchedulerMethod.WaitFor.self, parameters, daemon) { [invocation] reply, isFirst in
        if isFirst, let names = reply.unobserved {
          invocation.console.printError(
            "bgtaskctl: nothing on this machine reports \(SafeText.inline(names.joined(separator: ", ")))\n")
        }
        guard !reply.holds else { return [] }
        let lacking = reply.expression.leaves.filter { $0.state != .holds }.map { SafeText.inline($0.text) }
        // While the daemon starts, no condition is lacking, though the expression does not hold yet.
        return lacking.isEmpty ? [SafeText.inline(parameters.when)] : lacking
      }
    }
  }

  /// - Parameter missing: Returns the conditions that are missing by a reply, in words. The second argument
  ///   is whether the reply is the first that any daemon gave.
  private mutating func follow<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, _ daemon: DaemonConnection,
    missing words: (Method.Reply, _ isFirst: Bool) throws(Failure) -> [String]
  ) throws(Failure) -> Bool {
    var (missing, wasConnected, givesUp, holds) = (missing, wasConnected, givesUp, false)
    defer { (self.missing, self.wasConnected, self.givesUp) = (missing, wasConnected, givesUp) }
    try daemon.stream(method, parameters, deadline: deadline, first: givesUp) { reply, _ throws(Failure) in
      missing = try words(reply, !wasConnected)
      if tells, !wasConnected || givesUp != nil, !missing.isEmpty {
        let line = "bgtaskctl: waiting for \(missing.joined(separator: ", "))"
        invocation.console.printError(line + "\n")
        UnitJournal.say(line, in: invocation.context)
      }
      (wasConnected, givesUp) = (true, nil)
      holds = missing.isEmpty
      return !holds
    }
    if wasConnected { pause.reset() }
    return holds
  }

  /// - Returns: Whether there is time for another attempt.
  private mutating func waitBeforeNextAttempt() -> Bool {
    if deadline.hasPassed { return false }
    let next = Duration.microseconds(pause.next().uSec)
    let wait = min(next, deadline.timeLeft() ?? next)
    poll(nil, 0, CInt(wait / .milliseconds(1)))
    return !deadline.hasPassed
  }
}

extension [Wire.ExpressionPart] {
  /// The conditions, without the parts that consist of others, which deeper parts follow.
  fileprivate var leaves: [Wire.ExpressionPart] {
    zip(self, dropFirst().map(\.depth) + [0]).filter { $1 <= $0.depth }.map(\.0)
  }
}

/// The journal of the unit that this program belongs to, for messages that people look for in `systemctl
/// status` although the unit sends errors elsewhere (`StandardError=null`).
enum UnitJournal {
  /// Writes a message there, unless this is no unit of systemd, or standard error goes there already.
  static func say(_ message: String, in context: Context) {
    let identifier = "bgtaskctl"
    guard context.environment("INVOCATION_ID") != nil, SystemLog.isJournalThere,
      SystemLog(.auto, identifier: identifier).target != .journal
    else { return }
    SystemLog(.journal, identifier: identifier).write(LogEntry(.info, message))
  }
}
