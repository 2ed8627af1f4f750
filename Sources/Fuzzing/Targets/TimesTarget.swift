import PlainText
import SystemdSyntax

/// Values in files and on command lines: lengths and points of time, numbers, yes and no, words. A value is
/// read again from its written form.
enum TimesTarget: FuzzTarget {
  static let name = "times"

  /// The date 2026-11-21 18:30 UTC, and 123 ms.
  private static let now: Int64 = 1_795_285_800_000_000 + 123_456

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    attempt { () throws(SyntaxError) in try length(text) }
    attempt { () throws(SyntaxError) in try point(text) }
    attempt { () throws(SyntaxError) in
      let number = try IntegerSyntax.parse(text, in: -1000...1_000_000)
      hold((-1000...1_000_000).contains(number), "a number is within its bounds")
      hold(try IntegerSyntax.parse(String(number), in: -1000...1_000_000) == number, "a number is read again")
    }
    attempt { () throws(SyntaxError) in
      let value = try BooleanSyntax.parse(text)
      hold(try BooleanSyntax.parse(BooleanSyntax.format(value)) == value, "yes is yes")
    }
    attempt { () throws(SyntaxError) in
      let words = try Words.split(text)
      let again = words.map(Words.quote).joined(separator: " ")
      hold(try Words.split(again) == words, "words are the same when they are quoted: \(words), \(again)")
    }
  }

  private static func length(_ text: String) throws(SyntaxError) {
    let uSec = try TimeSpanSyntax.parse(text)
    hold(uSec >= 0, "a length is not negative")
    let written = TimeSpanSyntax.format(uSec)
    hold(try TimeSpanSyntax.parse(written) == uSec, "a length is read again: \(uSec), \(written)")
    let short = try TimeSpanSyntax.parse(TimeSpanSyntax.format(uSec, accuracy: 1_000_000, maximumUnits: 2))
    hold(short <= uSec, "what is left out makes it shorter")
  }

  private static func point(_ text: String) throws(SyntaxError) {
    for zone in [CalendarZone.utc, .local] {
      let uSec = try TimestampSyntax.parse(text, now: now, zone: zone)
      hold((0...TimestampSyntax.maximum).contains(uSec), "a date is in the calendar")
      _ = TimestampSyntax.formatShort(uSec, now: now, zone: zone)
      _ = TimestampSyntax.formatRelative(uSec, now: now)
      let exact = TimestampSyntax.formatExact(uSec, zone: zone)
      hold(try TimestampSyntax.parse(exact, now: now, zone: zone) == uSec, "a date is read again: \(exact)")
      guard zone == .utc else { continue }
      let written = TimestampSyntax.format(uSec, zone: zone)
      let again = try TimestampSyntax.parse(written, now: now, zone: zone)
      hold(again == uSec - uSec % 1_000_000, "a date is read again: \(uSec), \(written)")
    }
  }

  private static func attempt(_ body: () throws(SyntaxError) -> Void) {
    do throws(SyntaxError) { try body() } catch {
      hold(error.found.utf8.count <= 64 * 10, "an error repeats little")
      hold(
        !error.description.unicodeScalars.contains(where: SingleLine.isUnsafe),
        "no terminal obeys an error")
    }
  }
}
