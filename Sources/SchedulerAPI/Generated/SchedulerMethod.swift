// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

/// The methods of `io.bgtaskd.Scheduler`.
public enum SchedulerMethod {
  /// The interface's name.
  public static let interface = "io.bgtaskd.Scheduler"
  /// The names of all methods, without the interface.
  public static let names = [
    "Submit",
    "SubmitBatch",
    "Cancel",
    "CancelAll",
    "List",
    "Get",
    "Explain",
    "History",
    "Output",
    "Watch",
    "Register",
    "AddIdentifiers",
    "SetApplicationState",
    "Complete",
    "ReportProgress",
    "ShouldDefer",
    "GetConditions",
    "SimulateConditions",
    "SimulateLaunch",
    "SimulateExpiration",
    "Status"
  ]
}

extension SchedulerMethod {
  /// Keeps a task. When the reply comes it is on disk. InvalidRequest: field says which value. NotPermitted: the
  /// identifier is not this user's to use, or is a file's. TooManyPendingTaskRequests. AlreadyPending: where
  /// onConflict is fail. ImmediateRunIneligible: where strategy is fail. PermissionDenied: who may submit, the
  /// administrator says. Unavailable also says that there is no room: the user's pending tasks take all the bytes
  /// that they may (MaxPendingBytesPerUser=), or the last of the disk is kept for what has happened
  /// (StateReserveBytes=).
  ///
  /// {"request":{"identifier":"org.example.backup","kind":"processing","requiresExternalPower":true,
  /// "command":{"argv":["/usr/bin/tar","-czf","/srv/home.tar.gz","/home/me"]}}}
  /// {"task":{"attempt":1,"request":{…},"state":"waiting","submittedUSec":1767225600000000,"uid":1000}}
  public enum Submit: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Submit`
    public static let name = "io.bgtaskd.Scheduler.Submit"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `request`.
      public var request: Wire.TaskRequest

      /// What is not given is absent.
      public init(request: Wire.TaskRequest) {
        self.request = request
      }

      private static let fields: [StaticString] = ["request"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var request: Wire.TaskRequest?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: request = try Wire.TaskRequest(from: &reader)
          }
        }
        guard let request else {
          throw reader.missing("request", in: members, expected: "an object")
        }
        self.request = request
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("request")
        request.write(to: &writer)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `task`.
      public var task: Wire.Task

      /// What is not given is absent.
      public init(task: Wire.Task) {
        self.task = task
      }

      private static let fields: [StaticString] = ["task"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: task = try Wire.Task(from: &reader)
          }
        }
        guard let task else {
          throw reader.missing("task", in: members, expected: "an object")
        }
        self.task = task
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("task")
        task.write(to: &writer)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Many at once, in one durable commit; results come in the order of the requests. InvalidRequest is about the
  /// number of them (1000 at most); what is wrong with one of them is in its result, and does not keep the others
  /// from being accepted.
  public enum SubmitBatch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SubmitBatch`
    public static let name = "io.bgtaskd.Scheduler.SubmitBatch"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `requests`.
      public var requests: [Wire.TaskRequest]

      /// What is not given is absent.
      public init(requests: [Wire.TaskRequest]) {
        self.requests = requests
      }

