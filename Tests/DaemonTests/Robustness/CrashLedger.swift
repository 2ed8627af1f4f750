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
    /// A cancellation was sent; whether it arrived is not known before it is acknowledged.
    var isCancelling = false
    /// When the cancellation was acknowledged, a date.
    var cancelledUSec: Int64?
  }

  private let condition = NSCondition()
  private var byIdentifier: [String: Promise] = [:]
  private var order: [String] = []
  private var isDaemonKilled = false
  private var complaints: [String] = []

  /// Everything that was acknowledged, in that order.
  var promises: [Promise] { condition.withLock { order.compactMap { byIdentifier[$0] } } }

  /// What went wrong that no kill explains.
  var problems: [String] { condition.withLock { complaints } }

  /// A submission was acknowledged.
  func accept(_ task: Wire.Task) {
    condition.withLock {
      let identifier = task.request.identifier
      byIdentifier[identifier] = Promise(identifier: identifier, runID: task.runId)
      order.append(identifier)
      condition.broadcast()
    }
  }

  /// A cancellation is about to be sent.
  func willCancel(_ identifier: String) {
    condition.withLock { byIdentifier[identifier]?.isCancelling = true }
  }

  /// A cancellation was acknowledged.
  func cancelled(_ identifier: String) {
    condition.withLock { byIdentifier[identifier]?.cancelledUSec = SystemClock.wallUSec }
  }

  /// Waits until so many submissions have been acknowledged in all.
  /// - Returns: False when 20 s went by before that.
  func wait(forAcknowledgements count: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return condition.withLock {
      while order.count < count {
        if !condition.wait(until: end) { return order.count >= count }
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
