// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (needs more) Tells what happens from now on, one event a reply; allUsers is for privileged callers. A
  /// caller that reads so slowly that more than 4 MiB wait is disconnected. The events:
  ///
  ///     with task and its whole request, as far as that can be read:
  ///       submitted             The task was accepted.
  ///       replaced              The task was accepted in the place of one that waited.
  ///       cancelled             The owner has ended the task, which waited.
  ///       withdrawn             The file of the task, which waited, asks for it no more.
  ///       held                  The task has become due and waits on, or its reasons have changed.
  ///       overdue               The deadline has passed, or there was no success for too long.
  ///       damaged               The request cannot be read; reason says where.
  ///     with run:
  ///       launching             The program of the run is being started.
  ///       running               The program of the run works.
  ///       progress              The run has reported its progress.
  ///       frozen, thawed        The work was frozen for a lost requirement; the work goes on.
  ///       expiring              The run was told to stop; stopReason says why.
  ///       killing               The run did not stop within its grace.
  ///       ended                 The run has ended; outcome says how.
  ///       gaveUp                The run has failed, and its retry rule allows no further attempt.
  ///       completedTwice        The run has reported its end again, which counts for nothing.
  ///       slowLaunch            The program took more than twice as long to its handler as usual (launch).
  ///     with conditions:
  ///       conditions            The conditions of the machine have changed.
  ///     with nothing else; the journal says more:
  ///       began                 (confirm) The first event: whatever happens from now on is told.
  ///       declarationRefused    The request that a file makes cannot be accepted.
  ///       applicationFailing    An application's program cannot be started, or does not register.
  ///       applicationRecovered  An application that could not be started has registered.
  ///       paused, resumed       A pause of tasks has begun; a pause is over.
  ///       departing             The machine is about to sleep or to shut down.
  ///       departureOver         The machine is back, or has stayed.
  ///       storeFailed           The disk takes nothing.
  ///       storeRecovered        The disk takes changes again.
  ///
  /// Errors: InvalidRequest, PermissionDenied, Unavailable (too many such calls, or the connection has one
  /// already).
  ///
  ///     more  Watch {"identifierPrefix":"org.example."}
  ///     call  Submit {"request":{"identifier":"org.example.hello","kind":"processing","title":"Hello",
  ///             "command":{"argv":["/bin/echo","hello"]}}}
  ///     reply {"task":{…}}
  ///     reply Watch {"event":"submitted","task":{"attempt":1,"request":{"command":{"argv":["/bin/echo",
  ///             "hello"]},"identifier":"org.example.hello","kind":"processing","requiresIdle":false,
  ///             "title":"Hello"},…},"timeUSec":1767225600000000}
  ///     reply Watch {"event":"launching","run":{"attempt":1,"identifier":"org.example.hello",…},
  ///             "timeUSec":1767225600000000}
  ///     reply Watch {"event":"ended","run":{"outcome":"completed",…},"timeUSec":1767225600000000}
  package enum Watch: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Watch"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The beginning of the identifiers of the tasks to watch; events about no task come besides. Absent:
      /// all tasks.
      package var identifierPrefix: String?
      /// Whether the tasks of all users are watched. Absent: false, the caller's.
      package var allUsers: Bool?
      /// Whether the event began is told at once, when the watch has begun. Absent: false.
      package var confirm: Bool?
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(
        identifierPrefix: String? = nil, allUsers: Bool? = nil, confirm: Bool? = nil, user: String? = nil
      ) {
        (self.identifierPrefix, self.allUsers, self.confirm) = (identifierPrefix, allUsers, confirm)
        self.user = user
      }

      private static let fields: [StaticString] = ["allUsers", "confirm", "identifierPrefix", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { confirm = try reader.flag() }
            case 2: if try !reader.null() { identifierPrefix = try reader.text() }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("allUsers", allUsers)
        writer.member("confirm", confirm)
        writer.member("identifierPrefix", identifierPrefix)
        writer.member("user", user)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let user: ClosedRange<Int> = 1...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(user, Bounds.user, path, "user")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The name of the event.
      package var event: String
      /// The date of the event.
      package var timeUSec: Int64
      /// The task that the event is about.
      package var task: Wire.Task?
      /// The run that the event is about.
      package var run: Wire.Run?
      /// The conditions of the machine as the scheduler believes them now.
      package var conditions: Wire.Conditions?

      package init(
        event: String, timeUSec: Int64, task: Wire.Task? = nil, run: Wire.Run? = nil,
        conditions: Wire.Conditions? = nil
      ) {
        (self.event, self.timeUSec, self.task, self.run) = (event, timeUSec, task, run)
        self.conditions = conditions
      }

      private static let fields: [StaticString] = ["conditions", "event", "run", "task", "timeUSec"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var event: String?, timeUSec: Int64?
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
        self.event = try reader.required(event, "event", in: members)
        self.timeUSec = try reader.required(timeUSec, "timeUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        if let conditions { writer.member("conditions", conditions) }
        writer.member("event", event)
        if let run { writer.member("run", run) }
        if let task { writer.member("task", task) }
        writer.member("timeUSec", timeUSec)
      }
    }
  }
}