      private static let fields: [StaticString] = ["requests"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var requests: [Wire.TaskRequest]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: requests = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.TaskRequest(from: &reader) }
          }
        }
        guard let requests else {
          throw reader.missing("requests", in: members, expected: "an array")
        }
        self.requests = requests
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("requests")
        writer.array(requests) { writer, element in element.write(to: &writer) }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `results`.
      public var results: [Wire.SubmitResult]

      /// What is not given is absent.
      public init(results: [Wire.SubmitResult]) {
        self.results = results
      }

      private static let fields: [StaticString] = ["results"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var results: [Wire.SubmitResult]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: results = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.SubmitResult(from: &reader) }
          }
        }
        guard let results else {
          throw reader.missing("results", in: members, expected: "an array")
        }
        self.results = results
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("results")
        writer.array(results) { writer, element in element.write(to: &writer) }
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Ends a pending task; a running one is told to stop (reason cancelled). What a file asks for, which declaredIn
  /// names then, comes back when that file changes or the files are reloaded. NoSuchTask.
  public enum Cancel: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Cancel`
    public static let name = "io.bgtaskd.Scheduler.Cancel"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifier`.
      public var identifier: String

      /// What is not given is absent.
      public init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else {
          throw reader.missing("identifier", in: members, expected: "a string")
        }
        self.identifier = identifier
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifier")
        writer.text(identifier)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `declaredIn`.
      public var declaredIn: String?

      /// What is not given is absent.
      public init(declaredIn: String? = nil) {
        self.declaredIn = declaredIn
      }

      private static let fields: [StaticString] = ["declaredIn"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var declaredIn: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: if try !reader.null() { declaredIn = try reader.text() }
          }
        }
        self.declaredIn = declaredIn
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let declaredIn {
          writer.name("declaredIn")
          writer.text(declaredIn)
        }
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Ends all of the caller's tasks, and says how many.
  public enum CancelAll: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.CancelAll`
    public static let name = "io.bgtaskd.Scheduler.CancelAll"

    /// Nothing.
    public typealias Parameters = Empty

    /// What comes back.
    public struct Reply: MessageValue {
      /// `count`.
      public var count: Int

      /// What is not given is absent.
      public init(count: Int) {
        self.count = count
      }

      private static let fields: [StaticString] = ["count"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var count: Int?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: count = Int(try reader.integer())
          }
        }
        guard let count else {
          throw reader.missing("count", in: members)
        }
        self.count = count
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("count")
        writer.integer(count)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// By name. With more: one reply per page, until all is told. Without more: one page of at most limit tasks, from
  /// where the cursor of an earlier reply says; the reply has a cursor when there are more. With none of the three,
  /// all in one reply, or TooLarge. A cursor stays good whatever happens meanwhile: what is submitted behind it
  /// comes, what was before it does not come again. allUsers is for privileged callers. Of a task whose request is
  /// damaged in the state file there is only what the scheduler itself knows, with the reason damaged.
  public enum List: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.List`
    public static let name = "io.bgtaskd.Scheduler.List"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifierPrefix`.
      public var identifierPrefix: String?
      /// `allUsers`.
      public var allUsers: Bool?
      /// `limit`.
      public var limit: Int?
      /// `cursor`.
      public var cursor: String?

      /// What is not given is absent.
      public init(
        identifierPrefix: String? = nil,
        allUsers: Bool? = nil,
        limit: Int? = nil,
        cursor: String? = nil
      ) {
        self.identifierPrefix = identifierPrefix
        self.allUsers = allUsers
        self.limit = limit
        self.cursor = cursor
      }

      private static let fields: [StaticString] = ["allUsers", "cursor", "identifierPrefix", "limit"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifierPrefix: String?
        var allUsers: Bool?
        var limit: Int?
        var cursor: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { cursor = try reader.text() }
            case 2: if try !reader.null() { identifierPrefix = try reader.text() }
            default: if try !reader.null() { limit = Int(try reader.integer()) }
          }
        }
        self.identifierPrefix = identifierPrefix
        self.allUsers = allUsers
        self.limit = limit
        self.cursor = cursor
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let allUsers {
          writer.name("allUsers")
          writer.flag(allUsers)
        }
        if let cursor {
          writer.name("cursor")
          writer.text(cursor)
        }
        if let identifierPrefix {
          writer.name("identifierPrefix")
          writer.text(identifierPrefix)
        }
        if let limit {
          writer.name("limit")
          writer.integer(limit)
        }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// The tasks.
      public var tasks: [Wire.Task]
      /// Where the next page begins; absent when there are no more.
      public var cursor: String?

      /// What is not given is absent.
      public init(tasks: [Wire.Task], cursor: String? = nil) {
        self.tasks = tasks
        self.cursor = cursor
      }

      private static let fields: [StaticString] = ["cursor", "tasks"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var tasks: [Wire.Task]?
        var cursor: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { cursor = try reader.text() }
            default: tasks = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.Task(from: &reader) }
          }
        }
        guard let tasks else {
          throw reader.missing("tasks", in: members, expected: "an array")
        }
        self.tasks = tasks
        self.cursor = cursor
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let cursor {
          writer.name("cursor")
          writer.text(cursor)
        }
        writer.name("tasks")
        writer.array(tasks) { writer, element in element.write(to: &writer) }
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// One task, with its whole request, and its last runs, newest first, five at most. NoSuchTask.
  public enum Get: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Get`
    public static let name = "io.bgtaskd.Scheduler.Get"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifier`.
      public var identifier: String

      /// What is not given is absent.
      public init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else {
          throw reader.missing("identifier", in: members, expected: "a string")
        }
        self.identifier = identifier
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifier")
        writer.text(identifier)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `task`.
      public var task: Wire.Task
      /// `lastRuns`.
      public var lastRuns: [Wire.Run]

      /// What is not given is absent.
      public init(task: Wire.Task, lastRuns: [Wire.Run]) {
        self.task = task
        self.lastRuns = lastRuns
      }

      private static let fields: [StaticString] = ["lastRuns", "task"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?
        var lastRuns: [Wire.Run]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: lastRuns = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.Run(from: &reader) }
            default: task = try Wire.Task(from: &reader)
          }
        }
        guard let task else {
          throw reader.missing("task", in: members, expected: "an object")
        }
        guard let lastRuns else {
          throw reader.missing("lastRuns", in: members, expected: "an array")
        }
        self.task = task
        self.lastRuns = lastRuns
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("lastRuns")
        writer.array(lastRuns) { writer, element in element.write(to: &writer) }
        writer.name("task")
        task.write(to: &writer)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Why the task is not running now: every reason, not only the first. forecastUSec is the earliest moment at
  /// which it could begin as far as dates alone decide. NoSuchTask.
  public enum Explain: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Explain`
    public static let name = "io.bgtaskd.Scheduler.Explain"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifier`.
      public var identifier: String

      /// What is not given is absent.
      public init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else {
          throw reader.missing("identifier", in: members, expected: "a string")
        }
        self.identifier = identifier
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifier")
        writer.text(identifier)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `canProceed`.
      public var canProceed: Bool
      /// `reasons`.
      public var reasons: [Wire.Reason]
      /// `forecastUSec`.
      public var forecastUSec: Int64?

      /// What is not given is absent.
      public init(canProceed: Bool, reasons: [Wire.Reason], forecastUSec: Int64? = nil) {
        self.canProceed = canProceed
        self.reasons = reasons
        self.forecastUSec = forecastUSec
      }

      private static let fields: [StaticString] = ["canProceed", "forecastUSec", "reasons"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var canProceed: Bool?
        var reasons: [Wire.Reason]?
        var forecastUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: canProceed = try reader.flag()
            case 1: if try !reader.null() { forecastUSec = try reader.integer() }
            default: reasons = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.Reason(from: &reader) }
          }
        }
        guard let canProceed else {
          throw reader.missing("canProceed", in: members, expected: "true or false")
        }
        guard let reasons else {
          throw reader.missing("reasons", in: members, expected: "an array")
        }
        self.canProceed = canProceed
        self.reasons = reasons
        self.forecastUSec = forecastUSec
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("canProceed")
        writer.flag(canProceed)
        if let forecastUSec {
          writer.name("forecastUSec")
          writer.integer(forecastUSec)
        }
        writer.name("reasons")
        writer.array(reasons) { writer, element in element.write(to: &writer) }
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Newest first. With more: one reply per page, until limit runs or all that are kept are told. Without more: one
  /// page, of at most 50 when there is no limit; the reply has a cursor when there are more. allUsers is for
  /// privileged callers.
  public enum History: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.History`
    public static let name = "io.bgtaskd.Scheduler.History"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifier`.
      public var identifier: String?
      /// `limit`.
      public var limit: Int?
      /// `allUsers`.
      public var allUsers: Bool?
      /// `cursor`.
      public var cursor: String?

      /// What is not given is absent.
      public init(
        identifier: String? = nil,
        limit: Int? = nil,
        allUsers: Bool? = nil,
        cursor: String? = nil
      ) {
        self.identifier = identifier
        self.limit = limit
        self.allUsers = allUsers
        self.cursor = cursor
      }

      private static let fields: [StaticString] = ["allUsers", "cursor", "identifier", "limit"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var limit: Int?
        var allUsers: Bool?
        var cursor: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { cursor = try reader.text() }
            case 2: if try !reader.null() { identifier = try reader.text() }
            default: if try !reader.null() { limit = Int(try reader.integer()) }
          }
        }
        self.identifier = identifier
        self.limit = limit
        self.allUsers = allUsers
        self.cursor = cursor
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let allUsers {
          writer.name("allUsers")
          writer.flag(allUsers)
        }
        if let cursor {
          writer.name("cursor")
          writer.text(cursor)
        }
        if let identifier {
          writer.name("identifier")
          writer.text(identifier)
        }
        if let limit {
          writer.name("limit")
          writer.integer(limit)
        }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// The runs.
      public var runs: [Wire.Run]
      /// Where the next page begins; absent when there are no more.
      public var cursor: String?

      /// What is not given is absent.
      public init(runs: [Wire.Run], cursor: String? = nil) {
        self.runs = runs
        self.cursor = cursor
      }

      private static let fields: [StaticString] = ["cursor", "runs"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runs: [Wire.Run]?
        var cursor: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { cursor = try reader.text() }
            default: runs = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.Run(from: &reader) }
          }
        }
        guard let runs else {
          throw reader.missing("runs", in: members, expected: "an array")
        }
        self.runs = runs
        self.cursor = cursor
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let cursor {
          writer.name("cursor")
          writer.text(cursor)
        }
        writer.name("runs")
        writer.array(runs) { writer, element in element.write(to: &writer) }
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// What a run wrote, its last 64 KiB: truncated says that there was more. inJournal says that the journal has
  /// it instead, under BGTASK_RUN_ID. NoSuchRun.
  public enum Output: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Output`
    public static let name = "io.bgtaskd.Scheduler.Output"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `runId`.
      public var runId: String

      /// What is not given is absent.
      public init(runId: String) {
        self.runId = runId
      }

      private static let fields: [StaticString] = ["runId"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: runId = try reader.text()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        self.runId = runId
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `output`.
      public var output: String
      /// `truncated`.
      public var truncated: Bool
      /// `inJournal`.
      public var inJournal: Bool

      /// What is not given is absent.
      public init(output: String, truncated: Bool, inJournal: Bool) {
        self.output = output
        self.truncated = truncated
        self.inJournal = inJournal
      }

      private static let fields: [StaticString] = ["inJournal", "output", "truncated"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var output: String?
        var truncated: Bool?
        var inJournal: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: inJournal = try reader.flag()
            case 1: output = try reader.text()
            default: truncated = try reader.flag()
          }
        }
        guard let output else {
          throw reader.missing("output", in: members, expected: "a string")
        }
        guard let truncated else {
          throw reader.missing("truncated", in: members, expected: "true or false")
        }
        guard let inJournal else {
          throw reader.missing("inJournal", in: members, expected: "true or false")
        }
        self.output = output
        self.truncated = truncated
        self.inJournal = inJournal
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("inJournal")
        writer.flag(inJournal)
        writer.name("output")
        writer.text(output)
        writer.name("truncated")
        writer.flag(truncated)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Needs more, and a connection without another Watch. Says what happens from now on, one event a reply. Who
  /// reads so slowly that more than 4 MiB wait is disconnected. allUsers is for privileged callers. The events:
  ///
  /// submitted, replaced, cancelled, withdrawn (its file is gone), held (what it waits for has changed), overdue (its
  /// deadline has passed), damaged (its request cannot be read): with task. Of submitted and replaced that is the whole
  /// request, of the others what the scheduler itself knows.
  /// launching, running, progress, frozen, thawed, expiring (it was told to stop), killing, ended, gaveUp (there is no
  /// further attempt), completedTwice: with run.
  /// conditions: with conditions, at every change.
  /// declarationRefused, applicationFailing, applicationRecovered, departing (the machine goes to sleep or down),
  /// departureOver, storeFailed, storeRecovered: with nothing else.
  ///
  /// {"event":"launching","run":{"attempt":1,"identifier":"org.example.backup",…},"timeUSec":1767225600000000}
  public enum Watch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Watch`
    public static let name = "io.bgtaskd.Scheduler.Watch"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifierPrefix`.
      public var identifierPrefix: String?
      /// `allUsers`.
      public var allUsers: Bool?

      /// What is not given is absent.
      public init(identifierPrefix: String? = nil, allUsers: Bool? = nil) {
        self.identifierPrefix = identifierPrefix
        self.allUsers = allUsers
      }

      private static let fields: [StaticString] = ["allUsers", "identifierPrefix"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifierPrefix: String?
        var allUsers: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            default: if try !reader.null() { identifierPrefix = try reader.text() }
          }
        }
        self.identifierPrefix = identifierPrefix
        self.allUsers = allUsers
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let allUsers {
          writer.name("allUsers")
          writer.flag(allUsers)
        }
        if let identifierPrefix {
          writer.name("identifierPrefix")
          writer.text(identifierPrefix)
        }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// What happened.
      public var event: String
      /// When, a date.
      public var timeUSec: Int64
      /// The task that it happened to.
      public var task: Wire.Task?
      /// The run that it happened to.
      public var run: Wire.Run?
      /// What the scheduler believes about the machine now.
      public var conditions: Wire.Conditions?

      /// What is not given is absent.
      public init(
        event: String,
        timeUSec: Int64,
        task: Wire.Task? = nil,
        run: Wire.Run? = nil,
        conditions: Wire.Conditions? = nil
      ) {
        self.event = event
        self.timeUSec = timeUSec
        self.task = task
        self.run = run
        self.conditions = conditions
      }

      private static let fields: [StaticString] = ["conditions", "event", "run", "task", "timeUSec"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var event: String?
        var timeUSec: Int64?
        var task: Wire.Task?
        var run: Wire.Run?
        var conditions: Wire.Conditions?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { conditions = try Wire.Conditions(from: &reader) }
            case 1: event = try reader.text()
            case 2: if try !reader.null() { run = try Wire.Run(from: &reader) }
            case 3: if try !reader.null() { task = try Wire.Task(from: &reader) }
            default: timeUSec = try reader.integer()
          }
        }
        guard let event else {
          throw reader.missing("event", in: members, expected: "a string")
        }
        guard let timeUSec else {
          throw reader.missing("timeUSec", in: members)
        }
        self.event = event
        self.timeUSec = timeUSec
        self.task = task
        self.run = run
        self.conditions = conditions
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let conditions {
          writer.name("conditions")
          conditions.write(to: &writer)
        }
        writer.name("event")
        writer.text(event)
        if let run {
          writer.name("run")
          run.write(to: &writer)
        }
        if let task {
          writer.name("task")
          task.write(to: &writer)
        }
        writer.name("timeUSec")
        writer.integer(timeUSec)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Needs more. The caller handles these identifiers for as long as the connection lives; application is the name
  /// of the manifest that permits them, or empty for whichever does. An identifier that ends in .* stands for all
  /// that it covers and that nobody handles by a name or by a longer one. Each reply carries exactly one of launch,
  /// expire; the first reply carries neither and confirms the registration: its name for AddIdentifiers, and the
  /// application's. When several connections handle an identifier, the newest gets the next launch. runs names the
  /// runs that the caller was given before, by this daemon or the one before it, and still works on: they go on
  /// with this connection. A run of them that is over for the daemon gets an expire, and must not go on.
  public enum Register: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Register`
    public static let name = "io.bgtaskd.Scheduler.Register"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `application`.
      public var application: String
      /// `identifiers`.
      public var identifiers: [String]
      /// `runs`.
      public var runs: [String]?

      /// What is not given is absent.
      public init(application: String, identifiers: [String], runs: [String]? = nil) {
        self.application = application
        self.identifiers = identifiers
        self.runs = runs
      }

      private static let fields: [StaticString] = ["application", "identifiers", "runs"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var application: String?
        var identifiers: [String]?
        var runs: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: application = try reader.text()
            case 1: identifiers = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
            default: if try !reader.null() { runs = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() } }
          }
        }
        guard let application else {
          throw reader.missing("application", in: members, expected: "a string")
        }
        guard let identifiers else {
          throw reader.missing("identifiers", in: members, expected: "an array")
        }
        self.application = application
        self.identifiers = identifiers
        self.runs = runs
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("application")
        writer.text(application)
        writer.name("identifiers")
        writer.array(identifiers) { writer, element in writer.text(element) }
        if let runs {
          writer.name("runs")
          writer.array(runs) { writer, element in writer.text(element) }
        }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// A run to do.
      public var launch: Launch?
      /// A run to stop.
      public var expire: Expire?
      /// The registration's name, for AddIdentifiers.
      public var registration: String?
      /// The application's name.
      public var application: String?

      /// What is not given is absent.
      public init(
        launch: Launch? = nil,
        expire: Expire? = nil,
        registration: String? = nil,
        application: String? = nil
      ) {
        self.launch = launch
        self.expire = expire
        self.registration = registration
        self.application = application
      }

      private static let fields: [StaticString] = ["application", "expire", "launch", "registration"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var launch: Launch?
        var expire: Expire?
        var registration: String?
        var application: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { application = try reader.text() }
            case 1: if try !reader.null() { expire = try Expire(from: &reader) }
            case 2: if try !reader.null() { launch = try Launch(from: &reader) }
            default: if try !reader.null() { registration = try reader.text() }
          }
        }
        self.launch = launch
        self.expire = expire
        self.registration = registration
        self.application = application
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let application {
          writer.name("application")
          writer.text(application)
        }
        if let expire {
          writer.name("expire")
          expire.write(to: &writer)
        }
        if let launch {
          writer.name("launch")
          launch.write(to: &writer)
        }
        if let registration {
          writer.name("registration")
          writer.text(registration)
        }
        writer.endObject()
      }
    }

    /// A run to do.
    public struct Launch: MessageValue {
      /// `runId`.
      public var runId: String
      /// `task`.
      public var task: Wire.Task
      /// `limitUSec`.
      public var limitUSec: Int64

      /// What is not given is absent.
      public init(runId: String, task: Wire.Task, limitUSec: Int64) {
        self.runId = runId
        self.task = task
        self.limitUSec = limitUSec
      }

      private static let fields: [StaticString] = ["limitUSec", "runId", "task"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var task: Wire.Task?
        var limitUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: limitUSec = try reader.integer()
            case 1: runId = try reader.text()
            default: task = try Wire.Task(from: &reader)
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        guard let task else {
          throw reader.missing("task", in: members, expected: "an object")
        }
        guard let limitUSec else {
          throw reader.missing("limitUSec", in: members)
        }
        self.runId = runId
        self.task = task
        self.limitUSec = limitUSec
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("limitUSec")
        writer.integer(limitUSec)
        writer.name("runId")
        writer.text(runId)
        writer.name("task")
        task.write(to: &writer)
        writer.endObject()
      }
    }

    /// A run to stop.
    public struct Expire: MessageValue {
      /// `runId`.
      public var runId: String
      /// `reason`.
      public var reason: Wire.Reason
      /// `graceDurationUSec`.
      public var graceDurationUSec: Int64

      /// What is not given is absent.
      public init(runId: String, reason: Wire.Reason, graceDurationUSec: Int64) {
        self.runId = runId
        self.reason = reason
        self.graceDurationUSec = graceDurationUSec
      }

      private static let fields: [StaticString] = ["graceDurationUSec", "reason", "runId"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var reason: Wire.Reason?
        var graceDurationUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: graceDurationUSec = try reader.integer()
            case 1: reason = try Wire.Reason(from: &reader)
            default: runId = try reader.text()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        guard let reason else {
          throw reader.missing("reason", in: members, expected: "an object")
        }
        guard let graceDurationUSec else {
          throw reader.missing("graceDurationUSec", in: members)
        }
        self.runId = runId
        self.reason = reason
        self.graceDurationUSec = graceDurationUSec
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("graceDurationUSec")
        writer.integer(graceDurationUSec)
        writer.name("reason")
        reason.write(to: &writer)
        writer.name("runId")
        writer.text(runId)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// The caller's registration handles these identifiers as well.
  public enum AddIdentifiers: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.AddIdentifiers`
    public static let name = "io.bgtaskd.Scheduler.AddIdentifiers"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `registration`.
      public var registration: String
      /// `identifiers`.
      public var identifiers: [String]

      /// What is not given is absent.
      public init(registration: String, identifiers: [String]) {
        self.registration = registration
        self.identifiers = identifiers
      }

      private static let fields: [StaticString] = ["identifiers", "registration"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var registration: String?
        var identifiers: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: identifiers = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
            default: registration = try reader.text()
          }
        }
        guard let registration else {
          throw reader.missing("registration", in: members, expected: "a string")
        }
        guard let identifiers else {
          throw reader.missing("identifiers", in: members, expected: "an array")
        }
        self.registration = registration
        self.identifiers = identifiers
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifiers")
        writer.array(identifiers) { writer, element in writer.text(element) }
        writer.name("registration")
        writer.text(registration)
        writer.endObject()
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}

