import ConditionSyntax
import SchedulerCore
import SystemdSyntax

/// A row of the table `task`.
struct TaskRow: StoredRow {
  static let table = Table.task
  static let keep = Query.keepTask

  var task: ScheduledTask

  init(_ task: ScheduledTask) { self.task = task }

  init(reading reader: inout RowReader) throws(RowFault) {
    let id = TaskID(try reader.integer())
    let uid = try reader.integer(as: UInt32.self)
    let request = TaskRequest(
      identifier: try reader.text(), kind: try reader.name(Kind.self),
      target: try reader.name(TaskTarget.self),
      earliestBegin: try reader.optionalInteger().map(WallTime.init),
      deadline: try reader.optionalInteger().map(WallTime.init),
      onDeadline: try reader.name(DeadlinePolicy.self),
      requirements: Requirements(rawValue: try reader.integer(as: UInt16.self)),
      requiresIdle: try reader.optionalFlag(),
      runtimeLimit: try reader.optionalInteger().map(TimeSpan.init),
      repeatEvery: try reader.optionalInteger().map(TimeSpan.init),
      tolerance: TimeSpan(uSec: try reader.integer()), retry: try Self.retry(&reader),
      onConflict: try reader.name(ConflictPolicy.self), strategy: try reader.name(SubmissionStrategy.self))
    task = ScheduledTask(
      id: id, uid: uid, request: request,
      requirements: Requirements(rawValue: try reader.integer(as: UInt16.self)),
      submitted: WallTime(uSec: try reader.integer()), attempt: try reader.integer(as: Int.self),
      retryNotBefore: try reader.optionalInteger().map(WallTime.init),
      recurrence: try reader.integer(as: Int.self), isOverdue: try reader.flag(),
      runID: try reader.optionalText().map { RunID($0) })
    guard reader.hasMore() else { return }
    task.request.preventsSleep = try reader.optionalFlag() ?? false
    task.request.sleepsThrough = try reader.optionalFlag()
    // Facts that few tasks have are not assigned where they are null: a start reads a million tasks.
    if let count = try reader.optionalInteger(as: Int.self) { task.excusedAttempts = count }
    if let limit = try reader.optionalInteger() { task.request.freezeLimit = TimeSpan(uSec: limit) }
    task.request.wish = try Self.wish(&reader).owned(by: task.uid)
    task.request.unknownConditions = try reader.optionalName(UnknownPolicy.self)
    task.waitsForUnknown = try reader.optionalFlag() ?? false
    guard reader.hasMore() else { return }
    if let length = try reader.optionalInteger() { task.request.overdueAfter = TimeSpan(uSec: length) }
    if let date = try reader.optionalInteger() { task.withoutSuccessSince = WallTime(uSec: date) }
    task.lacksSuccess = try reader.optionalFlag() ?? false
    if let calendar = try Self.calendar(&reader) { task.request.calendar = calendar }
    for trigger in ActionTrigger.allCases {
      if let text = try reader.optionalText() { task.request.actions[trigger] = TaskAction(text) }
    }
    if let program = try reader.optionalText() { task.program = program }
    if let cause = try Self.cause(&reader) { task.cause = cause }
    if let date = try reader.optionalInteger() { task.calledFor = WallTime(uSec: date) }
    if let order = try Self.order(&reader) { task.request.order = order }
    if let served = try reader.optionalInteger(as: UInt32.self) { task.served = served }
    if let trigger = try Self.pathTrigger(&reader) { task.request.pathTrigger = trigger }
    if let record = try Self.pathRecord(&reader) { task.paths = record }
    if let transfer = try Self.transfer(&reader) { task.request.transfer = transfer }
    if let change = try reader.optionalName(ClockChange.self), let calendar = task.request.calendar {
      task.request.calendar = try Self.calendar(
        calendar.text, calendar.randomizedDelay, at: change, &reader)
    }
    if let changes = try reader.optionalName(OwnChanges.self) {
      task.request.pathTrigger?.ownChanges = changes
    }
    let runs = try reader.optionalInteger(as: Int.self)
    if let record = task.paths { task.paths = Self.counted(record, runs) }
    if let number = try reader.optionalInteger() { task.endsBefore = number }
    if let judgement = try reader.optionalName(Judgement.self) { task.request.judgement = judgement }
    if let length = try reader.optionalInteger() { task.request.expectedDuration = TimeSpan(uSec: length) }
    if let can = try reader.optionalFlag() { task.request.canResume = can }
    if let file = try reader.optionalText() { task.request.checkpointFile = file }
    if let length = try reader.optionalInteger() { task.usualLength = TimeSpan(uSec: length) }
    if try reader.optionalFlag() == true { task.resumes = true }
    if let lease = try Self.lease(&reader) { task.lease = lease }
    let notBefore = try reader.optionalInteger().map(WallTime.init)
    if task.request.calendar != nil { task.notBefore = Self.asked(notBefore, by: task) }
    if let date = try reader.optionalInteger() { task.waitsSince = WallTime(uSec: date) }
    if let date = try reader.optionalInteger() { task.turnCame = WallTime(uSec: date) }
  }

