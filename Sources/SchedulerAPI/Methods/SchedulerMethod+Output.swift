public import Varlink

extension SchedulerMethod {
  /// What a run wrote.
  public enum Output: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Output`
    public static let name = SchedulerMethod.interface + ".Output"

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
      /// Its last 64 KiB.
      public var output: String
      /// There was more.
      public var truncated: Bool
      /// The journal has it instead, under `BGTASK_RUN_ID`.
      public var inJournal: Bool

      /// A reply.
      public init(output: String, truncated: Bool, inJournal: Bool) {
        self.output = output
        self.truncated = truncated
        self.inJournal = inJournal
      }
    }
  }
}
