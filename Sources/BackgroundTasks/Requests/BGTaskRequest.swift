public import Foundation

/// The base class of requests: which task runs, and when. Make one of its subclasses.
///
/// Properties that Apple's class lacks are marked "Only on Linux"; the others mean what Apple documents.
open class BGTaskRequest: NSObject, NSCopying {
  /// The task's identifier, which the application's manifest permits.
  public let identifier: String

  /// The date before which the task does not begin; nil is no delay (R17). The time between this date and the
  /// begin has no bound.
  open var earliestBeginDate: Date?

  // MARK: What Apple's class does not have

  /// Only on Linux: whether the task needs a network that is not metered.
  open var requiresUnmeteredNetwork = false
  /// Only on Linux: whether the task needs a battery above the low mark, or external power.
  open var requiresBatteryNotLow = false
  /// Only on Linux: whether the task needs room on the disk.
  open var requiresStorageNotLow = false
  /// Only on Linux: whether the task needs an idle machine; nil leaves it to the kind of task and the
  /// administrator (R31).
  open var requiresIdle: Bool?
  /// Only on Linux: the date by which the task should have begun.
  open var deadline: Date?
  /// Only on Linux: the effect of a ``deadline`` that passes before the task has begun.
  open var deadlinePolicy = DeadlinePolicy.wait
  /// Only on Linux: the effect of submitting while a request of the same identifier is pending.
  open var conflictPolicy = ConflictPolicy.replace
  /// Only on Linux: the rule by which a failed run is retried; nil is no retry (R44).
  open var retry: Retry?
  /// Only on Linux: the seconds from one occurrence to the next, at least one; nil is no repetition (R18).
  open var repeatInterval: TimeInterval?
  /// Only on Linux: the seconds by which it may begin later to share a wake-up; nil is none.
  open var tolerance: TimeInterval?
  /// Only on Linux: the longest time of a run, in seconds; nil is the kind's limit (R30, R31). The
  /// administrator bounds it.
  open var runtimeLimit: TimeInterval?

  /// Only on Linux: whether the machine is kept from going to sleep by itself while a run lasts and power
  /// comes from outside, where the administrator allows it.
  open var preventsSleep = false
  /// Only on Linux: whether a run is frozen with a machine that goes to sleep, instead of being expired.
  open var sleepsThrough = false

  /// Only on Linux: when the task starts once its conditions hold; nil leaves it to the administrator
  /// (`Judgement=`), whose default is patient for processing and eager for other tasks.
  open var judgement: Judgement?
  /// Only on Linux: the seconds that a run takes, as far as you know, by which a patient task judges whether
  /// its conditions have held for long enough. Once a run has succeeded, the length of the task's own runs
  /// counts instead.
  open var expectedDuration: TimeInterval?
  /// Only on Linux: whether a run goes on where the one before left off, so that a short one is not in vain.
  open var canResume = false

  /// Only on Linux: the condition for a run to start, besides the flags above and those of the class; nil is
  /// none. Its parts about power, network and idleness must go on holding while the run lasts, unless
  /// ``whileRunning`` says something else.
  open var when: BGTaskCondition?
  /// Only on Linux: the condition for a run to start and to go on: a run that loses it is told to stop; nil
  /// is what the flags and ``when`` ask of power, network and idleness. A text of a later daemon that this
  /// library cannot read comes back as nil, here as in ``when`` and ``relaxations``.
  open var whileRunning: BGTaskCondition?
  /// Only on Linux: the steps at which a request that waits stops asking for conditions; up to 16.
  open var relaxations: [Relaxation] = []
  /// Only on Linux: the effect of conditions that no source reports; nil leaves it to the administrator
  /// (`UnknownConditions=`), whose default is that they hold nothing back.
  open var unknownConditions: UnknownPolicy?

  /// The payload of ``setPayload(_:)``, as JSON.
  var content: String?