  func write(to row: inout RowWriter) {
    let request = task.request
    row.add(task.id.value)
    row.add(task.uid)
    row.add(request.identifier)
    row.add(request.kind.rawValue)
    row.add(request.target.rawValue)
    row.add(request.earliestBegin?.uSec)
    row.add(request.deadline?.uSec)
    row.add(request.onDeadline.rawValue)
    row.add(request.requirements.rawValue)
    row.add(request.requiresIdle)
    row.add(request.runtimeLimit?.uSec)
    row.add(request.repeatEvery?.uSec)
    row.add(request.tolerance.uSec)
    row.add(request.retry?.backoff.rawValue)
    row.add(request.retry?.initial.uSec)
    row.add(request.retry?.maximum.uSec)
    row.add((request.retry?.maximumAttempts).map(Int64.init))
    row.add(request.onConflict.rawValue)
    row.add(request.strategy.rawValue)
    row.add(task.requirements.rawValue)
    row.add(task.submitted.uSec)
    row.add(task.attempt)
    row.add(task.retryNotBefore?.uSec)
    row.add(task.recurrence)
    row.add(task.isOverdue)
    row.add(task.runID?.text)
    // Null where the request asks for nothing, as in the rows of the first schema.
    row.add(flag: request.preventsSleep)
    row.add(request.sleepsThrough)
    row.add(count: task.excusedAttempts)
    row.add(request.freezeLimit?.uSec)
    row.add(request.wish.when?.text)
    row.add(request.wish.whileRunning?.text)
    row.add(request.wish.relaxations.isEmpty ? nil : ConditionSyntax.text(of: request.wish.relaxations))
    row.add(request.unknownConditions?.rawValue)
    row.add(flag: task.waitsForUnknown)
    row.add(request.overdueAfter?.uSec)
    row.add(task.withoutSuccessSince?.uSec)
    row.add(flag: task.lacksSuccess)
    row.add(request.calendar?.text)
    row.add(request.calendar?.randomizedDelay.uSec)
    for trigger in ActionTrigger.allCases { row.add(request.actions[trigger]?.text) }
    row.add(task.program)
    row.add(task.cause?.trigger.rawValue)
    row.add(task.cause?.chain.joined(separator: "\n"))
    row.add(task.cause?.runID?.text)
    row.add(task.calledFor?.uSec)
    row.add(request.order.group)
    row.add(Self.names(request.order.predecessors.filter(\.mustSucceed)))
    row.add(Self.names(request.order.predecessors.filter { !$0.mustSucceed }))
    row.add(flag: request.order.repeats)
    row.add(count: Int(task.served))
    // No path has the character NUL in it.
    row.add(request.pathTrigger?.paths.joined(separator: "\0"))
    row.add(request.pathTrigger?.quiet.uSec)
    row.add(request.pathTrigger?.atLatest.uSec)
    row.add(task.paths?.since.uSec)
    row.add(task.paths?.digest)
    row.add(task.paths?.before)
    row.add(request.transfer?.host)
    row.add(request.transfer?.priority.rawValue)
    row.add(request.transfer?.isDiscretionary)
    row.add(request.transfer?.session)
    row.add(request.calendar?.clockChange?.rawValue)
    row.add(request.pathTrigger?.ownChanges.rawValue)
    row.add((task.paths?.runs).map(Int64.init))
    row.add(count: Int(task.endsBefore))
    row.add(request.judgement?.rawValue)
    row.add(request.expectedDuration?.uSec)
    row.add(request.canResume)
    row.add(request.checkpointFile)
    row.add(task.usualLength?.uSec)
    row.add(flag: task.resumes)
    row.add(task.lease?.until.uSec)
    row.add(task.lease?.boot.value)
    row.add(request.calendar.map { _ in (task.notBefore ?? Self.nothingAsked).uSec })
    row.add(task.waitsSince?.uSec)
    row.add(task.turnCame?.uSec)
  }

  /// The date that stands for none.
  private static let nothingAsked = WallTime(uSec: 0)

  /// Returns the date that a calendar was asked to begin at. Rows of earlier schemas do not tell it: there it
  /// is the task's date, which is not before it.
  private static func asked(_ date: WallTime?, by task: ScheduledTask) -> WallTime? {
    guard let date else { return task.recurrence > 0 ? nil : task.calledFor ?? task.request.earliestBegin }
    return date == nothingAsked ? nil : date
  }

  private static func lease(_ reader: inout RowReader) throws(RowFault) -> Lease? {
    let until = try reader.optionalInteger()
    let boot = try reader.optionalInteger()
    guard let until else { return nil }
    return Lease(until: BootTime(uSec: until), boot: boot.map { BootID(value: $0) } ?? .unknown)
  }

