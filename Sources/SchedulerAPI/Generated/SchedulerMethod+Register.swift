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
    package static let name = "io.bgtaskd.Scheduler.Register"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The name of the manifest that permits the identifiers (up to 255 bytes), or empty for whichever
      /// does.
      package var application: String
      /// The identifiers that the program handles (up to 10000 elements), one or more.
      package var identifiers: [String]
      /// The runs that the program was given before, by this daemon or the one before it, and still works on
      /// (up to 1000 elements). Absent: none.
      package var runs: [String]?
      /// The lists that were longer than their bounds.
      private var cut = CutLists()

      package init(application: String, identifiers: [String], runs: [String]? = nil) {
        (self.application, self.identifiers, self.runs) = (application, identifiers, runs)
      }

      private static let fields: [StaticString] = ["application", "identifiers", "runs"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var application: String?, identifiers: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: application = try reader.text()
            case 1:
              identifiers = try reader.texts("identifiers", within: Bounds.identifiers, &cut)
            default:
              if try !reader.null() {
                runs = try reader.texts("runs", within: Bounds.runs, &cut)
              }
          }
        }
        self.application = try reader.required(application, "application", in: members)
        self.identifiers = try reader.required(identifiers, "identifiers", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("application", application)
        writer.member("identifiers", identifiers)
        writer.member("runs", runs)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let application: ClosedRange<Int> = 0...255
        package static let identifiers: ClosedRange<Int> = 0...10000
        package static let runs: ClosedRange<Int> = 0...1000
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(application, Bounds.application, path, "application")
        try FieldCheck.elements(identifiers, cut, Bounds.identifiers, path, "identifiers")
        try FieldCheck.elements(runs, cut, Bounds.runs, path, "runs")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
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

      package init(
        launch: Launch? = nil, expire: Expire? = nil, registration: String? = nil, application: String? = nil
      ) {
        (self.launch, self.expire, self.registration) = (launch, expire, registration)
        self.application = application
      }

      private static let fields: [StaticString] = ["application", "expire", "launch", "registration"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { application = try reader.text() }
            case 1: if try !reader.null() { expire = try Expire(from: &reader) }
            case 2: if try !reader.null() { launch = try Launch(from: &reader) }
            default: if try !reader.null() { registration = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("application", application)
        if let expire { writer.member("expire", expire) }
        if let launch { writer.member("launch", launch) }
        writer.member("registration", registration)
      }
    }

    /// A run to do: its identifier, the task with its whole request, and its runtime limit, in microseconds.
    /// reportsHandler is true if the program was started for this run, and may say when its handler is called
    /// (HandlerBegan); absent, it is false.
    package struct Launch: MessageStructure {
      /// `runId`.
      package var runId: String
      /// `task`.
      package var task: Wire.Task
      /// `limitUSec`.
      package var limitUSec: Int64
      /// `reportsHandler`.
      package var reportsHandler: Bool?

      package init(runId: String, task: Wire.Task, limitUSec: Int64, reportsHandler: Bool? = nil) {
        (self.runId, self.task, self.limitUSec) = (runId, task, limitUSec)
        self.reportsHandler = reportsHandler
      }

      private static let fields: [StaticString] = ["limitUSec", "reportsHandler", "runId", "task"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?, task: Wire.Task?, limitUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: limitUSec = try reader.integer()
            case 1: if try !reader.null() { reportsHandler = try reader.flag() }
            case 2: runId = try reader.text()
            default: task = try Wire.Task(from: &reader)
          }
        }
        self.runId = try reader.required(runId, "runId", in: members)
        self.task = try reader.required(task, "task", in: members)
        self.limitUSec = try reader.required(limitUSec, "limitUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("limitUSec", limitUSec)
        writer.member("reportsHandler", reportsHandler)
        writer.member("runId", runId)
        writer.member("task", task)
      }
    }

    /// A run to stop: its identifier, the reason, and the grace before it counts as killed.
    package struct Expire: MessageStructure {
      /// `runId`.
      package var runId: String
      /// `reason`.
      package var reason: Wire.Reason
      /// `graceDurationUSec`.
      package var graceDurationUSec: Int64

      package init(runId: String, reason: Wire.Reason, graceDurationUSec: Int64) {
        (self.runId, self.reason, self.graceDurationUSec) = (runId, reason, graceDurationUSec)
      }

      private static let fields: [StaticString] = ["graceDurationUSec", "reason", "runId"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?, reason: Wire.Reason?, graceDurationUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: graceDurationUSec = try reader.integer()
            case 1: reason = try Wire.Reason(from: &reader)
            default: runId = try reader.text()
          }
        }
        self.runId = try reader.required(runId, "runId", in: members)
        self.reason = try reader.required(reason, "reason", in: members)
        self.graceDurationUSec = try reader.required(graceDurationUSec, "graceDurationUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("graceDurationUSec", graceDurationUSec)
        writer.member("reason", reason)
        writer.member("runId", runId)
      }
    }
  }
}
