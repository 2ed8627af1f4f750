import Glibc
import SchedulerAPI
import SchedulerCore
import Varlink

/// Waits until some conditions hold. A daemon that goes away meanwhile is waited for as well: it may be
/// restarted or upgraded.
struct ConditionsWait {
  /// What is waited for.
  enum Wanted {
    /// Requirements, by their codes and in words.
    case requirements([(code: String, words: String)])
    /// An expression.
    case expression(SchedulerMethod.WaitFor.Parameters)
  }

  let wanted: Wanted
  let deadline: Deadline
  let invocation: Invocation
  private var wasConnected = false
  private var hasComplained = false
  /// Between attempts to find the daemon again.
  private var pause = GrowingPause(first: .milliseconds(100), longest: .seconds(5))
  /// What is missing in words, as far as anybody knows.
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

  /// - Returns: What is missing in words when the time is over; nothing when all of it holds.
  /// - Throws: When there is no daemon to begin with, or it cannot say.
  mutating func run() throws(Failure) -> [String] {
    let path = try invocation.socketPath()
    while true {
      do throws(Failure) {
        if try follow(DaemonConnection(path: path)) { return [] }
      } catch {
        if error.isTimeOut, deadline.hasPassed { return missing }
        guard wasConnected, error.isLostConnection || error.isTimeOut else { throw error }
      }
      if !hasComplained {
        invocation.console.printError(
          "bgtaskctl: the daemon at \(SafeText.inline(path)) is gone; waiting until it is back\n")
        hasComplained = true
      }
      guard waitBeforeNextAttempt() else { return missing }
    }
  }

  /// - Returns: Whether everything holds; false when the daemon ended the stream.
  private mutating func follow(_ daemon: DaemonConnection) throws(Failure) -> Bool {
    let hadConnection = wasConnected
    let holds =
      switch wanted {
      case .requirements(let requirements): try follow(requirements, daemon)
      case .expression(let parameters): try follow(parameters, daemon, isFirst: !hadConnection)
      }
    if wasConnected { pause.reset() }
    return holds
  }

  private mutating func follow(
    _ requirements: [(code: String, words: String)], _ daemon: DaemonConnection
  ) throws(Failure) -> Bool {
    var (missing, wasConnected) = (missing, wasConnected)
    defer { (self.missing, self.wasConnected) = (missing, wasConnected) }
    var holds = false
    try daemon.stream(SchedulerMethod.GetConditions.self, Empty(), deadline: deadline) {
      reply, _ throws(Failure) in
      guard let unmet = reply.conditions.unmet else {
        throw Failure(
          .unavailable, name: "TooOld", message: "the daemon does not say which requirements hold",
          next: "it may be older than bgtaskctl: bgtaskctl version, bgtaskctl status")
      }
      wasConnected = true
      missing = requirements.filter { unmet.contains($0.code) }.map(\.words)
      holds = missing.isEmpty
      return !holds
    }
    return holds
  }

  /// - Parameter isFirst: Nobody has been told yet what nothing on the machine reports.
  private mutating func follow(
    _ parameters: SchedulerMethod.WaitFor.Parameters, _ daemon: DaemonConnection, isFirst: Bool
  ) throws(Failure) -> Bool {
    var (missing, wasConnected) = (missing, wasConnected)
    defer { (self.missing, self.wasConnected) = (missing, wasConnected) }
    var (holds, isFirst) = (false, isFirst)
    try daemon.stream(SchedulerMethod.WaitFor.self, parameters, deadline: deadline) {
      reply, _ throws(Failure) in
      wasConnected = true
      if isFirst, let names = reply.unobserved {
        invocation.console.printError(
          "bgtaskctl: nothing on this machine reports \(SafeText.inline(names.joined(separator: ", ")))\n")
      }
      isFirst = false
      missing = reply.expression.filter(\.isLackingLeaf).map { SafeText.inline($0.text) }
      holds = reply.holds
      return !holds
    }
    return holds
  }

  /// - Returns: Whether there is time for another attempt.
  private mutating func waitBeforeNextAttempt() -> Bool {
    if deadline.hasPassed { return false }
    var milliseconds = pause.next().uSec / 1000
    if let left = deadline.timeLeft() {
      let (seconds, attoseconds) = left.components
      let leftMilliseconds =
        seconds.multipliedReportingOverflow(by: 1000).partialValue
        + attoseconds / 1_000_000_000_000_000
      milliseconds = min(milliseconds, leftMilliseconds)
    }
    poll(nil, 0, CInt(clamping: milliseconds))
    return !deadline.hasPassed
  }
}

extension Wire.ExpressionPart {
  /// A condition, and no part that consists of others, which does not hold or not for long enough yet.
  fileprivate var isLackingLeaf: Bool { state != .holds && !["all of", "one of"].contains(text) }
}
