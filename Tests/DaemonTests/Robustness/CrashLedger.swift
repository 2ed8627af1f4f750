import Foundation
import LinuxSystem
import SchedulerAPI

/// What the clients of the crash loop were promised. Used from several threads.
final class CrashLedger: @unchecked Sendable {
  /// A task that was acknowledged.
  struct Promise {
    var identifier: String
    /// The run that the acknowledgement named, if the task had begun.
    var runID: String?
  }

  /// A cancellation that was sent. Whether it arrived is not known before it is acknowledged.
  struct Cancellation {
    /// When it was acknowledged, a date.
    var acknowledgedUSec: Int64?
  }

  private let condition = NSCondition()
  private var accepted: [Promise] = []
  private var cancelled: [String: Cancellation] = [:]
  private var isDaemonKilled = false
  private var complaints: [String] = []

  /// Everything that was acknowledged, in that order.
  var promises: [Promise] { condition.withLock { accepted } }

  /// Everything whose cancellation was sent, also what was submitted without ever being acknowledged.
  var cancellations: [String: Cancellation] { condition.withLock { cancelled } }

  /// What went wrong that no kill explains.
  var problems: [String] { condition.withLock { complaints } }

  /// A submission was acknowledged.
  func accept(_ task: Wire.Task) {
    condition.withLock {
      accepted.append(Promise(identifier: task.request.identifier, runID: task.runId))
      condition.broadcast()
    }
  }

  /// A cancellation is about to be sent.
  func willCancel(_ identifier: String) {
    condition.withLock { cancelled[identifier] = Cancellation() }
  }

  /// A cancellation was acknowledged.
  func didCancel(_ identifier: String) {
    condition.withLock { cancelled[identifier]?.acknowledgedUSec = SystemClock.wallUSec }
  }

  /// Waits until so many submissions have been acknowledged in all.
  /// - Returns: False when 20 s went by before that.
  func wait(forAcknowledgements count: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return condition.withLock {
      while accepted.count < count {
        if !condition.wait(until: end) { return accepted.count >= count }
      }
      return true
    }
  }

  /// From now on, or from now on no longer, a lost connection is what has to be expected.
  func daemonIsKilled(_ isKilled: Bool) { condition.withLock { isDaemonKilled = isKilled } }

  /// A client could not go on.
  func stopped(_ client: String, _ error: any Error) {
    condition.withLock {
      if !isDaemonKilled { complaints.append("\(client): \(error)") }
    }
  }
}
