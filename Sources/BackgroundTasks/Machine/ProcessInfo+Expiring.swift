public import Foundation
import PlainText
import SchedulerAPI

extension ProcessInfo {
  /// What Foundation knows of expiring activities on Apple's systems, and not on Linux: runs a block in time
  /// that bgtaskd gives it, up to ten minutes. See ``BackgroundAssertion``, which says more.
  ///
  /// The block is called with false, on a background queue, when bgtaskd has given the time, which ends when
  /// the block returns. If it has to end before, it is called once more meanwhile, with true. Where no
  /// scheduler can be asked, or it does not answer within a second, it is called with false all the same.
  /// - Parameters:
  ///   - reason: What for, for `bgtaskctl list`: one line; what is longer than 255 bytes is cut off. An empty
  ///     one is the process's name.
  ///   - block: What is to be done, or ended.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) {
    // Apple's takes any text: it refuses nobody the time.
    let why = SingleLine.cleaned(
      reason.allSatisfy(\.isWhitespace) ? processName : reason,
      maximumBytes: SchedulerMethod.BeginAssertion.Parameters.Bounds.why.upperBound)
    BGTaskScheduler.shared.asynchronously { session, ended in
      let assertion = BackgroundAssertion(why, limit: .seconds(600), session.backend) { _ in block(true) }
      assertion.whenAnswered {
        DispatchQueue.global(qos: .utility).async {
          block(false)
          assertion.end()
          ended()
        }
      }
    }
  }
}
