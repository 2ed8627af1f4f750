import SystemdSyntax

/// What a timer's section says of dates, as a task's file has it.
struct TimerReading {
  private static let section = "Timer"

  private let timer: UnitFile
  /// What is not carried over, each a sentence without a full stop.
  private(set) var notes: [String] = []

  init(_ timer: UnitFile) { self.timer = timer }

  /// The keys about dates.
  mutating func schedule() throws(ImportError) -> [(key: String, value: String)] {
    var keys: [(key: String, value: String)] = []
    let calendars = timer.assignments(Self.section, "OnCalendar").map(\.value)
    if !calendars.isEmpty {
      keys = calendars.map { ("OnCalendar", $0) }
      if let delay = try length("RandomizedDelaySec") { keys.append(("RandomizedDelay", delay)) }
    } else if let period = try period() {
      keys = [("Every", period)]
    } else {
      throw ImportError("there is neither OnCalendar= nor OnUnitActiveSec= in it, so it stays with systemd")
    }
    if let accuracy = try length("AccuracySec") { keys.append(("Tolerance", accuracy)) }
    note(used: Set(keys.map(\.key)))
    return keys
  }

  private func period() throws(ImportError) -> String? {
    if let period = try length("OnUnitActiveSec") { return period }
    return try length("OnUnitInactiveSec")
  }

  /// A length of time as it is written in tasks; nil for none.
  private func length(_ key: String) throws(ImportError) -> String? {
    guard let line = timer.assignments(Self.section, key).last else { return nil }
    do throws(SyntaxProblem) {
      let uSec = try line.timeSpan()
      guard uSec != 0 else { return nil }
      guard uSec != TimeSpanSyntax.infinity else { throw line.problem(.error, "found infinity") }
      return TimeSpanSyntax.format(uSec)
    } catch {
      throw ImportError(error.text)
    }
  }

  /// Says what else stands there.
  private mutating func note(used: Set<String>) {
    let isCalendar = used.contains("OnCalendar")
    for line in timer.section(Self.section)?.assignments ?? [] where !line.value.isEmpty {
      switch line.key {
      case "OnCalendar", "AccuracySec", "Unit", "RemainAfterElapse": break
      case "RandomizedDelaySec" where isCalendar: break
      case "OnUnitActiveSec" where !isCalendar: break
      case "OnUnitInactiveSec" where !isCalendar:
        notes.append("Every= counts from its dates, and \(line.key)=\(line.value) from its ends")
      case "Persistent":
        if (try? line.boolean()) == false { noteMissed() }
      case "OnBootSec", "OnStartupSec", "OnActiveSec":
        notes.append("\(line.key)=\(line.value): nothing begins with the machine's start")
      case "WakeSystem" where (try? line.boolean()) == false: break
      case "WakeSystem": notes.append("WakeSystem=: bgtaskd does not wake the machine")
      default: notes.append("\(line.key)=\(line.value) is not carried over")
      }
    }
    if isCalendar, timer.assignment(Self.section, "Persistent") == nil { noteMissed() }
    for line in timer.section("Unit")?.assignments ?? []
    where line.key.hasPrefix("Condition") || line.key.hasPrefix("Assert") {
      notes.append("\(line.key)=\(line.value) of the timer is not asked; When= asks for conditions")
    }
  }

  private mutating func noteMissed() {
    notes.append("what the machine was off for is made up for once, as with Persistent=yes")
  }
}