  private static func names(_ predecessors: [Predecessor]) -> String? {
    predecessors.isEmpty ? nil : predecessors.map(\.identifier).joined(separator: "\n")
  }

  /// Predecessors that must succeed come first, as in the protocol: each has its place's bit in `served`.
  private static func order(_ reader: inout RowReader) throws(RowFault) -> TaskOrder? {
    let group = try reader.optionalText()
    var predecessors: [Predecessor] = []
    for mustSucceed in [true, false] {
      guard let names = try reader.optionalText() else { continue }
      predecessors += names.split(separator: "\n").map { Predecessor(String($0), mustSucceed: mustSucceed) }
    }
    let repeats = try reader.optionalFlag() ?? false
    guard group != nil || !predecessors.isEmpty || repeats else { return nil }
    return TaskOrder(group: group, predecessors: predecessors, repeats: repeats)
  }

  private static func pathTrigger(_ reader: inout RowReader) throws(RowFault) -> PathTrigger? {
    let paths = try reader.optionalText()
    let quiet = try reader.optionalInteger()
    let atLatest = try reader.optionalInteger()
    guard let paths, let quiet, let atLatest else { return nil }
    return PathTrigger(
      paths.split(separator: "\0").map(String.init), quiet: TimeSpan(uSec: quiet),
      atLatest: TimeSpan(uSec: atLatest))
  }

  private static func pathRecord(_ reader: inout RowReader) throws(RowFault) -> PathRecord? {
    let since = try reader.optionalInteger().map(WallTime.init)
    let digest = try reader.optionalInteger()
    let before = try reader.optionalInteger()
    return since.map { PathRecord(since: $0, digest: digest, before: before) }
  }

  /// Completes a record. Records without a count of runs have digests of fewer facts, which cannot be
  /// compared with those of today: the dates decide once.
  private static func counted(_ record: PathRecord, _ runs: Int?) -> PathRecord {
    runs.map { PathRecord(since: record.since, digest: record.digest, before: record.before, runs: $0) }
      ?? PathRecord(since: record.since)
  }

  private static func transfer(_ reader: inout RowReader) throws(RowFault) -> TransferRule? {
    let host = try reader.optionalText()
    let priority = try reader.optionalName(TransferPriority.self)
    let isDiscretionary = try reader.optionalFlag()
    let session = try reader.optionalText()
    guard let host, let priority, let isDiscretionary else { return nil }
    return TransferRule(host: host, priority: priority, isDiscretionary: isDiscretionary, session: session)
  }

  private static func wish(_ reader: inout RowReader) throws(RowFault) -> ConditionWish {
    let when = try reader.optionalText()
    let whileRunning = try reader.optionalText()
    let relaxations = try reader.optionalText()
    do throws(ConditionSyntaxError) {
      return try reader.conditions.wish(when: when, whileRunning: whileRunning, relaxations: relaxations)
    } catch {
      throw reader.fault("its conditions cannot be read: \(error)")
    }
  }

  private static func calendar(_ reader: inout RowReader) throws(RowFault) -> CalendarSchedule? {
    let texts = try reader.optionalText()
    let randomizedDelay = try reader.optionalInteger().map(TimeSpan.init) ?? .zero
    guard let texts else { return nil }
    return try calendar(texts, randomizedDelay, at: nil, &reader)
  }

  private static func calendar(
    _ texts: String, _ randomizedDelay: TimeSpan, at change: ClockChange?, _ reader: inout RowReader
  ) throws(RowFault) -> CalendarSchedule {
    do throws(SyntaxError) {
      return try reader.conditions.calendar(texts, randomizedDelay: randomizedDelay, clockChange: change)
    } catch {
      throw reader.fault("its calendar cannot be read: \(error)")
    }
  }

  private static func cause(_ reader: inout RowReader) throws(RowFault) -> ActionCause? {
    let trigger = try reader.optionalName(ActionTrigger.self)
    let chain = try reader.optionalText()
    let run = try reader.optionalText()
    guard let trigger, let chain else { return nil }
    return ActionCause(
      trigger: trigger, chain: chain.split(separator: "\n").map(String.init), runID: run.map { RunID($0) })
  }

  /// Reads the retry rule, whose four columns are all set or all null.
  private static func retry(_ reader: inout RowReader) throws(RowFault) -> Retry? {
    let backoff = try reader.optionalName(Backoff.self)
    let initial = try reader.optionalInteger()
    let maximum = try reader.optionalInteger()
    let attempts = try reader.optionalInteger(as: Int.self)
    switch (backoff, initial, maximum, attempts) {
    case (nil, nil, nil, nil):
      return nil
    case (let backoff?, let initial?, let maximum?, let attempts?):
      return Retry(
        backoff: backoff, initial: TimeSpan(uSec: initial), maximum: TimeSpan(uSec: maximum),
        maximumAttempts: attempts)
    default:
      throw reader.fault("only some of the columns retry_… are set")
    }
  }
}
