import SystemdSyntax
import Testing

@Suite("Lengths of time")
struct TimeSpanSyntaxTests {
  /// What `systemd-analyze timespan` of systemd 252 says of the same texts.
  @Test(
    "They are read as systemd reads them",
    arguments: [
      ("30s", 30_000_000), ("10min", 600_000_000), ("1d 2h", 93_600_000_000), ("5 days", 432_000_000_000),
      ("1.5h", 5_400_000_000), ("infinity", Int64.max), ("90", 90_000_000), ("0", 0), ("5 10", 15_000_000),
      (".5", 500_000), ("1h30min", 5_400_000_000), ("1 M", 2_629_800_000_000), ("5 d 3", 432_003_000_000),
      ("2 months", 5_259_600_000_000), ("1us", 1), ("1\u{B5}s", 1), ("1\u{3BC}s", 1),
      ("1.0000001s", 1_000_000), ("300ms20s 5day", 432_020_300_000), ("1y 12month", 63_115_200_000_000),
      ("55s500ms", 55_500_000), ("  5  min2s\t", 302_000_000), ("3600000000us", 3_600_000_000),
    ])
  func reads(text: String, uSec: Int64) throws {
    #expect(try TimeSpanSyntax.parse(text) == uSec)
  }

  @Test("Every spelling of every unit in systemd.time(7) is known")
  func spellings() throws {
    let table: [(Int64, String)] = [
      (1, "us usec \u{B5}s"), (1000, "ms msec"), (1_000_000, "s sec second seconds"),
      (60_000_000, "m min minute minutes"), (3_600_000_000, "h hr hour hours"),
      (86_400_000_000, "d day days"), (604_800_000_000, "w week weeks"),
      (2_629_800_000_000, "M month months"), (31_557_600_000_000, "y year years"),
    ]
    for (uSec, names) in table {
      for name in names.split(separator: " ") {
        #expect(try TimeSpanSyntax.parse("3\(name)") == 3 * uSec, "\(name)")
        #expect(try TimeSpanSyntax.parse("3 \(name)") == 3 * uSec, "\(name)")
      }
    }
  }

  @Test(
    "Garbage is refused with what was found, what is allowed and an example",
    arguments: [
      "", " ", "5.", "1e3", "-5", "+5", "5 S", "h", "1.5.5h", "5 parsecs", "1h,2h", "0x10", "\u{0}", "٣s",
    ])
  func garbage(text: String) throws {
    let error = try #require(throws: SyntaxError.self) { try TimeSpanSyntax.parse(text) }
    #expect(error.problem == "is not a length of time")
    #expect(error.description.contains(text.isEmpty ? "An empty text" : "'"))
    #expect(error.description.contains("for example 1d 2h"))
  }

  @Test(
    "What does not fit into 64 bits is refused and never traps",
    arguments: [
      "9999999y", "99999999999999999999", "9223372036854775807us", "9223372036854775806us 1us",
      "292271y 0.1y 99999999d", "9223372036854.775807",
    ])
  func tooLong(text: String) throws {
    let error = try #require(throws: SyntaxError.self) { try TimeSpanSyntax.parse(text) }
    #expect(error.problem == "is too long a time")
  }

  @Test(
    "They are written as systemd writes them",
    arguments: [
      (93_600_000_000, "1d 2h"), (600_000_000, "10min"), (250_000, "250ms"), (1_500_000, "1.5s"), (0, "0"),
      (1, "1us"), (1500, "1.5ms"), (90_061_250_000, "1d 1h 1min 1.25s"), (Int64.max, "infinity"),
      (2_629_800_000_000, "1month"), (-90_000_000, "-1min 30s"), (59_999_999, "59.999999s"),
      (60_000_001, "1min 1us"), (31_557_600_000_000, "1y"), (604_800_000_000, "1w"),
    ] as [(Int64, String)])
  func writes(uSec: Int64, text: String) {
    #expect(TimeSpanSyntax.format(uSec) == text)
  }

  @Test("Accuracy and a number of units cut what nobody wants to read")
  func cut() {
    #expect(TimeSpanSyntax.format(90_061_250_000, accuracy: 60_000_000) == "1d 1h 1min")
    #expect(TimeSpanSyntax.format(90_061_250_000, maximumUnits: 2) == "1d 1h")
    #expect(TimeSpanSyntax.format(86_400_000_000 + 1, maximumUnits: 2) == "1d")
    #expect(TimeSpanSyntax.format(1_234_567, accuracy: 1000) == "1.234s")
    #expect(TimeSpanSyntax.format(1_000_567, accuracy: 1000) == "1s")
    #expect(TimeSpanSyntax.format(250_000, accuracy: 1_000_000) == "250ms")
    #expect(TimeSpanSyntax.format(Int64.min).hasPrefix("-292271y"))
  }

  @Test("What is written is read back as the same length")
  func roundTrip() throws {
    var lengths: [Int64] = [0, 1, 999, 1000, 1001, 59_999_999, .max - 1, .max]
    for unit: Int64 in [1, 1000, 1_000_000, 60_000_000, 3_600_000_000, 86_400_000_000, 31_557_600_000_000] {
      for factor: Int64 in [1, 2, 3, 7, 11, 59, 61, 1001] {
        lengths += [unit * factor - 1, unit * factor + 1]
      }
    }
    var generator = SystemRandomNumberGenerator()
    for shift in 0..<63 { lengths.append(Int64.random(in: 0...(Int64.max >> shift), using: &generator)) }
    for length in lengths {
      #expect(try TimeSpanSyntax.parse(TimeSpanSyntax.format(length)) == length)
    }
  }
}
