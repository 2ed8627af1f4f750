public import Varlink

extension SchedulerMethod {
  /// What happens from now on, one event a reply. Needs `more`.
  public enum Watch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Watch`
    public static let name = SchedulerMethod.interface + ".Watch"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// Only identifiers that begin so; nil is all.
      public var identifierPrefix: String?
      /// Other users' as well (privileged); nil is false.
      public var allUsers: Bool?

      /// Parameters.
      public init(identifierPrefix: String? = nil, allUsers: Bool? = nil) {
        self.identifierPrefix = identifierPrefix
        self.allUsers = allUsers
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// What happened.
      public var event: String
      /// When, a date.
      public var timeUSec: Int64
      /// The task that it is about.
      public var task: Wire.Task?
      /// The run that it is about.
      public var run: Wire.Run?
      /// The conditions, where they changed.
      public var conditions: Wire.Conditions?

      /// A reply.
      public init(
        event: String, timeUSec: Int64, task: Wire.Task? = nil, run: Wire.Run? = nil,
        conditions: Wire.Conditions? = nil
      ) {
        self.event = event
        self.timeUSec = timeUSec
        self.task = task
        self.run = run
        self.conditions = conditions
      }
    }
  }
}