extension SchedulerMethod {
  /// Says how much the application is in use, for as long as the connection lives or until it says something else.
  /// Meanwhile active and inactive ones get no launch for refresh and processing tasks.
  public enum SetApplicationState: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SetApplicationState`
    public static let name = "io.bgtaskd.Scheduler.SetApplicationState"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `application`.
      public var application: String
      /// `state`.
      public var state: Wire.ApplicationState

      /// What is not given is absent.
      public init(application: String, state: Wire.ApplicationState) {
        self.application = application
        self.state = state
      }

      private static let fields: [StaticString] = ["application", "state"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var application: String?
        var state: Wire.ApplicationState?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: application = try reader.text()
            default: state = try Wire.ApplicationState(from: &reader)
          }
        }
        guard let application else {
          throw reader.missing("application", in: members, expected: "a string")
        }
        guard let state else {
          throw reader.missing("state", in: members, expected: "one of \"active\", \"inactive\", \"background\"")
        }
        self.application = application
        self.state = state
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("application")
        writer.text(application)
        writer.name("state")
        state.write(to: &writer)
        writer.endObject()
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}

extension SchedulerMethod {
  /// A run of the caller's user has reached its end. NoSuchRun: it is not known, or has ended already.
  public enum Complete: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Complete`
    public static let name = "io.bgtaskd.Scheduler.Complete"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `runId`.
      public var runId: String
      /// `success`.
      public var success: Bool

