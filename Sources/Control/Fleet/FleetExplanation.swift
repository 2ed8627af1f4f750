import FleetAPI
import PlainText

/// The sentence about what the machines of a group say of a task.
struct FleetExplanation {
  /// The longest text of requirements and of a reason, in characters.
  private static let longestText = 160

  private let task: Subject
  private let invocation: Invocation

  /// The parts of a reply that are explained.
  struct Subject {
    let identifier: String
    let group: String
    let user: String
    let requirements: String
    let state: String
    let waiting: Int
    let granted: Int
    let notBeforeUSec: Int64?
    let refusals: Int?
    let machines: Int
    let verdicts: [FleetWire.Verdict]
    let slots: FleetWire.Slots?
    let nowUSec: Int64
  }

  init(_ task: Subject, for invocation: Invocation) { (self.task, self.invocation) = (task, invocation) }

  /// The sentence, without the task's name and with its full stop: `is held back on 2 of 3: in use (2).`
  var sentence: String {
    if task.state == "ended" { return "has ended; fleet history \(name) shows how." }
    if task.granted > 0 {
      let hands = "is in the hands of \(Self.machines(task.granted))"
      guard task.waiting > 0 else { return hands + "." }
      let more = "\(hands), and \(task.waiting) more \(task.waiting == 1 ? "waits" : "wait")"
      return withReasons(more) + "."
    }
    if let date = task.notBeforeUSec, date > task.nowUSec {
      guard let refusals = task.refusals else { return "waits for its date, \(invocation.date(date))." }
      let times = refusals == 1 ? "was refused" : "was refused \(refusals) times"
      return withReasons(times) + "; it is offered again on \(invocation.date(date))."
    }
    guard task.machines > 0 else {
      return "waits: no machine has ever been in the group \(SafeText.inline(task.group))."
    }
    return ([standing] + others + [nobody]).compactMap(\.self).joined(separator: "; ") + "."
  }

  /// Returns the beginning with what holds the task back, and with the machines that do not count.
  private func withReasons(_ beginning: String) -> String {
    ([beginning + (held.map { ", \($0)" } ?? "")] + others).joined(separator: "; ")
  }

  private var name: String { SafeText.inline(task.identifier) }

  private func count(_ verdict: String) -> Int {
    task.verdicts.filter { $0.verdict == verdict }.reduce(0) { $0 + $1.machines }
  }

  /// The machines that cannot do it now, or else those that can.
  private var standing: String {
    if let held { return "is \(held)" }
    let ready = count("holds")
    return ready > 0
      ? "waits for its turn: \(Self.machines(ready)) of \(task.machines) can do it now"
      : "waits: of \(Self.machines(task.machines)) none has said that it can"
  }

  /// The machines that cannot do it now, with what they lack; nil when there are none.
  private var held: String? {
    let lacking = task.verdicts.filter { $0.verdict == "lacks" }
    guard !lacking.isEmpty else { return nil }
    let reasons = lacking.map { "\(Self.text($0.message ?? $0.code ?? "?")) (\($0.machines))" }
    return "held back on \(count("lacks")) of \(task.machines): \(reasons.joined(separator: ", "))"
  }

  private var others: [String] {
    var parts: [String] = []
    if let slots = task.slots, slots.taken >= slots.most {
      parts.append("\(Self.machines(slots.taken)) at work, as many as may be at a time")
    }
    for verdict in task.verdicts {
      let (number, names) = (verdict.machines, SafeText.inline(verdict.names.joined(separator: ", ")))
      let more = number > verdict.names.count ? ", …" : ""
      switch verdict.verdict {
      case "notSeen":
        let since = verdict.lastSeenUSec.map { " since \(invocation.shortDate($0))" } ?? ""
        parts.append("\(number) not seen\(since) (\(names)\(more))")
      case "left": parts.append("\(number) \(number == 1 ? "has" : "have") left (\(names)\(more))")
      case "disallowed":
        let user = SafeText.inline(task.user)
        parts.append(
          "\(number) \(number == 1 ? "does" : "do") not allow tasks of \(user) (\(names)\(more))")
      case "draining": parts.append("\(number) taking no new work (\(names)\(more))")
      case "never" where !isImpossible:
        parts.append("\(number) can never do it: \(Self.text(verdict.message ?? "")) (\(names)\(more))")
      default: break
      }
    }
    return parts
  }

  /// Whether every machine that was asked says that it can never do it.
  private var isImpossible: Bool {
    count("never") > 0 && ["holds", "lacks", "unsaid"].allSatisfy { count($0) == 0 }
  }

  /// The statement that no machine has what is required. What a machine lacks it may have tomorrow; an
  /// expression that it cannot read it can never match.
  private var nobody: String? {
    guard !task.requirements.isEmpty, count("holds") == 0, count("unsaid") == 0 else { return nil }
    let asked = count("lacks") + count("never")
    guard asked > 0 else { return nil }
    let nobody = asked == task.machines ? "nobody" : "nobody else"
    let requirements = Self.text(task.requirements)
    guard isImpossible else { return "\(nobody) matches \(requirements) now" }
    let cause = task.verdicts.first { $0.verdict == "never" }?.message.map { ": \(Self.text($0))" } ?? ""
    return "\(nobody) can ever match \(requirements)\(cause)"
  }

  private static func text(_ text: String) -> String {
    let text = SafeText.inline(text)
    let cut = text.count > longestText ? text.prefix(longestText) + "…" : text[...]
    return String(cut).withoutFullStop
  }

  private static func machines(_ count: Int) -> String { count == 1 ? "1 machine" : "\(count) machines" }
}

extension FleetExplanation.Subject {
  /// The subject of `fleet explain`.
  init(_ reply: FleetMethod.Explain.Reply) {
    self.init(
      identifier: reply.identifier, group: reply.group, user: reply.user, requirements: reply.requirements,
      state: reply.state, waiting: reply.waiting, granted: reply.granted, notBeforeUSec: reply.notBeforeUSec,
      refusals: reply.refusals, machines: reply.machines, verdicts: reply.verdicts, slots: reply.slots,
      nowUSec: reply.nowUSec)
  }

  /// The subject of a report's row; `nil` where the machines were not asked.
  init?(_ row: FleetWire.ReportRow, nowUSec: Int64) {
    guard let machines = row.machines, let verdicts = row.verdicts else { return nil }
    let task = row.task
    self.init(
      identifier: task.identifier, group: task.group, user: task.user, requirements: task.requirements,
      state: task.state, waiting: task.waiting, granted: task.granted, notBeforeUSec: task.notBeforeUSec,
      refusals: task.refusals, machines: machines, verdicts: verdicts, slots: row.slots, nowUSec: nowUSec)
  }
}
