import Glibc
import SchedulerAPI
import SchedulerCore
import Varlink

/// Follows the machine's conditions until some requirements hold. A daemon that goes away meanwhile is waited
/// for as well: it may be restarted or upgraded.
struct ConditionsWait {
  /// Codes of requirements.
  let wanted: [String]
  let deadline: Deadline
  let invocation: Invocation
  private var wasConnected = false
  private var hasComplained = false
  /// Between attempts to find the daemon again.
  private var pause = GrowingPause(first: .milliseconds(100), longest: .seconds(5))
  /// What is missing, as far as anybody knows.
  private var missing: [String]

  init(wanted: [String], deadline: Deadline, invocation: Invocation) {
    self.wanted = wanted
    self.deadline = deadline
    self.invocation = invocation
    missing = wanted
  }

  /// - Returns: What is missing still when the time is over; nothing when all of it holds.
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
    var holds = false
    var (missing, wasConnected) = (missing, wasConnected)
    defer { (self.missing, self.wasConnected) = (missing, wasConnected) }
    try daemon.stream(SchedulerMethod.GetConditions.self, Empty(), deadline: deadline) {
      reply, _ throws(Failure) in
      guard let unmet = reply.conditions.unmet else {
        throw Failure(
          .unavailable, name: "TooOld", message: "the daemon does not say which requirements hold",
          next: "it may be older than bgtaskctl: bgtaskctl version, bgtaskctl status")
      }
      wasConnected = true
      missing = wanted.filter(unmet.contains)
      holds = missing.isEmpty
      return !holds
    }
    if wasConnected { pause.reset() }
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
