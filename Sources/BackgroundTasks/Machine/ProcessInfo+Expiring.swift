public import Foundation
import PlainText
import SchedulerAPI

extension ProcessInfo {
  /// Runs a block in time that bgtaskd gives it, up to ten minutes: Foundation's function of this name, which
  /// Foundation lacks on Linux. See ``BackgroundAssertion``, which says more.
  ///
  /// The block is called with false, on a background queue, when bgtaskd has given the time, which ends when
  /// the block returns. A block that has to end before is called once more meanwhile, with true. Where no
  /// scheduler can be asked, or none answers within a second, the block is called with false all the same.
  /// - Parameters:
  ///   - reason: The purpose, for `bgtaskctl list`: one line, cut off after 255 bytes. An empty reason
  ///     becomes the process's name.
  ///   - block: Does the work, or ends it.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) {
    // Apple's function takes any text, and refuses no caller the time.
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
