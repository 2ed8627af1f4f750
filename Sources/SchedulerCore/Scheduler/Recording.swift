/// The record of the machine's conditions: what sources have observed, and when. Simulated conditions are not
/// in it. Time in which nobody looked is recorded as such: no gap looks like time in which nothing changed.
extension Scheduler {
  /// Lets the record begin, once it is known whether the machine has booted since its last line.
  mutating func beginRecord(sameBoot: Bool) { volatile.record.phase = .beginning(sameBoot: sameBoot) }

  /// Records what the event has changed. The last part of each event's decision.
  mutating func record(after event: Event, at moment: Moment) {
    guard volatile.record.phase != .before else { return }
    switch event {
    case .conditions, .configurationChanged: volatile.record.isBehind = true
    default: break
    }
    guard volatile.storeFailure == nil else {
      volatile.record.isInterrupted = true
      return
    }
    if case .beginning(let sameBoot) = volatile.record.phase {
      volatile.record.phase = .open
      closeWhatIsLeft(sameBoot: sameBoot)
      if !sameBoot { noteBoot(at: moment) }
    }
    if volatile.record.isInterrupted {
      volatile.record.isInterrupted = false
      stopRecording(at: volatile.record.known?.wall ?? moment.wall)
    }
    guard volatile.configuration.recordsConditions, !isLeaving else {
      let isOff = isLeaving && volatile.departure?.kind == .shutdown
      return stopRecording(at: moment.wall, as: isOff ? .off : nil)
    }
    let (isWritten, isLast) = (!changes.isEmpty, isLastSign(event) || hasStartedWithAnother)
    guard recordClocks(after: event, at: moment) else { return }
    recordConditions(at: moment)
    if isLast || isWritten { giveSign(isNeeded: isLast, at: moment) }
    volatile.record.known = moment
  }

  /// Whether conditions are being recorded.
  package var isRecording: Bool { volatile.record.written != nil && volatile.storeFailure == nil }

  /// Deletes the record. What is recorded from then on begins with the present conditions.
  mutating func forgetRecord(_ caller: Caller) throws(SchedulerError) -> Reply {
    guard caller.isPrivileged else {
      throw .permissionDenied(
        message: "the record of conditions is deleted by root and by the daemon's own user only")
    }
    try checkStore()
    store(.forgetRecord)
    volatile.record.last = nil
    volatile.record.written = nil
    return .done
  }

  /// Whether the daemon is about to end, and observes nothing any more.
  private var isLeaving: Bool { volatile.phase == .shuttingDown(announced: true) }

  /// Says of the time since the last daemon's last line that nobody knows it, unless that daemon has said
  /// what followed. A daemon that was killed may have been away for long, or may have found the disk full
  /// before.
  private mutating func closeWhatIsLeft(sameBoot: Bool) {
    guard let last = volatile.record.last else { return }
    // A machine that is said to be off, and has not booted, was not off.
    guard !last.endsObservation || sameBoot && last.content == .machine(.off) else { return }
    write(.machine(nil), at: last.time)
  }

  /// Says since when the machine is on, before anybody looked at it. What this daemon finds counts as having
  /// held since then.
  private mutating func noteBoot(at moment: Moment) {
    let boot = moment.wall - (moment.monotonic - MonotonicTime(uSec: 0))
    guard volatile.configuration.recordsConditions, let last = volatile.record.last, last.time < boot else {
      return
    }
    write(.machine(nil), at: boot)
  }

  /// Says that nothing is observed from this date on, unless the record says so already.
  private mutating func stopRecording(at date: WallTime, as state: MachineState? = nil) {
    guard volatile.record.written != nil else { return }
    volatile.record.written = nil
    write(.machine(state), at: date)
  }

  /// Whether the machine may not come back from what the event announces.
  private func isLastSign(_ event: Event) -> Bool {
    if case .departing = event { true } else { false }
  }

  /// Whether a task with a tolerance starts, perhaps because of this very event: then the record has the date
  /// of the event, whatever it was.
  private var hasStartedWithAnother: Bool {
    changes.contains { change in
      guard case .putRun(let run) = change, run.ended == nil else { return false }
      return tables.tasks[run.taskID].map { $0.task.request.tolerance > .zero } ?? false
    }
  }

