public import Varlink

extension SchedulerMethod {
  /// Why a task is not running now: every reason.
  public enum Explain: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Explain`
    public static let name = SchedulerMethod.interface + ".Explain"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The task's identifier.
      public var identifier: String

      /// Parameters.
      public init(identifier: String) {
        self.identifier = identifier
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// Nothing stands in its way.
      public var canProceed: Bool
      /// What does.
      public var reasons: [Wire.Reason]
      /// The earliest date at which it could begin as far as dates alone decide.
      public var forecastUSec: Int64?

      /// A reply.
      public init(canProceed: Bool, reasons: [Wire.Reason], forecastUSec: Int64? = nil) {
        self.canProceed = canProceed
        self.reasons = reasons
        self.forecastUSec = forecastUSec
      }
    }
  }
}
