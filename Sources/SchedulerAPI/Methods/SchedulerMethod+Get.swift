public import Varlink

extension SchedulerMethod {
  /// One task and its last runs.
  public enum Get: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Get`
    public static let name = SchedulerMethod.interface + ".Get"

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
      /// The task.
      public var task: Wire.Task
      /// Its last runs, newest first.
      public var lastRuns: [Wire.Run]

      /// A reply.
      public init(task: Wire.Task, lastRuns: [Wire.Run]) {
        self.task = task
        self.lastRuns = lastRuns
      }
    }
  }
}
