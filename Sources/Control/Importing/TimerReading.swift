import SchedulerAPI
import SystemdSyntax

/// The dates of a timer's section, as a task's file has them.
struct TimerReading {
  private static let section = "Timer"

  private let timer: UnitFile
  /// The settings that are not carried over, each a sentence without a full stop.
  private(set) var notes: [String] = []

  init(_ timer: UnitFile) { self.timer = timer }

  /// Returns the keys about dates.
  mutating func schedule() throws(ImportError) -> [(key: String, value: String)] {
    var keys: [(key: String, value: String)] = []
    let calendars = timer.assignments(Self.section, "OnCalendar").map(\.value)
    if !calendars.isEmpty {
      keys = calendars.map { ("OnCalendar", $0) }
      if let delay = try length("RandomizedDelaySec") {
        keys.append(("RandomizedDelay", delay))
        if !isYes("FixedRandomDelay") {
          notes.append("its delay of up to \(delay) is always the same, as with FixedRandomDelay=yes")
        }
      }
    } else if let period = try period() {
      keys = [("Every", period)]
    } else {
      throw ImportError("there is neither OnCalendar= nor OnUnitActiveSec= in it, so it stays with systemd")
    }
    try takeAccuracy(&keys)
    note(used: Set(keys.map(\.key)))
    return keys
  }

  /// Takes the time by which systemd may begin late, to share a wake-up, as the tolerance.
  private mutating func takeAccuracy(_ keys: inout [(key: String, value: String)]) throws(ImportError) {
    guard let line = timer.assignments(Self.section, "AccuracySec").last(where: { !$0.value.isEmpty }) else {
      notes.append("without AccuracySec= systemd begins up to 1min late, bgtaskd at its date")
      return
    }
    let bounds = Wire.TaskRequest.Bounds.toleranceDurationUSec
    guard try uSec(line) <= bounds.upperBound else {
      keys.append(("Tolerance", TimeSpanSyntax.format(bounds.upperBound)))
      notes.append(
        "\(line.key)=\(line.value) is reduced to the maximum, \(TimeSpanSyntax.format(bounds.upperBound))")
      return
    }
    guard let accuracy = try length("AccuracySec") else { return }
    keys.append(("Tolerance", accuracy))
    notes.append(
      "with AccuracySec=\(line.value) systemd begins at any time in it, bgtaskd only to share a wake-up")
  }

  private func isYes(_ key: String) -> Bool {
    timer.assignments(Self.section, key).last.flatMap { try? $0.boolean() } ?? false
  }

  private func period() throws(ImportError) -> String? {
    if let period = try length("OnUnitActiveSec") { return period }
    return try length("OnUnitInactiveSec")
  }

  /// Returns a length of time as tasks have it, or nil for none.
  private func length(_ key: String) throws(ImportError) -> String? {
    guard let line = timer.assignments(Self.section, key).last else { return nil }
    let uSec = try uSec(line)
    guard uSec != 0 else { return nil }
    guard uSec != TimeSpanSyntax.infinity else {
      throw ImportError(line.problem(.error, "found infinity").text)
    }
    return TimeSpanSyntax.format(uSec)
  }

  private func uSec(_ line: Assignment) throws(ImportError) -> Int64 {
    do throws(SyntaxProblem) { return try line.timeSpan() } catch { throw ImportError(error.text) }
  }

  /// Notes the differences of the other settings.
  private mutating func note(used: Set<String>) {
    let isCalendar = used.contains("OnCalendar")
    for line in timer.section(Self.section)?.assignments ?? [] where !line.value.isEmpty {
      switch line.key {
      case "OnCalendar", "AccuracySec", "FixedRandomDelay", "Persistent", "Unit", "RemainAfterElapse": break
      case "RandomizedDelaySec" where isCalendar: break
      case "OnUnitActiveSec" where !isCalendar: break
      case "OnUnitInactiveSec" where !isCalendar:
        notes.append(
          "Every= counts from the task's dates, and \(line.key)=\(line.value) from the ends of its runs")
      case "OnBootSec", "OnStartupSec", "OnActiveSec":
        notes.append("\(line.key)=\(line.value): no task begins with the start of the machine")
      case "WakeSystem" where (try? line.boolean()) == false: break
      case "WakeSystem": notes.append("WakeSystem=: bgtaskd does not wake the machine")
      default: notes.append("\(line.key)=\(line.value) is not carried over")
      }
    }
    // systemd makes up for nothing where there are no dates.
    if !isCalendar || !isYes("Persistent") {
      notes.append("dates at which the machine was off are made up for once, as with Persistent=yes")
    }
    for line in timer.section("Unit")?.assignments ?? []
    where line.key.hasPrefix("Condition") || line.key.hasPrefix("Assert") {
      notes.append("\(line.key)=\(line.value) of the timer is not carried over; When= asks for conditions")
    }
  }
}