      /// What is not given is absent.
      public init(runId: String, success: Bool) {
        self.runId = runId
        self.success = success
      }

      private static let fields: [StaticString] = ["runId", "success"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var success: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: runId = try reader.text()
            default: success = try reader.flag()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        guard let success else {
          throw reader.missing("success", in: members, expected: "true or false")
        }
        self.runId = runId
        self.success = success
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.name("success")
        writer.flag(success)
        writer.endObject()
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}

extension SchedulerMethod {
  /// How far a run of the caller's user is; it is told to those who watch, several times a second at most.
  /// NoSuchRun.
  public enum ReportProgress: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.ReportProgress`
    public static let name = "io.bgtaskd.Scheduler.ReportProgress"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `runId`.
      public var runId: String
      /// `progress`.
      public var progress: Wire.Progress

      /// What is not given is absent.
      public init(runId: String, progress: Wire.Progress) {
        self.runId = runId
        self.progress = progress
      }

      private static let fields: [StaticString] = ["progress", "runId"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var progress: Wire.Progress?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: progress = try Wire.Progress(from: &reader)
            default: runId = try reader.text()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        guard let progress else {
          throw reader.missing("progress", in: members, expected: "an object")
        }
        self.runId = runId
        self.progress = progress
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("progress")
        progress.write(to: &writer)
        writer.name("runId")
        writer.text(runId)
        writer.endObject()
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}

extension SchedulerMethod {
  /// True when the run should save its work and come back later. NoSuchRun.
  public enum ShouldDefer: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.ShouldDefer`
    public static let name = "io.bgtaskd.Scheduler.ShouldDefer"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `runId`.
      public var runId: String

