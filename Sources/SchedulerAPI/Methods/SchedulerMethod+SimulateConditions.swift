public import Varlink

extension SchedulerMethod {
  /// Sets conditions for a test (privileged).
  public enum SimulateConditions: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateConditions`
    public static let name = SchedulerMethod.interface + ".SimulateConditions"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// Values by the names of the fields.
      public var conditions: [String: String]
      /// Gives all fields back to the sources first; nil is false.
      public var clear: Bool?

      /// Parameters.
      public init(conditions: [String: String], clear: Bool? = nil) {
        self.conditions = conditions
        self.clear = clear
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// The conditions now.
      public var conditions: Wire.Conditions

      /// A reply.
      public init(conditions: Wire.Conditions) {
        self.conditions = conditions
      }
    }
  }
}
