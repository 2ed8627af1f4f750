public import Foundation
import SchedulerAPI

extension BGTaskScheduler {
  /// Only on Linux: why a task is not running now: every reason, not only the first.
  public struct Explanation: Hashable, Sendable {
    /// Nothing stands in its way.
    public let canProceed: Bool
    /// What does, each with what was required, what was observed and since when.
    public let reasons: [BGTaskReason]
    /// The earliest date at which it could begin as far as dates alone decide; nil when none does.
    public let forecast: Date?

    /// An explanation, for tests of what an application makes of one.
    public init(canProceed: Bool, reasons: [BGTaskReason], forecast: Date? = nil) {
      self.canProceed = canProceed
      self.reasons = reasons
      self.forecast = forecast
    }

    init(_ reply: SchedulerMethod.Explain.Reply) {
      self.init(
        canProceed: reply.canProceed, reasons: reply.reasons.map { BGTaskReason($0) },
        forecast: Microseconds.date(reply.forecastUSec))
    }
  }
}
