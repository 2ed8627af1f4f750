public import Varlink

extension SchedulerMethod {
  /// A run reports its end.
  public enum Complete: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Complete`
    public static let name = SchedulerMethod.interface + ".Complete"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The run.
      public var runId: String
      /// Whether it did what it was to do.
      public var success: Bool

      /// Parameters.
      public init(runId: String, success: Bool) {
        self.runId = runId
        self.success = success
      }
    }
    /// Nothing.
    public typealias Reply = Empty
  }
}
