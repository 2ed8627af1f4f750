public import Varlink

extension SchedulerMethod {
  /// Handles identifiers for as long as the connection lives. Needs `more`.
  public enum Register: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Register`
    public static let name = SchedulerMethod.interface + ".Register"

    /// What is asked for.
    public struct Parameters: Codable, Hashable, Sendable {
      /// The application's name; empty is whichever permits the identifiers.
      public var application: String
      /// What it handles.
      public var identifiers: [String]
      /// The runs that it was given before and still works on.
      public var runs: [String]?

      /// Parameters.
      public init(application: String, identifiers: [String], runs: [String]? = nil) {
        self.application = application
        self.identifiers = identifiers
        self.runs = runs
      }
    }

    /// Exactly one of launch and expire; the first reply, which confirms the registration, has the other two.
    public struct Reply: Codable, Hashable, Sendable {
      /// A run to do.
      public var launch: Launch?
      /// A run to stop.
      public var expire: Expire?
      /// The registration's name, for ``SchedulerMethod/AddIdentifiers``.
      public var registration: String?
      /// The application's name.
      public var application: String?

      /// A reply.
      public init(
        launch: Launch? = nil, expire: Expire? = nil, registration: String? = nil, application: String? = nil
      ) {
        self.launch = launch
        self.expire = expire
        self.registration = registration
        self.application = application
      }
    }

    /// A run that the caller has to do.
    public struct Launch: Codable, Hashable, Sendable {
      /// The run.
      public var runId: String
      /// Its task.
      public var task: Wire.Task
      /// How long it may take, in microseconds.
      public var limitUSec: Int64

      /// A launch.
      public init(runId: String, task: Wire.Task, limitUSec: Int64) {
        self.runId = runId
        self.task = task
        self.limitUSec = limitUSec
      }
    }

    /// A run that the caller has to stop.
    public struct Expire: Codable, Hashable, Sendable {
      /// The run.
      public var runId: String
      /// Why.
      public var reason: Wire.Reason
      /// How long it has to stop.
      public var graceDurationUSec: Int64

      /// A notice.
      public init(runId: String, reason: Wire.Reason, graceDurationUSec: Int64) {
        self.runId = runId
        self.reason = reason
        self.graceDurationUSec = graceDurationUSec
      }
    }
  }
}
