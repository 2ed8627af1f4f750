public import Foundation

/// What every request to run a task says: which task, and when. Make one of its subclasses.
///
/// The properties that Apple's class does not have are marked as such; the others mean what Apple documents.
open class BGTaskRequest: NSObject, NSCopying {
  /// The task's identifier, which the application's manifest permits.
  public let identifier: String

  /// The task does not begin before this date; nil is no delay (R17). How much later it begins is not
  /// promised.
  open var earliestBeginDate: Date?

  // MARK: What Apple's class does not have

  /// Only on Linux: needs a network that is not paid for by volume.
  open var requiresUnmeteredNetwork = false
  /// Only on Linux: needs a battery above the low mark, or external power.
  open var requiresBatteryNotLow = false
  /// Only on Linux: needs room on the disk.
  open var requiresStorageNotLow = false
  /// Only on Linux: needs a machine that nobody uses; nil leaves it to the kind of task and the administrator
  /// (R31).
  open var requiresIdle: Bool?
  /// Only on Linux: when the task should have begun.
  open var deadline: Date?
  /// Only on Linux: what happens when the ``deadline`` passes and the task has not begun.
  open var deadlinePolicy = DeadlinePolicy.wait
  /// Only on Linux: what submitting does when a request of the same identifier is pending.
  open var conflictPolicy = ConflictPolicy.replace
  /// Only on Linux: how a run that fails is tried again; nil is not at all (R44).
  open var retry: Retry?
  /// Only on Linux: the task starts again every so many seconds, at least one; nil is once (R18).
  open var repeatInterval: TimeInterval?
  /// Only on Linux: how many seconds later it may begin for the sake of a shared wake-up; nil is none.
  open var tolerance: TimeInterval?
  /// Only on Linux: how many seconds a run may take; nil is the kind's limit (R30, R31). The administrator
  /// bounds it.
  open var runtimeLimit: TimeInterval?

  /// Only on Linux: the machine is kept from going to sleep by itself while a run lasts and power comes from
  /// outside, where the administrator allows it.
  open var preventsSleep = false
  /// Only on Linux: a run is frozen with a machine that goes to sleep, instead of being expired before.
  open var sleepsThrough = false

  /// Only on Linux: what must hold for a run to start, besides the flags above and those of the class; nil is
  /// nothing. What it asks of power, network and idleness must go on holding while the run lasts, unless
  /// ``whileRunning`` says something else.
  open var when: BGTaskCondition?
  /// Only on Linux: what must hold for a run to start, and go on holding while it lasts, or the run is told
  /// to stop; nil is what the flags and ``when`` ask of power, network and idleness. A text of a later daemon
  /// that this library cannot read comes back as nil, here as in ``when`` and ``relaxations``.
  open var whileRunning: BGTaskCondition?
  /// Only on Linux: what the request stops asking for when it has waited for long enough; up to 16 steps.
  open var relaxations: [Relaxation] = []
  /// Only on Linux: what conditions do that nobody reports; nil leaves it to the administrator
  /// (`UnknownConditions=`), who has them hold nothing back by default.
  open var unknownConditions: UnknownPolicy?

  /// What ``setPayload(_:)`` was given, as JSON.
  var content: String?

  /// For subclasses of this module: the class itself is abstract.
  init(abstract identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// A request of the same class, which says the same. Subclasses in other modules become this module's.
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
    copy.when = when
    copy.whileRunning = whileRunning
    copy.relaxations = relaxations
    copy.unknownConditions = unknownConditions
    copy.content = content
    return copy
  }

  /// A request of the same class with what that class adds.
  func duplicate() -> BGTaskRequest { BGTaskRequest(abstract: identifier) }

  // MARK: Comparing

  /// Requests are equal when they say the same, in dates to the microsecond, as what the scheduler takes them
  /// for: a subclass of an application stands for the class of this module that it is submitted as, which is
  /// also what its copy is. One that has more to say overrides this.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? BGTaskRequest else { return false }
    return self === other
      || saysSame(as: other) && addsSame(as: other) && other.addsSame(as: self)
  }

  /// Equal requests have the same. It is that of the identifier, so that a request in a set may be changed.
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
      && content == other.content && conflictPolicy == other.conflictPolicy
  }

  /// Whether the other is of the same class of this module, or of a subclass, and says the same in what that
  /// class adds.
  func addsSame(as other: BGTaskRequest) -> Bool { true }

  // MARK: Printing

  /// The request as Apple's framework prints it into consoles:
  /// `<BGAppRefreshTaskRequest: com.example.sync, earliestBeginDate: 2024-07-04 12:20:11 +0000>`, with
  /// `(null)` for no date, as Foundation there prints what is nil. What a class adds that is printed there
  /// comes after that.
  open override var description: String {
    // Foundation's text of a date that is no number traps.
    let date = earliestBeginDate.map { $0.timeIntervalSince1970.isNaN ? "nan" : "\($0)" } ?? "(null)"
    return "<\(type(of: self)): \(identifier), earliestBeginDate: \(date)\(additions)>"
  }

  /// What the description has besides.
  var additions: String { "" }
}

/// A request for a short, frequent update: a run of up to 30 seconds (R30).
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// A request without a delay.
  public init(identifier: String) { super.init(abstract: identifier) }

  override func duplicate() -> BGTaskRequest { BGAppRefreshTaskRequest(identifier: identifier) }

  override func addsSame(as other: BGTaskRequest) -> Bool { other is BGAppRefreshTaskRequest }
}
