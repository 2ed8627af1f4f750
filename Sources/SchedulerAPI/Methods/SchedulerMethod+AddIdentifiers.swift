public import Varlink

extension SchedulerMethod {
  /// Lets a registration handle more identifiers.
  public enum AddIdentifiers: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.AddIdentifiers`
    public static let name = SchedulerMethod.interface + ".AddIdentifiers"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The name that the first reply to ``SchedulerMethod/Register`` gave.
      public var registration: String
      /// What it handles as well.
      public var identifiers: [String]

      /// Parameters.
      public init(registration: String, identifiers: [String]) {
        self.registration = registration
        self.identifiers = identifiers
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}
