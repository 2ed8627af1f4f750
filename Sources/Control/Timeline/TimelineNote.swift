import SchedulerAPI
import SystemdSyntax

/// The text at the end of a task's row: its activity, the reason why it waits, or its last result.
struct TimelineNote {
  /// The text, and after it shorter forms of it for less room.
  private let forms: [String]
  /// The kind of the text where it stands out.
  let kind: TimelineKind?

  var style: Style { kind?.style ?? .plain }
  var text: String { forms[0] }

  /// Returns the longest form of the text that has room, else the shortest.
  func text(in width: Int) -> String {
    forms.first { TextWidth.of(SafeText.inline($0)) <= width } ?? forms[forms.count - 1]
  }

  init(_ row: TimelineRow, for invocation: Invocation) {
    let now = invocation.now
    let last = row.last.map(RunResult.init)
    switch (row.standing(now: now), row.task) {
    case (.running, let task?) where task.frozenUntilUSec != nil:
      forms = ["frozen until " + invocation.nearDate(task.frozenUntilUSec ?? now)]
      kind = .running
    case (.running, let task?):
      let elapsed = RunProgress.elapsed(from: task.startedUSec, to: now).map {
        " for " + TimeSpanSyntax.format($0, accuracy: 1_000_000, maximumUnits: 2)
      }
      forms = [TaskStanding.running.word(task.state) + (elapsed ?? "")]
      kind = .running
    case (.overdue, let task?), (.blocked, let task?):
      let held = TaskTable.heldUntil(task, now: now).map { "until \(invocation.nearDate($0))" }
      (forms, kind) = ([held ?? TaskTable.why(task, isDated: false)], .waiting)
    case (.scheduled, let task?) where last == nil:
      (forms, kind) = (Self.begin(at: task.request.earliestBeginUSec ?? now, for: invocation), nil)
    default:
      forms = [
        [last?.words, row.last?.endedUSec.map { Self.age(of: $0, now: now) }].compactMap(\.self)
          .joined(separator: " ")
      ]
      kind = last?.isFailure == true ? .failed : nil
    }
  }

  /// Returns the forms of a date to come: whole, with the day alone, and with nothing else.
  private static func begin(at uSec: Int64, for invocation: Invocation) -> [String] {
    let date = invocation.plainDate(uSec)
    let parts = date.split(separator: " ")
    guard parts.count > 1 else { return ["begins " + date] }
    return ["begins \(date)", "begins \(parts[0])", String(parts[0])]
  }

  /// Returns the age of a date in one unit: the picture has more.
  private static func age(of uSec: Int64, now: Int64) -> String {
    // A step of the clock may have put the date after now.
    let length = RunProgress.elapsed(from: uSec, to: now) ?? 0
    return length < 1_000_000
      ? "now" : TimeSpanSyntax.format(length, accuracy: 1_000_000, maximumUnits: 1) + " ago"
  }
}
