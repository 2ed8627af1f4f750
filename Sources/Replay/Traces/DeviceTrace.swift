package import SchedulerCore

/// The recorded conditions of one machine over some time.
package struct DeviceTrace: Hashable, Sendable {
  /// The name of the device, unique within a trace.
  package let name: String
  /// The first date of the record.
  package private(set) var start: WallTime
  /// The date at which the record ends, which is not a part of it.
  package private(set) var end: WallTime
  /// The changes in the order of their dates, one for each date. The first one says what held at ``start``.
  package private(set) var changes: [TraceChange] = []

  /// Creates a record without changes.
  package init(name: String, start: WallTime, end: WallTime) {
    (self.name, self.start, self.end) = (name, start, max(start, end))
  }

  /// Adds a change, which makes the record last at least until its date.
  /// - Parameter change: A change that is not earlier than the last one.
  package mutating func add(_ change: TraceChange) {
    end = max(end, change.at)
    guard let last = changes.last, last.at == change.at else { return changes.append(change) }
    changes[changes.count - 1].conditions = last.conditions.superseded(by: change.conditions)
    if let machine = change.machine { changes[changes.count - 1].machine = machine }
  }

  /// Leaves out what came from a date on, because the clock was set back to it. The values of then stay until
  /// others come.
  mutating func goBack(to date: WallTime) {
    var last = TraceChange(at: date, machine: .unknown)
    while let change = changes.last, change.at >= date {
      last.conditions = change.conditions.superseded(by: last.conditions)
      changes.removeLast()
    }
    (start, end) = (min(start, date), date)
    changes.append(last)
  }

  /// Whether the record says last that nobody knows what the machine does, or that it is off.
  var isLeft: Bool {
    let state = changes.last { $0.machine != nil }?.machine
    return state == .unknown || state == .off
  }

  /// Returns the part of the record from a date on; `nil` when nothing of it is left.
  package func since(_ date: WallTime) -> DeviceTrace? {
    guard date < end else { return nil }
    guard date > start else { return self }
    var part = DeviceTrace(name: name, start: date, end: end)
    var first = TraceChange(at: date)
    for change in changes where change.at <= date {
      first.conditions = first.conditions.superseded(by: change.conditions)
      first.machine = change.machine ?? first.machine
    }
    part.changes = [first] + changes.filter { $0.at > date }
    return part
  }

  /// The stretches in which it is known what the machine does, in order, each up to its end.
  package var known: [Range<WallTime>] {
    var stretches: [Range<WallTime>] = []
    var begin: WallTime? = start
    for change in changes {
      switch (change.machine, begin) {
      case (.unknown?, let first?):
        if first < change.at { stretches.append(first..<change.at) }
        begin = nil
      case (let machine?, nil) where machine != .unknown: begin = change.at
      default: break
      }
    }
    if let begin, begin < end { stretches.append(begin..<end) }
    return stretches
  }
}

/// The values that a record has from one date on. A field that it does not name stays as it was.
package struct TraceChange: Hashable, Sendable {
  package let at: WallTime
  /// The new values, one a field.
  package var conditions: [ConditionChange]
  /// The new state of the machine; `nil` is the same as before.
  package var machine: DeviceState?

  package init(at date: WallTime, _ conditions: [ConditionChange] = [], machine: DeviceState? = nil) {
    (at, self.conditions, self.machine) = (date, conditions, machine)
  }
}

/// The activity of a recorded machine.
package enum DeviceState: String, CaseIterable, Sendable {
  /// The machine works.
  case on
  /// The machine is suspended: only its wall clock goes on.
  case asleep
  /// The machine is switched off, and boots when it is on again.
  case off
  /// Nobody knows. This time is left out.
  case unknown = ""
}
