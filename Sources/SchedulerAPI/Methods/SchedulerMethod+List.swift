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
      /// How many at most; nil is all with `more`, else as many as fit into one reply.
      public var limit: Int?
      /// Where to go on: what an earlier reply said.
      public var cursor: String?

      /// Parameters.
      public init(
        identifierPrefix: String? = nil, allUsers: Bool? = nil, limit: Int? = nil, cursor: String? = nil
      ) {
        self.identifierPrefix = identifierPrefix
        self.allUsers = allUsers
        self.limit = limit
        self.cursor = cursor
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// The tasks.
      public var tasks: [Wire.Task]
      /// Where the next page begins; nil when there are no more.
      public var cursor: String?

      /// A reply.
      public init(tasks: [Wire.Task], cursor: String? = nil) {
        self.tasks = tasks
        self.cursor = cursor
      }
    }
  }
}
