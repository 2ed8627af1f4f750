// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import Varlink

extension SchedulerMethod {
  /// (needs more) On a connection without another Watch. Says what happens from now on, one event a reply.
  /// Who reads so slowly that more than 4 MiB wait is disconnected. allUsers is for privileged callers. The
  /// events:
  ///
  ///     submitted, replaced, cancelled, withdrawn (its file is gone), held (what it waits for has changed),
  ///     overdue (its deadline has passed), damaged (its request cannot be read): with task. Of submitted
  ///     and replaced that is the whole request, of the others what the scheduler itself knows.
  ///     launching, running, progress, frozen, thawed, expiring (it was told to stop), killing, ended, gaveUp
  ///     (there is no further attempt), completedTwice: with run.
  ///     conditions: with conditions, at every change.
  ///     declarationRefused, applicationFailing, applicationRecovered, departing (the machine goes to sleep
  ///     or down), departureOver, storeFailed, storeRecovered: with nothing else.
  ///
  ///     {"event":"launching","run":{"attempt":1,"identifier":"org.example.backup",…},
  ///       "timeUSec":1767225600000000}
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
