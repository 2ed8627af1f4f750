public import Varlink

extension SchedulerMethod {
  /// How the daemon is.
  public enum Status: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Status`
    public static let name = SchedulerMethod.interface + ".Status"
    /// Nothing.
    public typealias Parameters = Empty
    /// So many lines of what is damaged are given at most.
    public static let damagedAtMost = 20

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// Its version.
      public var version: String
      /// When it started, a date.
      public var startedUSec: Int64
      /// Tasks that wait.
      public var pending: Int
      /// Tasks that run.
      public var running: Int
      /// Every code that a reason may have.
      public var reasonCodes: [String]
      /// What it counted since it started.
      public var counters: [String: Int]
      /// Its process.
      public var pid: Int?
      /// Why nothing can be stored now, while that is so.
      public var storeFailure: String?
      /// What runs write is in the journal, and not kept for `Output`.
      public var outputInJournal: Bool?
      /// What the caller has of what all share; everybody who has something, for privileged callers.
      public var accounts: [Wire.Account]?
      /// How much one user may have, by the names of ``Wire/Account/uses``.
      public var accountBounds: [String: Int]?
      /// What is damaged in the state file, of what the caller may see; nil when nothing is known to be.
      public var damaged: [String]?

      /// A reply.
      public init(
        version: String, startedUSec: Int64, pending: Int, running: Int, reasonCodes: [String],
        counters: [String: Int], pid: Int? = nil, storeFailure: String? = nil,
        outputInJournal: Bool? = nil, accounts: [Wire.Account]? = nil, accountBounds: [String: Int]? = nil,
        damaged: [String]? = nil
      ) {
        self.version = version
        self.startedUSec = startedUSec
        self.pending = pending
        self.running = running
        self.reasonCodes = reasonCodes
        self.counters = counters
        self.pid = pid
        self.storeFailure = storeFailure
        self.outputInJournal = outputInJournal
        self.accounts = accounts
        self.accountBounds = accountBounds
        self.damaged = damaged
      }
    }
  }
}
