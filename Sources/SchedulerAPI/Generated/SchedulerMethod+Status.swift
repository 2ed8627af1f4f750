// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns the state of the daemon.
  ///
  ///     call  Status {}
  ///     reply {"accountBounds":{…},"accounts":[…],"counters":{…},"outputInJournal":false,"pending":0,
  ///             "pid":4711,"reasonCodes":[…],"running":0,"startedUSec":1767225600000000,"version":"…"}
  package enum Status: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Status"
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The daemon's version.
      package var version: String
      /// The date on which the daemon started.
      package var startedUSec: Int64
      /// The number of waiting tasks, of all users.
      package var pending: Int
      /// The number of runs that have not ended, of all users.
      package var running: Int
      /// Every code that a reason may have.
      package var reasonCodes: [String]
      /// The counts of what has happened since the daemon started, by name.
      package var counters: [String: Int]
      /// The daemon's process.
      package var pid: Int?
      /// The reason why nothing can be stored now. Absent: changes can be stored.
      package var storeFailure: String?
      /// The reason why the daemon refuses new tasks although it can store changes: the rest of the disk is
      /// kept for the ends of runs (StateReserveBytes=). Absent: there is room for a small task.
      package var roomShortage: String?
      /// Whether the output of runs is in the journal, under BGTASK_IDENTIFIER and BGTASK_RUN_ID, and not
      /// kept for Output.
      package var outputInJournal: Bool?
      /// The caller's account; for privileged callers the accounts of all users who use anything.
      package var accounts: [Wire.Account]?
      /// The bounds of one user's account, by name.
      package var accountBounds: [String: Int]?
      /// The damage in the state file, one line for each task, at most 20: of the caller's own tasks, for
      /// privileged callers of all. These tasks are held (reason damaged) until bgtaskd --recover has mended
      /// the file.
      package var damaged: [String]?
      /// The users whose waiting tasks a start has left in the state file, because the tasks of all users
      /// would take more memory than MaxTaskMemory= allows, one line each: the caller only, for privileged
      /// callers all.
      package var heldBack: [String]?
      /// The errors in the daemon's files (bgtaskd.conf, manifests, declared tasks) since they were read
      /// last, one line each with file, line and reason, at most 20: for privileged callers. The earlier
      /// content of such a file stays in force.
      package var fileErrors: [String]?
      /// The number of errors in the daemon's files, also of those that fileErrors has no line for: for
      /// privileged callers.
      package var fileErrorCount: Int?

      package init(
        version: String, startedUSec: Int64, pending: Int, running: Int, reasonCodes: [String],
        counters: [String: Int], pid: Int? = nil, storeFailure: String? = nil, roomShortage: String? = nil,
        outputInJournal: Bool? = nil, accounts: [Wire.Account]? = nil, accountBounds: [String: Int]? = nil,
        damaged: [String]? = nil, heldBack: [String]? = nil, fileErrors: [String]? = nil,
        fileErrorCount: Int? = nil
      ) {
        (self.version, self.startedUSec, self.pending) = (version, startedUSec, pending)
        (self.running, self.reasonCodes, self.counters, self.pid) = (running, reasonCodes, counters, pid)
        (self.storeFailure, self.roomShortage) = (storeFailure, roomShortage)
        (self.outputInJournal, self.accounts, self.accountBounds) = (outputInJournal, accounts, accountBounds)
        (self.damaged, self.heldBack, self.fileErrors) = (damaged, heldBack, fileErrors)
        self.fileErrorCount = fileErrorCount
      }

      private static let fields: [StaticString] = [
        "accountBounds", "accounts", "counters", "damaged", "fileErrorCount", "fileErrors", "heldBack",
        "outputInJournal", "pending", "pid", "reasonCodes", "roomShortage", "running", "startedUSec",
        "storeFailure", "version"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var version: String?, startedUSec: Int64?, pending: Int?, running: Int?, reasonCodes: [String]?,
          counters: [String: Int]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { accountBounds = try reader.namedCounts() }
            case 1: if try !reader.null() { accounts = try reader.values() }
            case 2: counters = try reader.namedCounts()
            case 3: if try !reader.null() { damaged = try reader.texts() }
            case 4: if try !reader.null() { fileErrorCount = Int(try reader.integer()) }
            case 5: if try !reader.null() { fileErrors = try reader.texts() }
            case 6: if try !reader.null() { heldBack = try reader.texts() }
            case 7: if try !reader.null() { outputInJournal = try reader.flag() }
            case 8: pending = Int(try reader.integer())
            case 9: if try !reader.null() { pid = Int(try reader.integer()) }
            case 10: reasonCodes = try reader.texts()
            case 11: if try !reader.null() { roomShortage = try reader.text() }
            case 12: running = Int(try reader.integer())
            case 13: startedUSec = try reader.integer()
            case 14: if try !reader.null() { storeFailure = try reader.text() }
            default: version = try reader.text()
          }
        }
        self.version = try reader.required(version, "version", in: members)
        self.startedUSec = try reader.required(startedUSec, "startedUSec", in: members)
        self.pending = try reader.required(pending, "pending", in: members)
        self.running = try reader.required(running, "running", in: members)
        self.reasonCodes = try reader.required(reasonCodes, "reasonCodes", in: members)
        self.counters = try reader.required(counters, "counters", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("accountBounds", accountBounds)
        writer.member("accounts", accounts)
        writer.member("counters", counters)
        writer.member("damaged", damaged)
        writer.member("fileErrorCount", fileErrorCount)
        writer.member("fileErrors", fileErrors)
        writer.member("heldBack", heldBack)
        writer.member("outputInJournal", outputInJournal)
        writer.member("pending", pending)
        writer.member("pid", pid)
        writer.member("reasonCodes", reasonCodes)
        writer.member("roomShortage", roomShortage)
        writer.member("running", running)
        writer.member("startedUSec", startedUSec)
        writer.member("storeFailure", storeFailure)
        writer.member("version", version)
      }
    }
  }
}
