import ConditionSyntax
import Glibc
import LinuxSystem
import SchedulerCore
import SystemdSyntax
import Varlink

/// `calendar`, which shows the dates of expressions without a daemon.
enum CalendarVerb {
  static let specification = VerbSpecification(
    name: "calendar", summary: "Show the next dates of calendar expressions", operandUsage: "EXPRESSION…",
    operands: .words(1...100, .nothing),
    options: [
      .value("iterations", "N", "The number of dates of each expression (5)", short: "n"),
      .value("base-time", "WHEN", "Dates after this one instead of now"),
      .choice("clock-change", ClockChange.self, "Treat changes of the clock as ClockChange= of a task does"),
    ],
    notes: [
      "Expressions are systemd's: WEEKDAYS YEAR-MONTH-DAY HOUR:MINUTE:SECOND ZONE, or some of these.",
      "Lists have commas, ranges two dots; /2 is every second one, ~1 a month's last day.",
    ],
    examples: [
      "calendar daily", "calendar 'Mon..Fri 08:00'", "calendar '*-*~1 02:30 Europe/Berlin' --iterations 12",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let count = Int(try invocation.integer("iterations", in: 1...1000) ?? 5)
    let base = try invocation.timestamp("base-time") ?? invocation.now
    let zone = zone(around: base, invocation)
    let change = try invocation.choice("clock-change", ClockChange.self)
    var hasDates = true
    for (number, text) in invocation.line.operands.enumerated() {
      let expression = try invocation.calendar(text)
      let dates = dates(of: expression, after: base, count, zone, at: change)
      if dates.isEmpty { hasDates = false }
      if !invocation.wroteJSON(json(expression, dates)) {
        if number > 0 { invocation.console.print() }
        show(expression, written: text, dates, on: invocation)
      }
    }
    return hasDates ? .success : .no
  }

  /// Returns the machine's zone, or UTC where dates are in UTC.
  private static func zone(around base: Int64, _ invocation: Invocation) -> ZoneRules {
    guard invocation.context.zone == .local else { return .utc }
    tzset()
    return ZoneRules(around: Int(base / 1_000_000), offset: SystemClock.zoneOffset)
  }

  private static func dates(
    of expression: CalendarExpression, after base: Int64, _ count: Int, _ zone: ZoneRules,
    at change: ClockChange?
  ) -> [Int64] {
    var dates: [Int64] = []
    var last = WallTime(uSec: base)
    while dates.count < count, let next = expression.next(after: last, zone: zone, at: change) {
      dates.append(next.uSec)
      last = next
    }
    return dates
  }

  private static func show(
    _ expression: CalendarExpression, written: String, _ dates: [Int64], on invocation: Invocation
  ) {
    var lines = Properties()
    lines.add("Expression", written, .bold)
    if expression.text != written { lines.add("In full", expression.text) }
    guard let first = dates.first else {
      lines.add("Next", "never" + (expression.contradiction.map { ": \($0)" } ?? ""), .red)
      return lines.show(on: invocation)
    }
    let distance = TimestampSyntax.formatRelative(first, now: invocation.now)
    let texts = dates.map { TimestampSyntax.format($0, zone: invocation.context.zone) }
    lines.add("Next", "\(texts[0]) (\(distance))")
    for text in texts.dropFirst() { lines.add("Then", text) }
    lines.show(on: invocation)
  }

  private static func json(_ expression: CalendarExpression, _ dates: [Int64]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("expression", expression.text)
    writer.name("datesUSec")
    writer.array(dates) { $0.integer($1) }
    writer.endObject()
    return writer.bytes
  }
}
