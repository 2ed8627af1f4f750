/// A task as ``TaskTable`` holds it: the fields that nearly every waiting task has take little room, and the
/// others are kept apart, only where there are some.
struct PackedTask {
  private let identifier: String
  private let submitted: Int64
  private let earliestBegin: Int64
  private let deadline: Int64
  /// The date or point that belongs to ``placeKind``.
  private var placeValue: Int64
  private let rest: Rest?
  /// The request's conditions in its own words.
  let wish: ConditionWish
  private let uid: UInt32
  private let payloadBytes: UInt32
  private let askedRequirements: Requirements
  private let requirements: Requirements
  private let kind: Kind
  private let onDeadline: DeadlinePolicy
  private let onConflict: ConflictPolicy
  private let strategy: SubmissionStrategy
  private var placeKind: PlaceKind
  private let requiresIdle: Bool?
  private let sleepsThrough: Bool?
  private let flags: Flags
  /// The index of the reason among all of them; ``none`` when none was reported.
  private let reportedReason: UInt8
  private let unknownConditions: UnknownPolicy?
  private let relaxedSteps: UInt8
  private var patience: UInt8

  private enum PlaceKind {
    case date, pause, behindRun, application, applicationUntil, pathLook, pathWatch, pathPause, group, held,
      paused, behindTasks, running
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let hasEarliestBegin = Flags(rawValue: 1)
    static let hasDeadline = Flags(rawValue: 2)
    static let preventsSleep = Flags(rawValue: 4)
    static let isOverdue = Flags(rawValue: 8)
    static let waitsForUnknown = Flags(rawValue: 16)
    static let lacksSuccess = Flags(rawValue: 32)
    static let isOfApplication = Flags(rawValue: 64)
  }

  /// The fields that few waiting tasks have.
  private final class Rest: Sendable {
    let terms: Rare<TaskRequest.RareTerms>
    let task: Rare<ScheduledTask.RareState>
    let entry: Rare<TaskEntry.RareState>
    let attempt, recurrence, payloadBytes: Int
    let runID: RunID?
    let application: ApplicationKey?

    /// Creates the fields, or `nil` when all of them are usual.
    init?(_ entry: TaskEntry) {
      let task = entry.task
      let isUsual =
        task.request.rare.box == nil && task.rare.box == nil && entry.rare.box == nil && task.attempt == 1
        && task.recurrence == 0 && UInt32(exactly: task.payloadBytes) != nil && task.runID == nil
        && entry.application == nil
      if isUsual { return nil }
      (terms, self.task, self.entry) = (task.request.rare, task.rare, entry.rare)
      (attempt, recurrence, payloadBytes) = (task.attempt, task.recurrence, task.payloadBytes)
      (runID, application) = (task.runID, entry.application)
    }
  }

  private static let placesOfReasons = Dictionary(
    uniqueKeysWithValues: zip(ReasonCode.allCases, 0..<none))
  private static let none = UInt8.max

  init(_ entry: TaskEntry) {
    let (task, request) = (entry.task, entry.task.request)
    identifier = request.identifier
    submitted = task.submitted.uSec
    earliestBegin = request.earliestBegin?.uSec ?? 0
    deadline = request.deadline?.uSec ?? 0
    reportedReason = entry.reportedReason.flatMap { Self.placesOfReasons[$0] } ?? Self.none
    unknownConditions = request.unknownConditions
    relaxedSteps = UInt8(entry.relaxedSteps)
    patience = entry.patience.rawValue
    rest = Rest(entry)
    wish = request.wish
    uid = task.uid
    payloadBytes = UInt32(clamping: task.payloadBytes)
    askedRequirements = request.requirements
    requirements = task.requirements
    kind = request.kind
    onDeadline = request.onDeadline
    onConflict = request.onConflict
    strategy = request.strategy
    requiresIdle = request.requiresIdle
    sleepsThrough = request.sleepsThrough
    var flags: Flags = []
    if request.earliestBegin != nil { flags.insert(.hasEarliestBegin) }
    if request.deadline != nil { flags.insert(.hasDeadline) }
    if request.preventsSleep { flags.insert(.preventsSleep) }
    if task.isOverdue { flags.insert(.isOverdue) }
    if task.waitsForUnknown { flags.insert(.waitsForUnknown) }
    if task.lacksSuccess { flags.insert(.lacksSuccess) }
    if request.target == .application { flags.insert(.isOfApplication) }
    self.flags = flags
    (placeKind, placeValue) = Self.packed(entry.place)
  }