      /// What is not given is absent.
      public init(runId: String) {
        self.runId = runId
      }

      private static let fields: [StaticString] = ["runId"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: runId = try reader.text()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        self.runId = runId
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `shouldDefer`.
      public var shouldDefer: Bool
      /// `reason`.
      public var reason: Wire.Reason?

      /// What is not given is absent.
      public init(shouldDefer: Bool, reason: Wire.Reason? = nil) {
        self.shouldDefer = shouldDefer
        self.reason = reason
      }

      private static let fields: [StaticString] = ["reason", "shouldDefer"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var shouldDefer: Bool?
        var reason: Wire.Reason?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
            default: shouldDefer = try reader.flag()
          }
        }
        guard let shouldDefer else {
          throw reader.missing("shouldDefer", in: members, expected: "true or false")
        }
        self.shouldDefer = shouldDefer
        self.reason = reason
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let reason {
          writer.name("reason")
          reason.write(to: &writer)
        }
        writer.name("shouldDefer")
        writer.flag(shouldDefer)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// With more: a reply at every change.
  public enum GetConditions: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.GetConditions`
    public static let name = "io.bgtaskd.Scheduler.GetConditions"

    /// Nothing.
    public typealias Parameters = Empty

    /// What comes back.
    public struct Reply: MessageValue {
      /// `conditions`.
      public var conditions: Wire.Conditions

      /// What is not given is absent.
      public init(conditions: Wire.Conditions) {
        self.conditions = conditions
      }

      private static let fields: [StaticString] = ["conditions"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: Wire.Conditions?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: conditions = try Wire.Conditions(from: &reader)
          }
        }
        guard let conditions else {
          throw reader.missing("conditions", in: members, expected: "an object")
        }
        self.conditions = conditions
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("conditions")
        conditions.write(to: &writer)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// (privileged, and only where the configuration allows simulation.) Sets the named fields, leaves the others to
  /// the real sources; clear gives everything back to them. Names and values are those of Conditions, and unknown.
  /// PermissionDenied, SimulationDisabled.
  public enum SimulateConditions: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateConditions`
    public static let name = "io.bgtaskd.Scheduler.SimulateConditions"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `conditions`.
      public var conditions: [String: String]
      /// `clear`.
      public var clear: Bool?

