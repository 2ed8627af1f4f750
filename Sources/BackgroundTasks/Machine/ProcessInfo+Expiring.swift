public import Foundation

extension ProcessInfo {
  /// What Foundation knows of expiring activities on Apple's systems, and not on Linux: runs a block in time
  /// that bgtaskd gives it, up to ten minutes. See ``BackgroundAssertion``, which says more.
  ///
  /// The block is called with false, on a background queue, and the time ends when it returns. If it has to
  /// end before, it is called once more meanwhile, with true. Where no scheduler can be asked it is called
  /// with false all the same: nothing there would suspend the program.
  /// - Parameters:
  ///   - reason: What for, for `bgtaskctl list`: one line of up to 255 bytes.
  ///   - block: What is to be done, or ended.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) {
    BGTaskScheduler.shared.asynchronously { session, ended in
      let assertion = BackgroundAssertion(reason, limit: .seconds(600), session.backend) { _ in block(true) }
      block(false)
      assertion.end()
      ended()
    }
  }
}
