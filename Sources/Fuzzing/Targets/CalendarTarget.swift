import ConditionSyntax
import PlainText
import SchedulerCore
import SystemdSyntax

/// Calendar expressions, and files of the time zone database. An expression is read again from its written
/// form, as the store does; its dates are in order, and each is found from any moment before it. `fuzz.sh`
/// and the suite bound the time that this takes.
enum CalendarTarget: FuzzTarget {
  static let name = "calendar"

  /// Summer time from 31 March to 27 October 2024, and then half an hour of it.
  private static let machine = ZoneRules(
    firstOffset: 3600,
    transitions: [
      .init(at: second(1_711_846_800), offset: 7200), .init(at: second(1_729_990_800), offset: 3600),
      .init(at: second(1_743_296_400), offset: 5400), .init(at: second(1_761_440_400), offset: 3600),
    ])

  private static let moments = [
    second(0), second(1_711_840_000), second(1_729_985_000), second(1_729_992_000), second(1_761_438_000),
    second(4_102_444_800), WallTime(uSec: .min), WallTime(uSec: .max - 1), WallTime(uSec: .max),
  ]

  private static func second(_ second: Int64) -> WallTime { WallTime(uSec: second * 1_000_000) }

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let zone = ZoneFile(bytes: Array(bytes)).map(rules)
    if let zone {
      for text in ["*:0/15", "02:30", "Sun *-*~7/1 1..3:0"] { follow(expression(text), in: zone) }
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(SyntaxError) {
      let read = try CalendarSyntax.parse(text)
      let again = expression(read.text)
      hold(again == read && again.text == read.text, "it is read again: \(read.text), \(again.text)")
      hold(read.text.utf8.count <= CalendarSyntax.textLimit, "what is written is no longer than what is read")
      for zone in [.utc, machine] {
        follow(read, in: zone)
        let (first, second) = (
          read.next(after: moments[0], zone: zone), again.next(after: moments[0], zone: zone)
        )
        hold(first == second, "what is read again has the same dates: \(read.text)")
      }
    } catch {
      hold(error.found.utf8.count <= 64 * 10, "an error repeats little")
      hold(
        !error.description.unicodeScalars.contains(where: SingleLine.isUnsafe),
        "no terminal obeys an error")
    }
  }

  /// Checks some dates after each moment.
  private static func follow(_ expression: CalendarExpression, in zone: ZoneRules) {
    follow(expression, in: zone, at: nil)
    for change in ClockChange.allCases { follow(expression, in: zone, at: change) }
  }

  private static func follow(_ expression: CalendarExpression, in zone: ZoneRules, at change: ClockChange?) {
    for moment in moments {
      var moment = moment
      for _ in 0..<4 {
        guard let next = expression.next(after: moment, zone: zone, at: change) else { break }
        hold(moment < next, "\(expression.text): \(next.uSec) comes after \(moment.uSec)")
        let between = moment.uSec < 0 ? next.uSec - 1 : moment.uSec + (next.uSec - moment.uSec) / 2
        let before = WallTime(uSec: between)
        hold(
          expression.next(after: before, zone: zone, at: change) == next,
          "\(expression.text): \(next.uSec) is next after \(before.uSec), too")
        moment = next
      }
    }
  }

  /// Returns the rules of a file, and checks that its changes are in order.
  private static func rules(_ file: ZoneFile) -> ZoneRules {
    hold(
      zip(file.transitions, file.transitions.dropFirst()).allSatisfy { $0.at < $1.at },
      "changes of the clock are in order")
    return ZoneRules(file)
  }

  /// Parses a text that is known to be an expression.
  private static func expression(_ text: String) -> CalendarExpression {
    do throws(SyntaxError) { return try CalendarSyntax.parse(text) } catch {
      fatalError("broken: what is written can be read: \(text), \(error)")
    }
  }
}