  /// Moves the task to another place.
  mutating func move(to place: Place, _ patience: Patience) {
    (placeKind, placeValue) = Self.packed(place)
    self.patience = patience.rawValue
  }

  private static func packed(_ place: Place) -> (PlaceKind, Int64) {
    switch place {
    case .date(let date): (.date, date.uSec)
    case .pause(let point): (.pause, point.uSec)
    case .behindRun: (.behindRun, 0)
    case .behindTasks: (.behindTasks, 0)
    case .application(nil): (.application, 0)
    case .application(let point?): (.applicationUntil, point.uSec)
    case .paths(.look): (.pathLook, 0)
    // The name of the watch follows from the task's state.
    case .paths(.watch): (.pathWatch, 0)
    case .paths(.pause(let point)): (.pathPause, point.uSec)
    // The group follows from the task.
    case .group: (.group, 0)
    case .held: (.held, 0)
    case .paused: (.paused, 0)
    case .running: (.running, 0)
    }
  }

  /// The user and the identifier of the task.
  var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }

  /// Whether the task waits for its date, which is that of `accepted`, and is late in nothing else.
  func isWaiting(_ accepted: ScheduledTask) -> Bool {
    placeKind == .date && placeValue == accepted.request.earliestBegin?.uSec
      && submitted == accepted.submitted.uSec && flags.contains(.isOverdue) == accepted.isOverdue
      && flags.contains(.lacksSuccess) == accepted.lacksSuccess
  }

  /// The task's calendar dates, or `nil` without any.
  var calendar: CalendarSchedule? { rest?.terms.box?.part.calendar }

  /// Returns the task, whose number the caller knows.
  func entry(_ id: TaskID) -> TaskEntry {
    var request = TaskRequest(
      identifier: identifier, kind: kind,
      target: flags.contains(.isOfApplication) ? .application : .command,
      earliestBegin: flags.contains(.hasEarliestBegin) ? WallTime(uSec: earliestBegin) : nil,
      deadline: flags.contains(.hasDeadline) ? WallTime(uSec: deadline) : nil, onDeadline: onDeadline,
      requirements: askedRequirements, requiresIdle: requiresIdle, onConflict: onConflict,
      strategy: strategy, preventsSleep: flags.contains(.preventsSleep), sleepsThrough: sleepsThrough,
      wish: wish, unknownConditions: unknownConditions)
    if let rest { request.rare = rest.terms }
    var task = ScheduledTask(
      id: id, uid: uid, request: request, requirements: requirements, submitted: WallTime(uSec: submitted),
      attempt: rest?.attempt ?? 1, recurrence: rest?.recurrence ?? 0,
      isOverdue: flags.contains(.isOverdue), runID: rest?.runID)
    task.payloadBytes = rest?.payloadBytes ?? Int(payloadBytes)
    task.waitsForUnknown = flags.contains(.waitsForUnknown)
    task.lacksSuccess = flags.contains(.lacksSuccess)
    if let rest { task.rare = rest.task }
    var entry = TaskEntry(
      task: task, place: .behindRun, application: rest?.application,
      reportedReason: reportedReason == Self.none ? nil : ReasonCode.allCases[Int(reportedReason)],
      relaxedSteps: Int(relaxedSteps), patience: Patience(rawValue: patience))
    if let rest { entry.rare = rest.entry }
    entry.place = place(of: entry)
    return entry
  }

  private func place(of entry: TaskEntry) -> Place {
    switch placeKind {
    case .date: .date(WallTime(uSec: placeValue))
    case .pause: .pause(MonotonicTime(uSec: placeValue))
    case .behindRun: .behindRun
    case .behindTasks: .behindTasks
    case .application: .application(until: nil)
    case .applicationUntil: .application(until: MonotonicTime(uSec: placeValue))
    case .pathLook: .paths(.look)
    case .pathWatch: .paths(entry.pathState.watch.map(PathWait.watch) ?? .look)
    case .pathPause: .paths(.pause(MonotonicTime(uSec: placeValue)))
    case .group: .group
    case .held: .held
    case .paused: .paused
    case .running: .running
    }
  }
}
