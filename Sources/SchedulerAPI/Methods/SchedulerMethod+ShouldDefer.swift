public import Varlink

extension SchedulerMethod {
  /// Whether a run should save its work and come back later.
  public enum ShouldDefer: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.ShouldDefer`
    public static let name = SchedulerMethod.interface + ".ShouldDefer"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The run.
      public var runId: String

      /// Parameters.
      public init(runId: String) {
        self.runId = runId
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// It should.
      public var shouldDefer: Bool
      /// Why.
      public var reason: Wire.Reason?

      /// A reply.
      public init(shouldDefer: Bool, reason: Wire.Reason? = nil) {
        self.shouldDefer = shouldDefer
        self.reason = reason
      }
    }
  }
}
