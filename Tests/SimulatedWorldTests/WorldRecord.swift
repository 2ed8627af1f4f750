import SchedulerCore

/// What a world knows of the record of conditions: what was acknowledged of it, and how the machine was.
struct WorldRecord {
  /// How the machine was at a date, when all that came before was decided.
  private struct Sample {
    var date: WallTime
    var isLocked: Bool
  }

  private var isLocked = false
  private var samples: [Sample] = []
  /// The lines that were acknowledged.
  private var lines: [RecordedChange] = []
  /// The lines that may be there, because they were being written, or only making them durable failed.
  private var unacknowledged: [[RecordedChange]] = []
  /// The number of samples of which the record knows how it was.
  private(set) var known = 0

  /// What sources report now.
  var present: [ConditionChange] { [.flag(.locked, isLocked)] }

  /// Changes how the machine is.
  mutating func change(at date: WallTime, using random: inout SeededGenerator) -> [ConditionChange] {
    isLocked = Bool.random(using: &random)
    // Of a date at which it changed again nobody can say how it was.
    if samples.last?.date == date { samples.removeLast() }
    return present
  }

  mutating func sample(at date: WallTime) {
    if samples.last?.date == date { samples.removeLast() }
    samples.append(Sample(date: date, isLocked: isLocked))
  }

  /// Notes that these changes were handed to the store.
  mutating func wrote(_ changes: [StoreChange], isAcknowledged: Bool) {
    let new = changes.compactMap { change in if case .record(let line) = change { line } else { nil } }
    if isAcknowledged {
      lines += new
      unacknowledged = []
    } else {
      unacknowledged.append(new)
    }
  }

  /// Takes the lines that a new daemon finds.
  /// - Returns: What is wrong with them.
  mutating func take(_ found: [RecordedChange]) -> String? {
    defer { (lines, unacknowledged) = (found, []) }
    let allowed = [lines] + unacknowledged.map { lines + $0 }
    return allowed.contains(found)
      ? nil
      : "the record has \(found.count) lines, of which \(lines.count) were acknowledged, and not what was "
        + "recorded: \(found.suffix(30))"
  }

  /// What the record says that was not so.
  var dishonesty: String? {
    mutating get {
      var rest = lines[...]
      var (isOn, isLocked): (Bool, Bool?) = (false, nil)
      for sample in samples {
        while let line = rest.first, line.time <= sample.date {
          rest.removeFirst()
          switch line.content {
          case .machine(let state): isOn = state == .on
          case .condition(.locked, .flag(let value)): isLocked = value
          case .condition: break
          }
        }
        guard isOn else { continue }
        known += 1
        if isLocked != sample.isLocked {
          return "the record says at \(sample.date.uSec) that the screen is locked: "
            + "\(String(describing: isLocked)), and it is \(sample.isLocked)"
        }
      }
      return nil
    }
  }
}
