public import Varlink

extension SchedulerMethod {
  /// The conditions; with `more`, a reply at every change.
  public enum GetConditions: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.GetConditions`
    public static let name = SchedulerMethod.interface + ".GetConditions"
    /// Nothing.
    public typealias Parameters = Empty

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// The conditions.
      public var conditions: Wire.Conditions

      /// A reply.
      public init(conditions: Wire.Conditions) {
        self.conditions = conditions
      }
    }
  }
}
