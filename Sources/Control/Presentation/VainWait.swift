import SchedulerAPI
import SchedulerCore

/// A task's wait for another one that is neither pending nor running, so that no time ends the wait.
struct VainWait {
  let identifier: String
  let predecessor: String
  /// The last run of the predecessor; nil where none is known.
  fileprivate let last: Wire.Run?

  /// The wait in a few words, with the last result of the other task.
  var words: String { "\(identifier) after \(predecessor), which \(fate)" }

  /// The steps that end the wait.
  var step: String {
    "submit \(predecessor) again, or start \(identifier) without it: bgtaskctl run \(identifier)"
  }

  private var fate: String {
    guard let last else { return "nobody has submitted" }
    let result = RunResult(last)
    // A success before the task was submitted does not count.
    return result.isSuccess ? "has ended before and is not pending" : "\(result.predicate) and is not pending"
  }

  /// Prints the wait and its end as sentences below the reasons of the task.
  func show(on invocation: Invocation) {
    let console = invocation.console
    console.printSentence(SafeText.inline("It waits in vain for \(predecessor), which \(fate)."))
    console.printSentence(SafeText.inline("What to do: \(step)."))
    if last.map({ !RunResult($0).isSuccess }) == true {
      console.printSentence("With --after-any instead of --after it begins after a failure, too.")
    }
  }
}

/// The search for waits that no time ends, with the daemon's answers.
struct VainWaits {
  private let daemon: DaemonConnection
  /// Returns whether a task is pending or runs.
  private let isThere: (_ identifier: String) throws(Failure) -> Bool
  private var lastRuns: [String: Wire.Run?] = [:]

  init(
    _ daemon: DaemonConnection, isThere: @escaping (_ identifier: String) throws(Failure) -> Bool
  ) {
    (self.daemon, self.isThere) = (daemon, isThere)
  }

  /// Returns the first vain wait of a task, or nil when it has none. The other task of one that repeats may
  /// come as often as it is submitted, so that its absence is none; its failure is.
  /// - Parameter reasons: The reasons of the task's wait; nil asks the daemon for them.
  mutating func first(of task: Wire.Task, _ reasons: [Wire.Reason]? = nil) throws(Failure) -> VainWait? {
    let request = task.request
    let named = (request.order?.after ?? []) + (request.order?.afterAny ?? [])
    guard task.state == .waiting, try contains(absent: named) else { return nil }
    let repeats =
      request.order?.repeats == true || request.repeatDurationUSec != nil || request.calendar != nil
    for predecessor in try awaited(request.identifier, reasons) where try !isThere(predecessor) {
      let last = try lastRun(of: predecessor)
      if repeats, last?.hasFailed != true { continue }
      return VainWait(identifier: request.identifier, predecessor: predecessor, last: last)
    }
    return nil
  }

  private func contains(absent identifiers: [String]) throws(Failure) -> Bool {
    for identifier in identifiers where try !isThere(identifier) { return true }
    return false
  }

  /// Returns the tasks that the task waits for still: others that it names have ended as they have to.
  private func awaited(_ identifier: String, _ known: [Wire.Reason]?) throws(Failure) -> [String] {
    let reasons: [Wire.Reason]
    do throws(Failure) {
      if let known {
        reasons = known
      } else {
        reasons = try daemon.call(SchedulerMethod.Explain.self, .init(identifier: identifier)).reply.reasons
      }
    } catch {
      // The task has begun, and even ended, meanwhile.
      guard error.isNoSuchTask else { throw error }
      return []
    }
    let names = reasons.first { $0.code == ReasonCode.after.rawValue }?.required
    return names?.split(separator: ",").map { String($0.drop { $0 == " " }) } ?? []
  }

  private mutating func lastRun(of identifier: String) throws(Failure) -> Wire.Run? {
    if let known = lastRuns[identifier] { return known }
    let last = try daemon.history(.init(identifier: identifier, limit: 1)).first
    lastRuns[identifier] = .some(last)
    return last
  }
}
