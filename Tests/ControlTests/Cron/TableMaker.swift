import TestSupport

/// Tables for cron as nobody would write them, the same ones from the same seed.
struct TableMaker {
  /// A table and what it says line by line.
  struct Made {
    var name: String
    /// Each without its end. Where a line has a command, its date is apart.
    var lines: [(date: String?, text: String)] = []
    var end = "\n"

    /// The table in Latin-1.
    /// - Parameter date: What stands instead of the dates; nil leaves them.
    func bytes(dates date: String? = nil) -> [UInt8] {
      let text = lines.map { line in line.date.map { "\(date ?? $0) " } ?? "" }
      return zip(text, lines).map { "\($0)\($1.text)\(end)" }.joined().unicodeScalars.map { UInt8($0.value) }
    }
  }

  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  private mutating func often(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  // MARK: Tables

  mutating func table(named name: String) -> Made {
    var table = Made(name: name, end: often(5) ? "\r\n" : "\n")
    for number in 1...number(1...6) {
      while often(40) { table.lines.append((nil, one(of: ["# x", "#\u{FC} %\\", "\t # \u{E4}"]))) }
      while often(40) { table.lines.append((nil, variable())) }
      table.lines.append((nil, "LINE=\(name).\(number)"))
      table.lines.append((date(), command()))
    }
    // One wrong line, and cron reads nothing of the table.
    if often(6) { table.lines.append((wrongDate(), "/bin/true")) }
    return table
  }

  private mutating func variable() -> String {
    let name = one(of: ["A", "B", "C", "'A'", "\"B\"", "HOME", "SHELL", "PATH", "LOGNAME", "MAILTO", "X-Y"])
    let between = one(of: ["=", " = ", "\t=", "= "])
    let value =
      switch name {
      case "HOME": one(of: ["/", "/usr", "\"/tmp\""])
      case "SHELL": one(of: ["/bin/sh", "/bin/bash", "'/bin/sh'"])
      case "PATH": one(of: ["/bin:/usr/bin", "/usr/bin"])
      default:
        one(of: [
          "1", "two words", "'a  b '", "\"it's\"", "x \"y\" z", "\"'q'\"", "'\"q\"'", "\\n%\\%",
          "\u{E4}\u{F6}",
          "'\u{FC} $HOME'", "''", "\"\"", "a=b", "'", "x'", "%", "\\", "  x  ", "\"\\\"\"",
        ])
      }
    // A quote that does not end makes no variable.
    return name + between + (value == "'" || value == "\"\\\"\"" ? "1" : value)
  }

  // MARK: Dates

  private mutating func date() -> String {
    if often(12) {
      return one(of: ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"])
    }
    let minute = often(4) ? one(of: ["*", "*/7", "*/20", "5-59/9"]) : field(0...59, [])
    let hour =
      often(8) ? one(of: ["*", "*/2", "0-23", "*/5"]) : often(50) ? field(1...3, []) : field(0...23, [])
    let day = often(50) ? "*" : field(1...31, [])
    let month = often(60) ? "*" : field(1...12, Self.months)
    let weekday = often(50) ? "*" : field(0...7, Self.weekdays)
    return [minute, hour, day, month, weekday].joined(
      separator: often(90) ? " " : one(of: ["\t", "  ", " \t"]))
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private mutating func field(_ range: ClosedRange<Int>, _ names: [String]) -> String {
    var parts = [part(range, names)]
    while often(25) { parts.append(part(range, names)) }
    return parts.joined(separator: ",") + (often(2) ? one(of: [";", ";7", "-x"]) : "")
  }

  private mutating func part(_ range: ClosedRange<Int>, _ names: [String]) -> String {
    if often(6) { return "*" + (often(50) ? "/\(number(1...range.upperBound + 9))" : "") }
    let (first, last) = (number(range), number(range))
    guard often(35) else { return value(first, range, names) }
    // Some run backwards.
    let ends = often(90) ? (min(first, last), max(first, last)) : (first, last)
    return value(ends.0, range, names) + "-" + value(ends.1, range, names)
      + (often(30) ? "/\(number(1...9))" : "")
  }

  private mutating func value(_ number: Int, _ range: ClosedRange<Int>, _ names: [String]) -> String {
    let place = number - (range.lowerBound == 1 ? 1 : 0)
    if names.indices.contains(place), often(40) {
      return one(of: [names[place], names[place].uppercased(), names[place].capitalized])
    }
    return (often(10) ? one(of: ["0", "00000"]) : "") + String(number)
  }

  private mutating func wrongDate() -> String {
    one(of: [
      "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "5/10 * * * *", "*/0 * * * *",
      "1,,2 * * * *", "1, * * * *", "5x * * * *", "1- * * * *", "* * * foo *", "@sometimes", "* * * * * *",
      "*/ * * * *", "1-70/80 * * * *",
    ])
  }

  // MARK: Commands

  private mutating func command() -> String {
    var command = one(of: [
      "cat; echo '\(text())'", "cat; printf '\\%s|' \"$A\" \"$B\" \"$C\" '\(text())'", "echo \(text()); cat",
      "echo \"$SHELL $PATH $HOME $LOGNAME\"; pwd; cat", "cat", "cat; echo x #\(text())", "/bin/echo a b,c",
      "/bin/echo  a\tb", "( cat; echo \(text())", "A=2; echo $A; cat; exit 3", "/bin/cat /etc/debian_version",
    ])
    if often(50) { command += "%" + text() }
    if often(15) { command += one(of: [" ", "  ", "\t", "%", "%%", "\\", "\\\\", "\\%", "%\\"]) }
    return command
  }

  private mutating func text() -> String {
    var text = ""
    for _ in 0...number(0...7) {
      text += one(of: [
        "a", "b", " ", "  ", "%", "%", "\\", "\\", "\\%", "\\\\", "\\\\%", "\"", "$A", "\u{E4}", "\u{DF}",
        "#", "\t",
        "it's", ";", "\u{A0}",
      ])
    }
    return text
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