  /// Records that everything is as it was up to now, which a daemon that is killed cannot say any more. That
  /// goes along with what is written anyway, now and then.
  private mutating func giveSign(isNeeded: Bool, at moment: Moment) {
    guard let last = volatile.record.last?.time else { return }
    if isNeeded || moment.wall - last >= RecordState.signInterval { write(.machine(.on), at: moment.wall) }
  }

  /// Records sleep, and steps of the wall clock: the time that the clock left out, or shows again, is not
  /// observed.
  /// - Returns: Whether the date of the moment can be recorded. It cannot while the clocks are apart and no
  ///   event has said why, because conditions are often heard of before it.
  private mutating func recordClocks(after event: Event, at moment: Moment) -> Bool {
    let difference = volatile.record.difference(at: moment)
    guard volatile.record.written != nil, max(difference, .zero - difference) > RecordState.tolerance else {
      volatile.record.apartSince = nil
      return true
    }
    let since = volatile.record.apartSince ?? moment.monotonic
    var isExplained = moment.monotonic - since >= RecordState.patience
    var isSleep = false
    switch event {
    case .resumed, .departureOver(.sleep): (isExplained, isSleep) = (true, difference > .zero)
    case .clockChanged: isExplained = true
    default: break
    }
    volatile.record.apartSince = isExplained ? nil : since
    guard isExplained else { return false }
    let end = moment.wall - (moment.monotonic - since)
    if isSleep {
      write(.machine(.asleep), at: end - difference)
      write(.machine(.on), at: end)
    } else {
      stopRecording(at: end - difference)
    }
    return true
  }

  /// Records the conditions that differ from what the record says, or all of them where it says nothing.
  private mutating func recordConditions(at moment: Moment) {
    let before = volatile.record.written
    let isDue = moment.monotonic - volatile.record.stated >= RecordState.restatement
    guard volatile.record.isBehind || before == nil || isDue else { return }
    volatile.record.isBehind = false
    var conditions = recordable(volatile.machine.observed)
    if let before {
      hold(fieldsThatChangeTooOften: before.fields(otherIn: conditions), in: &conditions, at: moment)
    }
    if let before, !isDue {
      for field in before.fields(otherIn: conditions) { write(field, of: conditions, at: moment) }
    } else {
      volatile.record.stated = moment.monotonic
      write(.machine(.on), at: moment.wall)
      for field in ConditionField.allCases { write(field, of: conditions, at: moment) }
    }
    volatile.record.written = conditions
  }

  /// Takes fields that change too often for unknown, and has the next event look at them again.
  private mutating func hold(
    fieldsThatChangeTooOften changed: [ConditionField], in conditions: inout Conditions, at moment: Moment
  ) {
    for field in changed {
      let isRecorded = volatile.record.paces[field, default: RecordPace()]
        .takes(conditions[field], at: moment.monotonic)
      guard !isRecorded else { continue }
      conditions.apply(ConditionChange(field, field.unknown))
      volatile.record.isBehind = true
    }
  }

  /// Returns the conditions without those that are not recorded.
  private func recordable(_ conditions: Conditions) -> Conditions {
    guard !volatile.configuration.recordsNames else { return conditions }
    var conditions = conditions
    for field in ConditionField.ofNames { conditions.apply(ConditionChange(field, field.unknown)) }
    return conditions
  }

  private mutating func write(_ field: ConditionField, of conditions: Conditions, at moment: Moment) {
    write(.condition(field, conditions[field]), at: moment.wall)
  }

  private mutating func write(_ content: RecordedContent, at date: WallTime) {
    var date = date
    // An adjustment of the clock is no step, and dates do not go back for it.
    if let last = volatile.record.last?.time, last > date, last - date <= RecordState.tolerance {
      date = last
    }
    let change = RecordedChange(date, content)
    store(.record(change))
    volatile.record.last = change
  }
}

extension ConditionField {
  /// The value of the field while no source reports it.
  fileprivate var unknown: ConditionValue { Conditions()[self] }
}
