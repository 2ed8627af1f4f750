/// What `--help` says, made from the table.
enum HelpText {
  /// Room for two spaces, most options, and two spaces.
  private static let summaryColumn = 34

  static func general() -> String {
    var lines = [
      "Usage: bgtaskctl [OPTIONS] VERB [ARGUMENTS]", "",
      "Hands work that can wait to bgtaskd and looks after it.", "", "Verbs:",
    ]
    for verb in CommandTable.verbs {
      lines += entry("\(verb.name) \(verb.operandUsage)", verb.summary)
    }
    lines += ["", "Options of all verbs:"]
    for option in CommandTable.globals { lines += entry(option.usage, option.summary) }
    lines += [
      "",
      "Lengths of time are written as systemd writes them: 30s, 10min, 1d 2h. Points in time: +1h, 18:30,",
      "tomorrow, 2026-11-21 18:30, @1795285800.", "", "Exit status:",
    ]
    for (status, meaning) in statuses {
      let number = String(status.rawValue)
      lines.append("  " + number + String(repeating: " ", count: 4 - number.count) + meaning)
    }
    lines += ["", "bgtaskctl VERB --help explains a verb."]
    return lines.joined(separator: "\n")
  }

  static func verb(_ verb: VerbSpecification) -> String {
    let options = verb.options.isEmpty ? "" : " [OPTIONS]"
    let operands = verb.operandUsage.isEmpty ? "" : " " + verb.operandUsage
    var lines = ["Usage: bgtaskctl \(verb.name)\(options)\(operands)", "", verb.summary + "."]
    if !verb.notes.isEmpty { lines += [""] + verb.notes }
    if !verb.options.isEmpty {
      lines += ["", "Options:"]
      for option in verb.options { lines += entry(option.usage, option.summary) }
    }
    lines += ["", "Options of all verbs:"]
    for option in CommandTable.globals { lines += entry(option.usage, option.summary) }
    if !verb.examples.isEmpty {
      lines += ["", "Examples:"] + verb.examples.map { "  bgtaskctl \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The meaning of every exit status.
  static let statuses: [(ExitStatus, String)] = [
    (.success, "Done"),
    (.no, "No: no such task or run, already pending; what explain --quiet and should-defer answer"),
    (.usage, "The command line is wrong, or progress and its like are used outside of a task"),
    (.data, "The request, or a line of a file, is wrong; should-defer: its run is over"),
    (.noInput, "A file or program that was named is not there"),
    (.unavailable, "The daemon is not running, or cannot do this now"),
    (.software, "The daemon answered what it must not"),
    (.inputOutput, "Reading, writing or the connection failed"),
    (.temporary, "Not now: wait-for timed out, or too many are pending"),
    (.permission, "Not permitted, or not as the daemon is configured"),
  ]

  private static func entry(_ left: String, _ right: String) -> [String] {
    let text = "  " + left
    guard text.count + 2 > summaryColumn else {
      return [text + String(repeating: " ", count: summaryColumn - text.count) + right]
    }
    return [text, String(repeating: " ", count: summaryColumn) + right]
  }
}
