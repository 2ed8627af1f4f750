public import Varlink

extension SchedulerMethod {
  /// Says how much an application is in use.
  public enum SetApplicationState: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SetApplicationState`
    public static let name = SchedulerMethod.interface + ".SetApplicationState"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The application's name.
      public var application: String
      /// How much it is in use, for as long as the connection lives.
      public var state: Wire.ApplicationState

      /// Parameters.
      public init(application: String, state: Wire.ApplicationState) {
        self.application = application
        self.state = state
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}
