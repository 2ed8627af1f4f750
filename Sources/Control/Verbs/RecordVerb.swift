import SchedulerAPI
import SystemdSyntax
import Varlink

enum RecordVerb {
  private enum Action: String, CaseIterable {
    case export
    case forget
  }

  static let specification = VerbSpecification(
    name: "record", group: .past,
    summary:
      "Export, or delete, the record of this machine's conditions (for root and the daemon's own user)",
    operandUsage: "export|forget", operands: .words(1...1, .choices(Action.allCases.map(\.rawValue))),
    options: [.value("since", "TIME", "Only from then on: 24h, yesterday, 2026-11-21 18:30")],
    notes: [
      "export prints CSV: device, unix_time, field and value. A value holds until the next line of its",
      "field; an empty one is unknown. The device is always \"this\", and nothing says whose it is.",
      "The field machine is on, asleep or off; while it is unknown, nobody looked.",
    ],
    examples: ["record export > laptop.csv", "record export --since 7d", "record forget"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let name = invocation.line.operands[0]
    guard let action = Action(rawValue: name) else {
      let names = Action.allCases.map(\.rawValue)
      throw invocation.misuse(
        "'\(name)' is none of \(names.joined(separator: ", "))\(NearestName.hint(for: name, among: names))")
    }
    switch action {
    case .export: try export(invocation)
    case .forget:
      guard invocation.line.value("since") == nil else {
        throw invocation.misuse("--since goes with export: forget deletes the whole record")
      }
      let json: [UInt8]
      do throws(Failure) {
        json = try invocation.call(SchedulerMethod.ForgetRecord.self, .init()).json
      } catch {
        throw failure(error)
      }
      if !invocation.wroteJSON(json) {
        invocation.console.printSentence(
          "Deleted. Recording goes on from now, unless RecordConditions=no in bgtaskd.conf ends it.")
      }
    }
    return .success
  }

  /// Prints the record page by page, so that a long one is nowhere held as a whole.
  private static func export(_ invocation: Invocation) throws(Failure) {
    let console = invocation.console
    var part = RecordPart(since: try invocation.pastTime("since"))
    // Nothing is written before the daemon has answered, which may refuse.
    var hasHeader = invocation.wantsJSON
    func show(_ changes: [Wire.RecordedChange]) {
      if invocation.wroteJSON(SchedulerMethod.ExportRecord.Reply(changes: changes).json) { return }
      if !hasHeader { console.print(RecordText.header) }
      hasHeader = true
      for change in changes { console.print(RecordText.line(change)) }
    }
    do throws(Failure) {
      try invocation.connect().stream(SchedulerMethod.ExportRecord.self, .init()) { page, _ in
        show(part.take(page.changes))
        console.flush()
        return true
      }
    } catch {
      throw failure(error)
    }
    let rest = part.end()
    if !rest.isEmpty || !hasHeader { show(rest) }
  }
}

extension RecordVerb {
  /// Returns the failure of a call about the record, which says who may do it.
  /// - Parameter next: Another way for users who may not.
  static func failure(_ error: Failure, next: String? = nil) -> Failure {
    guard case .permissionDenied? = error.refusal else { return error }
    var error = error
    error.next = ["only root and the user that the daemon runs as may read or delete the record", next]
      .compactMap(\.self).joined(separator: "; ")
    return error
  }
}

/// The part of the record from a date on, which begins with the values that hold at that date.
struct RecordPart {
  /// The date; `nil` takes the whole record.
  let since: Int64?
  /// The last line of each field before the date, in the order of their first lines.
  private var before: [Wire.RecordedChange] = []

  init(since: Int64?) { self.since = since }

  /// Returns the lines of a page that belong to the part.
  mutating func take(_ changes: [Wire.RecordedChange]) -> [Wire.RecordedChange] {
    guard let since else { return changes }
    var taken: [Wire.RecordedChange] = []
    for change in changes {
      if change.timeUSec >= since {
        taken += end()
        taken.append(change)
      } else if let place = before.firstIndex(where: { $0.field == change.field }) {
        before[place] = change
      } else {
        before.append(change)
      }
    }
    return taken
  }

  /// Returns the values that hold at the date, where no later line has followed.
  mutating func end() -> [Wire.RecordedChange] {
    guard let since else { return [] }
    defer { before = [] }
    return before.map { .init(timeUSec: since, field: $0.field, value: $0.value) }
  }
}

/// The record as comma-separated values (RFC 4180).
enum RecordText {
  static let header = "device,unix_time,field,value"

  static func line(_ change: Wire.RecordedChange) -> String {
    "this,\(seconds(change.timeUSec)),\(quoted(change.field)),\(quoted(change.value ?? ""))"
  }

  /// Returns the date in seconds, with a fraction where it is not whole.
  private static func seconds(_ uSec: Int64) -> String {
    let (whole, rest) = uSec.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(rest)
    let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 6 - digits.count) + digits
    return "\(uSec < 0 ? "-" : "")\(whole)\(fraction)"
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append("\"") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