      /// What is not given is absent.
      public init(conditions: [String: String], clear: Bool? = nil) {
        self.conditions = conditions
        self.clear = clear
      }

      private static let fields: [StaticString] = ["clear", "conditions"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: [String: String]?
        var clear: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { clear = try reader.flag() }
            default: conditions = try reader.map { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
          }
        }
        guard let conditions else {
          throw reader.missing("conditions", in: members, expected: "an object")
        }
        self.conditions = conditions
        self.clear = clear
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let clear {
          writer.name("clear")
          writer.flag(clear)
        }
        writer.name("conditions")
        writer.map(conditions) { writer, element in writer.text(element) }
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `conditions`.
      public var conditions: Wire.Conditions

      /// What is not given is absent.
      public init(conditions: Wire.Conditions) {
        self.conditions = conditions
      }

      private static let fields: [StaticString] = ["conditions"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var conditions: Wire.Conditions?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: conditions = try Wire.Conditions(from: &reader)
          }
        }
        guard let conditions else {
          throw reader.missing("conditions", in: members, expected: "an object")
        }
        self.conditions = conditions
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("conditions")
        conditions.write(to: &writer)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Starts a pending task now, whatever its date and requirements. NoSuchTask.
  public enum SimulateLaunch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateLaunch`
    public static let name = "io.bgtaskd.Scheduler.SimulateLaunch"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifier`.
      public var identifier: String

