public import Varlink

extension SchedulerMethod {
  /// Submits one request.
  public enum Submit: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Submit`
    public static let name = SchedulerMethod.interface + ".Submit"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The request.
      public var request: Wire.TaskRequest

      /// Parameters.
      public init(request: Wire.TaskRequest) {
        self.request = request
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// What was accepted.
      public var task: Wire.Task

      /// A reply.
      public init(task: Wire.Task) {
        self.task = task
      }
    }
  }
}
