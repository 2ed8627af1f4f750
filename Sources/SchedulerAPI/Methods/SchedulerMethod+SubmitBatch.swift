public import Varlink

extension SchedulerMethod {
  /// Submits many requests in one durable commit.
  public enum SubmitBatch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SubmitBatch`
    public static let name = SchedulerMethod.interface + ".SubmitBatch"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The requests.
      public var requests: [Wire.TaskRequest]

      /// Parameters.
      public init(requests: [Wire.TaskRequest]) {
        self.requests = requests
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// One a request, in their order.
      public var results: [Wire.SubmitResult]

      /// A reply.
      public init(results: [Wire.SubmitResult]) {
        self.results = results
      }
    }
  }
}
