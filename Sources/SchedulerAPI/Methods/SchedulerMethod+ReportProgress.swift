public import Varlink

extension SchedulerMethod {
  /// A run says how far it is.
  public enum ReportProgress: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.ReportProgress`
    public static let name = SchedulerMethod.interface + ".ReportProgress"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The run.
      public var runId: String
      /// How far it is.
      public var progress: Wire.Progress

      /// Parameters.
      public init(runId: String, progress: Wire.Progress) {
        self.runId = runId
        self.progress = progress
      }
    }
    /// Nothing.
    public typealias Reply = Empty
  }
}
