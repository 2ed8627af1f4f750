public import Varlink

extension SchedulerMethod {
  /// Tells a running task that its time is up.
  public enum SimulateExpiration: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateExpiration`
    public static let name = SchedulerMethod.interface + ".SimulateExpiration"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The task's identifier.
      public var identifier: String

      /// Parameters.
      public init(identifier: String) {
        self.identifier = identifier
      }
    }
    /// Nothing.
    public typealias Reply = Empty
  }
}