      /// What is not given is absent.
      public init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else {
          throw reader.missing("identifier", in: members, expected: "a string")
        }
        self.identifier = identifier
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifier")
        writer.text(identifier)
        writer.endObject()
      }
    }

    /// What comes back.
    public struct Reply: MessageValue {
      /// `runId`.
      public var runId: String

      /// What is not given is absent.
      public init(runId: String) {
        self.runId = runId
      }

      private static let fields: [StaticString] = ["runId"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: runId = try reader.text()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        self.runId = runId
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.endObject()
      }
    }
  }
}

extension SchedulerMethod {
  /// Tells a running task that its time is up. NoSuchTask.
  public enum SimulateExpiration: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateExpiration`
    public static let name = "io.bgtaskd.Scheduler.SimulateExpiration"

    /// What is asked for.
    public struct Parameters: MessageValue {
      /// `identifier`.
      public var identifier: String

      /// What is not given is absent.
      public init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      public init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else {
          throw reader.missing("identifier", in: members, expected: "a string")
        }
        self.identifier = identifier
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("identifier")
        writer.text(identifier)
        writer.endObject()
      }
    }

    /// Nothing.
    public typealias Reply = Empty
  }
}

extension SchedulerMethod {
  /// How the daemon is.
  public enum Status: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Status`
    public static let name = "io.bgtaskd.Scheduler.Status"

