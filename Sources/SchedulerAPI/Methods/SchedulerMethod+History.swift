public import Varlink

extension SchedulerMethod {
  /// Past and present runs, newest first; with `more`, one reply a page.
  public enum History: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.History`
    public static let name = SchedulerMethod.interface + ".History"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// Only of this task; nil is all.
      public var identifier: String?
      /// How many at most.
      public var limit: Int?
      /// Other users' as well (privileged); nil is false.
      public var allUsers: Bool?
      /// Where to go on: what an earlier reply said.
      public var cursor: String?

      /// Parameters.
      public init(
        identifier: String? = nil, limit: Int? = nil, allUsers: Bool? = nil, cursor: String? = nil
      ) {
        self.identifier = identifier
        self.limit = limit
        self.allUsers = allUsers
        self.cursor = cursor
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// The runs.
      public var runs: [Wire.Run]
      /// Where the next page begins; nil when there are no more.
      public var cursor: String?

      /// A reply.
      public init(runs: [Wire.Run], cursor: String? = nil) {
        self.runs = runs
        self.cursor = cursor
      }
    }
  }
}
