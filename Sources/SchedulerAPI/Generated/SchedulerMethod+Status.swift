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
    /// `io.bgtaskd.Scheduler.Status`
    package static let name = "io.bgtaskd.Scheduler.Status"

    /// A message without parameters.
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageValue {
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

      /// Creates the structure; optional fields are absent unless they are given.
      package init(
        version: String,
        startedUSec: Int64,
        pending: Int,
        running: Int,
        reasonCodes: [String],
        counters: [String: Int],
        pid: Int? = nil,
        storeFailure: String? = nil,
        outputInJournal: Bool? = nil,
        accounts: [Wire.Account]? = nil,
        accountBounds: [String: Int]? = nil,
        damaged: [String]? = nil,
        heldBack: [String]? = nil,
        fileErrors: [String]? = nil,
        fileErrorCount: Int? = nil
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
        self.heldBack = heldBack
        self.fileErrors = fileErrors
        self.fileErrorCount = fileErrorCount
      }

      private static let fields: [StaticString] = [
        "accountBounds",
        "accounts",
        "counters",
        "damaged",
        "fileErrorCount",
        "fileErrors",
        "heldBack",
        "outputInJournal",
        "pending",
        "pid",
        "reasonCodes",
        "running",
        "startedUSec",
        "storeFailure",
        "version"
      ]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var version: String?
        var startedUSec: Int64?
        var pending: Int?
        var running: Int?
        var reasonCodes: [String]?
        var counters: [String: Int]?
        var pid: Int?
        var storeFailure: String?
        var outputInJournal: Bool?
        var accounts: [Wire.Account]?
        var accountBounds: [String: Int]?
        var damaged: [String]?
        var heldBack: [String]?
        var fileErrors: [String]?
        var fileErrorCount: Int?
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
            case 11: running = Int(try reader.integer())
            case 12: startedUSec = try reader.integer()
            case 13: if try !reader.null() { storeFailure = try reader.text() }
            default: version = try reader.text()
          }
        }
        guard let version else {
          throw reader.missing("version", in: members, expected: "a string")
        }
        guard let startedUSec else {
          throw reader.missing("startedUSec", in: members)
        }
        guard let pending else {
          throw reader.missing("pending", in: members)
        }
        guard let running else {
          throw reader.missing("running", in: members)
        }
        guard let reasonCodes else {
          throw reader.missing("reasonCodes", in: members, expected: "an array")
        }
        guard let counters else {
          throw reader.missing("counters", in: members, expected: "an object")
        }
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
        self.heldBack = heldBack
        self.fileErrors = fileErrors
        self.fileErrorCount = fileErrorCount
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let accountBounds {
          writer.name("accountBounds")
          writer.map(accountBounds) { writer, element in writer.integer(element) }
        }
        if let accounts {
          writer.name("accounts")
          writer.array(accounts) { writer, element in element.write(to: &writer) }
        }
        writer.name("counters")
        writer.map(counters) { writer, element in writer.integer(element) }
        if let damaged {
          writer.name("damaged")
          writer.array(damaged) { writer, element in writer.text(element) }
        }
        if let fileErrorCount {
          writer.name("fileErrorCount")
          writer.integer(fileErrorCount)
        }
        if let fileErrors {
          writer.name("fileErrors")
          writer.array(fileErrors) { writer, element in writer.text(element) }
        }
        if let heldBack {
          writer.name("heldBack")
          writer.array(heldBack) { writer, element in writer.text(element) }
        }
        if let outputInJournal {
          writer.name("outputInJournal")
          writer.flag(outputInJournal)
        }
        writer.name("pending")
        writer.integer(pending)
        if let pid {
          writer.name("pid")
          writer.integer(pid)
        }
        writer.name("reasonCodes")
        writer.array(reasonCodes) { writer, element in writer.text(element) }
        writer.name("running")
        writer.integer(running)
        writer.name("startedUSec")
        writer.integer(startedUSec)
        if let storeFailure {
          writer.name("storeFailure")
          writer.text(storeFailure)
        }
        writer.name("version")
        writer.text(version)
        writer.endObject()
      }
    }
  }
}
