extension Wire {
  /// What is submitted. A field that is nil is absent from the message, and means what the protocol file
  /// says.
  public struct TaskRequest: Codable, Hashable, Sendable {
    /// Unique per user among what is pending.
    public var identifier: String
    /// The kind of work.
    public var kind: Kind
    /// Never earlier than this date.
    public var earliestBeginUSec: Int64?
    /// When it should have begun, a date.
    public var deadlineUSec: Int64?
    /// What happens when the deadline passes first; nil is wait.
    public var onDeadline: DeadlinePolicy?
    /// Needs a network; nil is false.
    public var requiresNetworkConnectivity: Bool?
    /// Needs a network that is not paid for by volume; nil is false.
    public var requiresUnmeteredNetwork: Bool?
    /// Needs the mains; nil is false.
    public var requiresExternalPower: Bool?
    /// Needs a machine that nobody uses; nil leaves it to the kind and the configuration.
    public var requiresIdle: Bool?
    /// Needs a battery above the low mark, or the mains; nil is false.
    public var requiresBatteryNotLow: Bool?
    /// Needs room on the disk; nil is false.
    public var requiresStorageNotLow: Bool?
    /// How long a run may take; nil is the kind's limit.
    public var runtimeLimitDurationUSec: Int64?
    /// Starts again every so often; nil is once.
    public var repeatDurationUSec: Int64?
    /// How much later it may begin for the sake of a shared wake-up; nil is none.
    public var toleranceDurationUSec: Int64?
    /// How it is tried again; nil is not at all.
    public var retry: Retry?
    /// What happens when the identifier is already pending; nil is replace.
    public var onConflict: ConflictPolicy?
    /// The program to run; nil delivers the task to the application that handles the identifier.
    public var command: Command?
    /// What it is, for people.
    public var title: String?
    /// More about it, for people.
    public var subtitle: String?
    /// Of a continued request: what it wants when there is no room; nil is queue.
    public var strategy: SubmissionStrategy?
    /// An existing unit of systemd (`NAME.service`) that is started instead of a program; nil with a command.
    public var unit: String?
    /// So long its work stands still when a requirement is lost, in the hope that it comes back, before it is told to
    /// stop; nil tells it at once.
    public var freezeDurationUSec: Int64?
    /// The machine is kept from going to sleep by itself while a run lasts and power comes from outside; nil is false.
    public var preventsSleep: Bool?
    /// A run is frozen with a machine that goes to sleep instead of being told to stop; nil is yes with a command, no
    /// without.
    public var sleepsThrough: Bool?

    /// A request.
    public init(
      identifier: String, kind: Kind, earliestBeginUSec: Int64? = nil, deadlineUSec: Int64? = nil,
      onDeadline: DeadlinePolicy? = nil, requiresNetworkConnectivity: Bool? = nil,
      requiresUnmeteredNetwork: Bool? = nil, requiresExternalPower: Bool? = nil, requiresIdle: Bool? = nil,
      requiresBatteryNotLow: Bool? = nil, requiresStorageNotLow: Bool? = nil,
      runtimeLimitDurationUSec: Int64? = nil, repeatDurationUSec: Int64? = nil,
      toleranceDurationUSec: Int64? = nil, retry: Retry? = nil, onConflict: ConflictPolicy? = nil,
      command: Command? = nil, title: String? = nil, subtitle: String? = nil,
      strategy: SubmissionStrategy? = nil, unit: String? = nil, freezeDurationUSec: Int64? = nil,
      preventsSleep: Bool? = nil, sleepsThrough: Bool? = nil
    ) {
      self.identifier = identifier
      self.kind = kind
      self.earliestBeginUSec = earliestBeginUSec
      self.deadlineUSec = deadlineUSec
      self.onDeadline = onDeadline
      self.requiresNetworkConnectivity = requiresNetworkConnectivity
      self.requiresUnmeteredNetwork = requiresUnmeteredNetwork
      self.requiresExternalPower = requiresExternalPower
      self.requiresIdle = requiresIdle
      self.requiresBatteryNotLow = requiresBatteryNotLow
      self.requiresStorageNotLow = requiresStorageNotLow
      self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
      self.repeatDurationUSec = repeatDurationUSec
      self.toleranceDurationUSec = toleranceDurationUSec
      self.retry = retry
      self.onConflict = onConflict
      self.command = command
      self.title = title
      self.subtitle = subtitle
      self.strategy = strategy
      self.unit = unit
      self.freezeDurationUSec = freezeDurationUSec
      self.preventsSleep = preventsSleep
      self.sleepsThrough = sleepsThrough
    }
  }
}
