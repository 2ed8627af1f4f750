public import Varlink

extension SchedulerMethod {
  /// Starts a pending task now, whatever its date and requirements.
  public enum SimulateLaunch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateLaunch`
    public static let name = SchedulerMethod.interface + ".SimulateLaunch"

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
      /// Its run.
      public var runId: String

      /// A reply.
      public init(runId: String) {
        self.runId = runId
      }
    }
  }
}
