// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (needs more) Registers the caller as the program that handles these identifiers, for as long as the
  /// connection lives. The first reply confirms it; each reply that follows has a launch or an expire.
  ///
  /// An identifier that ends in .* stands for all identifiers that it covers and that no program handles by a
  /// name or by a longer pattern. When several connections handle an identifier, the newest gets the next
  /// launch. A run that the field runs names goes on with this connection. A named run that is over for the
  /// daemon gets an expire, and must not go on.
  ///
  /// Errors: InvalidRequest (also where the connection has registered already), NotPermitted (no manifest, or
  /// another one, permits an identifier), NoSuchRun (a text in runs cannot be a run's identifier),
  /// Unavailable (the connection has another call whose replies end only with it).
  ///
  ///     more  Register {"application":"feeds","identifiers":["org.example.feeds.*"]}
  ///     reply {"application":"feeds","registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586"}
  ///     call  Submit {"request":{"identifier":"org.example.feeds.refresh","kind":"refresh"}}
  ///     reply {"task":{"application":"feeds","attempt":1,"request":{…},"state":"launching",…}}
  ///     reply Register {"launch":{"limitUSec":30000000,"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f",
  ///             "task":{"attempt":1,"request":{"identifier":"org.example.feeds.refresh","kind":"refresh",
  ///             "requiresIdle":false},"state":"running",…}}}
  package enum Register: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Register`
    package static let name = "io.bgtaskd.Scheduler.Register"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The name of the manifest that permits the identifiers, or empty for whichever does.
      package var application: String
      /// The identifiers that the program handles (up to 10000 elements), one or more.
      package var identifiers: [String]
      /// The runs that the program was given before, by this daemon or the one before it, and still works on
      /// (up to 10000 elements). Absent: none.
      package var runs: [String]?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(application: String, identifiers: [String], runs: [String]? = nil) {
        self.application = application
        self.identifiers = identifiers
        self.runs = runs
      }

      private static let fields: [StaticString] = ["application", "identifiers", "runs"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var application: String?
        var identifiers: [String]?
        var runs: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: application = try reader.text()
            case 1: identifiers = try reader.texts()
            default: if try !reader.null() { runs = try reader.texts() }
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
      package func write(to writer: inout JSONWriter) {
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

      /// The bounds of fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        /// The bounds of `identifiers`.
        package static let identifiers: ClosedRange<Int> = 0...10000
        /// The bounds of `runs`.
        package static let runs: ClosedRange<Int> = 0...10000
      }

      /// Holds what the fields say against their bounds.
      /// - Parameter path: The prefix of the names in errors; ends in a dot.
      /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.elements(identifiers, Bounds.identifiers, path, "identifiers")
        try FieldCheck.elements(runs, Bounds.runs, path, "runs")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// A run to do: its identifier, the task with its whole request, and its runtime limit, in
      /// microseconds. reportsHandler is true if the program was started for this run, and may say when its
      /// handler is called (HandlerBegan); absent, it is false.
      package var launch: Launch?
      /// A run to stop: its identifier, the reason, and the grace before it counts as killed.
      package var expire: Expire?
      /// The registration's name, for AddIdentifiers; in the first reply.
      package var registration: String?
      /// The application's name; in the first reply.
      package var application: String?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(
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
      package init(from reader: inout JSONReader) throws(InvalidValue) {
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
      package func write(to writer: inout JSONWriter) {
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

    /// A run to do: its identifier, the task with its whole request, and its runtime limit, in microseconds.
    /// reportsHandler is true if the program was started for this run, and may say when its handler is called
    /// (HandlerBegan); absent, it is false.
    package struct Launch: MessageValue {
      /// `runId`.
      package var runId: String
      /// `task`.
      package var task: Wire.Task
      /// `limitUSec`.
      package var limitUSec: Int64
      /// `reportsHandler`.
      package var reportsHandler: Bool?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(runId: String, task: Wire.Task, limitUSec: Int64, reportsHandler: Bool? = nil) {
        self.runId = runId
        self.task = task
        self.limitUSec = limitUSec
        self.reportsHandler = reportsHandler
      }

      private static let fields: [StaticString] = ["limitUSec", "reportsHandler", "runId", "task"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var task: Wire.Task?
        var limitUSec: Int64?
        var reportsHandler: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: limitUSec = try reader.integer()
            case 1: if try !reader.null() { reportsHandler = try reader.flag() }
            case 2: runId = try reader.text()
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
        self.reportsHandler = reportsHandler
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("limitUSec")
        writer.integer(limitUSec)
        if let reportsHandler {
          writer.name("reportsHandler")
          writer.flag(reportsHandler)
        }
        writer.name("runId")
        writer.text(runId)
        writer.name("task")
        task.write(to: &writer)
        writer.endObject()
      }
    }

    /// A run to stop: its identifier, the reason, and the grace before it counts as killed.
    package struct Expire: MessageValue {
      /// `runId`.
      package var runId: String
      /// `reason`.
      package var reason: Wire.Reason
      /// `graceDurationUSec`.
      package var graceDurationUSec: Int64

      /// Creates the structure; optional fields are absent unless they are given.
      package init(runId: String, reason: Wire.Reason, graceDurationUSec: Int64) {
        self.runId = runId
        self.reason = reason
        self.graceDurationUSec = graceDurationUSec
      }

      private static let fields: [StaticString] = ["graceDurationUSec", "reason", "runId"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
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
      package func write(to writer: inout JSONWriter) {
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
