public import Varlink

extension SchedulerMethod {
  /// Ends a pending task; a running one is told to stop.
  public enum Cancel: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Cancel`
    public static let name = SchedulerMethod.interface + ".Cancel"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The task's identifier.
      public var identifier: String

      /// Parameters.
      public init(identifier: String) {
        self.identifier = identifier
      }
    }
    /// What is answered.
    public struct Reply: Codable, Hashable, Sendable {
      /// The file that still asks for the task; nil when none does.
      public var declaredIn: String?

      /// A reply.
      public init(declaredIn: String? = nil) {
        self.declaredIn = declaredIn
      }
    }
  }
}