  /// Creates a request of a subclass of this module: the class itself is abstract.
  init(abstract identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Returns a request of the same class that says the same. Other modules' subclasses become this module's.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = duplicate()
    copy.earliestBeginDate = earliestBeginDate
    copy.requiresUnmeteredNetwork = requiresUnmeteredNetwork
    copy.requiresBatteryNotLow = requiresBatteryNotLow
    copy.requiresStorageNotLow = requiresStorageNotLow
    copy.requiresIdle = requiresIdle
    copy.deadline = deadline
    copy.deadlinePolicy = deadlinePolicy
    copy.retry = retry
    copy.repeatInterval = repeatInterval
    copy.conflictPolicy = conflictPolicy
    copy.tolerance = tolerance
    copy.runtimeLimit = runtimeLimit
    copy.preventsSleep = preventsSleep
    copy.sleepsThrough = sleepsThrough
    copy.judgement = judgement
    copy.expectedDuration = expectedDuration
    copy.canResume = canResume
    copy.when = when
    copy.whileRunning = whileRunning
    copy.relaxations = relaxations
    copy.unknownConditions = unknownConditions
    copy.content = content
    return copy
  }

  /// Returns a request of the same class with the values that the class adds.
  func duplicate() -> BGTaskRequest { BGTaskRequest(abstract: identifier) }

  // MARK: Comparing

  /// Whether both requests say the same as the scheduler takes them, with dates to the microsecond. An
  /// application's subclass stands for the class of this module that it is submitted as, which is also what
  /// its copy is. A subclass that has more to say overrides this.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? BGTaskRequest else { return false }
    return self === other
      || saysSame(as: other) && addsSame(as: other) && other.addsSame(as: self)
  }

  /// The hash of the identifier, so that a request in a set may be changed. Equal requests have the same.
  open override var hash: Int { identifier.hash }

  private func saysSame(as other: BGTaskRequest) -> Bool {
    identifier == other.identifier
      && Microseconds.areSame(earliestBeginDate, other.earliestBeginDate)
      && requiresUnmeteredNetwork == other.requiresUnmeteredNetwork
      && requiresBatteryNotLow == other.requiresBatteryNotLow
      && requiresStorageNotLow == other.requiresStorageNotLow
      && requiresIdle == other.requiresIdle
      && Microseconds.areSame(deadline, other.deadline) && deadlinePolicy == other.deadlinePolicy
      && retry == other.retry && repeatInterval == other.repeatInterval && tolerance == other.tolerance
      && runtimeLimit == other.runtimeLimit && preventsSleep == other.preventsSleep
      && sleepsThrough == other.sleepsThrough && when == other.when && whileRunning == other.whileRunning
      && relaxations == other.relaxations && unknownConditions == other.unknownConditions
      && judgement == other.judgement && expectedDuration == other.expectedDuration
      && canResume == other.canResume && content == other.content && conflictPolicy == other.conflictPolicy
  }

  /// Whether the other request is of the same class of this module, or of a subclass, and says the same in
  /// what that class adds.
  func addsSame(as other: BGTaskRequest) -> Bool { true }

  // MARK: Printing

  /// The request as Apple's framework prints it into consoles:
  /// `<BGAppRefreshTaskRequest: com.example.sync, earliestBeginDate: 2024-07-04 12:20:11 +0000>`, with
  /// `(null)` for no date, as Foundation there prints nil. A class adds its own values after the date.
  open override var description: String {
    // Foundation traps on the text of a date that is not a number.
    let date = earliestBeginDate.map { $0.timeIntervalSince1970.isNaN ? "nan" : "\($0)" } ?? "(null)"
    return "<\(type(of: self)): \(identifier), earliestBeginDate: \(date)\(additions)>"
  }

  /// The class's additions to the description.
  var additions: String { "" }
}

/// A request for a short, frequent update: a run of up to 30 seconds (R30).
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Creates a request without a delay.
  public init(identifier: String) { super.init(abstract: identifier) }

  override func duplicate() -> BGTaskRequest { BGAppRefreshTaskRequest(identifier: identifier) }

  override func addsSame(as other: BGTaskRequest) -> Bool { other is BGAppRefreshTaskRequest }
}
