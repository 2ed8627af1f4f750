public import Varlink

extension SchedulerMethod {
  /// Pending and running tasks; with `more`, one reply a page.
  public enum List: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.List`
    public static let name = SchedulerMethod.interface + ".List"

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
      /// The tasks.
      public var tasks: [Wire.Task]

      /// A reply.
      public init(tasks: [Wire.Task]) {
        self.tasks = tasks
      }
    }
  }
}
