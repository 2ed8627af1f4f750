public import Varlink

extension SchedulerMethod {
  /// Past and present runs, newest first.
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

      /// Parameters.
      public init(identifier: String? = nil, limit: Int? = nil, allUsers: Bool? = nil) {
        self.identifier = identifier
        self.limit = limit
        self.allUsers = allUsers
      }
    }

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// The runs.
      public var runs: [Wire.Run]

      /// A reply.
      public init(runs: [Wire.Run]) {
        self.runs = runs
      }
    }
  }
}