    /// Nothing.
    public typealias Parameters = Empty

    /// What comes back.
    public struct Reply: MessageValue {
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
      /// What runs write is in the journal, under BGTASK_IDENTIFIER and BGTASK_RUN_ID, and not kept for Output.
      public var outputInJournal: Bool?
      /// The caller's account; all that have something, for privileged callers.
      public var accounts: [Wire.Account]?
      /// How much one user may have.
      public var accountBounds: [String: Int]?
      /// What is damaged in the state file, one line each, at most 20: of the caller's own, for privileged callers of
      /// everybody's. These tasks are held (reason damaged) until bgtaskd --recover has mended the file.
      public var damaged: [String]?

      /// What is not given is absent.
      public init(
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

      private static let fields: [StaticString] = [
        "accountBounds",
        "accounts",
        "counters",
        "damaged",
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
      public init(from reader: inout JSONReader) throws(InvalidValue) {
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
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { accountBounds = try reader.map { (reader: inout JSONReader) throws(InvalidValue) in Int(try reader.integer()) } }
            case 1: if try !reader.null() { accounts = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try Wire.Account(from: &reader) } }
            case 2: counters = try reader.map { (reader: inout JSONReader) throws(InvalidValue) in Int(try reader.integer()) }
            case 3: if try !reader.null() { damaged = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() } }
            case 4: if try !reader.null() { outputInJournal = try reader.flag() }
            case 5: pending = Int(try reader.integer())
            case 6: if try !reader.null() { pid = Int(try reader.integer()) }
            case 7: reasonCodes = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
            case 8: running = Int(try reader.integer())
            case 9: startedUSec = try reader.integer()
            case 10: if try !reader.null() { storeFailure = try reader.text() }
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
      }

      /// Writes an object.
      public func write(to writer: inout JSONWriter) {
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
