/// The text of `--help`, made from the table and fitted into a number of columns.
struct HelpText {
  /// The largest width: longer lines are hard to read, however wide the terminal is.
  private static let mostColumns = 100
  /// The smallest width that has room for terms and their explanations side by side.
  private static let leastColumnsForLists = 72
  /// The column of explanations beside terms: two spaces, most options, and two spaces fit before it.
  private static let summaryColumn = 34
  /// The column of explanations below terms.
  private static let narrowSummaryColumn = 10
  /// The column of explanations beside exit statuses, which have two digits.
  private static let statusColumn = 6

  private let width: Int
  private let commands: CommandSet

  /// - Parameter width: The number of columns; nil is no limit.
  init(width: Int?, of commands: CommandSet = .control) {
    (self.width, self.commands) = (min(width ?? Self.mostColumns, Self.mostColumns), commands)
  }

  /// Returns the help about the program.
  func general() -> String {
    var lines = usage("[OPTIONS] VERB [ARGUMENTS]")
    lines += paragraphs(["Submits background tasks to bgtaskd, shows them and controls them."])
    for group in VerbGroup.allCases {
      let verbs = commands.verbs.filter { $0.group == group }
      guard !verbs.isEmpty else { continue }
      lines += ["", "\(group.rawValue):"]
      for verb in verbs { lines += entry("\(verb.name) \(verb.operandUsage)", verb.summary) }
    }
    lines += globals
    lines += paragraphs([
      "Lengths of time are written as systemd writes them: 30s, 10min, 1d 2h. Points in time: +1h, 18:30,",
      "tomorrow, 2026-11-21 18:30, @1795285800.",
    ])
    lines += ["", "Exit status:"]
    for (status, meaning) in Self.statuses {
      lines += beside("  \(status.rawValue)", meaning, column: Self.statusColumn)
    }
    return (lines + paragraphs(["\(commands.program) VERB --help explains a verb."])).joined(separator: "\n")
  }

  /// Returns the help about a verb.
  func verb(_ verb: VerbSpecification) -> String {
    let words = [verb.name, verb.options.isEmpty ? "" : "[OPTIONS]", verb.operandUsage]
    var lines = usage(words.filter { !$0.isEmpty }.joined(separator: " "))
    lines += paragraphs([verb.summary + "."])
    if !verb.notes.isEmpty { lines += paragraphs(verb.notes) }
    for group in OptionGroup.allCases {
      let options = verb.options.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      lines += ["", "\(group.rawValue):"]
      for option in options { lines += entry(option.usage, option.summary) }
    }
    lines += globals
    if !verb.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in verb.examples {
        lines += TextWrap.command("\(commands.program) \(example)", width: width, indent: 2)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The meaning of every exit status.
  static let statuses: [(ExitStatus, String)] = [
    (.success, "Done"),
    (.no, "No: no such task or run, already pending, replaced; a no of explain -q or should-defer"),
    (.usage, "The command line is wrong, or a verb for programs of tasks is used outside of a task"),
    (.data, "The request, or a line of a file, is wrong; should-defer: its run is over"),
    (.noInput, "A file or program that was named does not exist"),
    (.unavailable, "The daemon is not running, or cannot do this now"),
    (.software, "The daemon's answer breaks the protocol"),
    (.inputOutput, "Reading, writing or the connection failed"),
    (.temporary, "Not now: wait-for timed out, or too many are pending"),
    (.permission, "Not permitted, or not as the daemon is configured"),
    (.configuration, "fleet: fleet.conf is missing, or something in it is wrong"),
  ]

  private func usage(_ text: String) -> [String] {
    TextWrap.paragraph("Usage: \(commands.program) \(text)", width: width, hanging: 8)
  }

  private var globals: [String] {
    ["", "Options of all verbs:"] + CommandTable.globals.flatMap { entry($0.usage, $0.summary) }
  }

  /// Returns an empty line and the lines as paragraphs: a line that ends in a full stop ends its paragraph.
  private func paragraphs(_ lines: [String]) -> [String] {
    var paragraphs: [String] = []
    for line in lines {
      if let last = paragraphs.last, !last.hasSuffix(".") {
        paragraphs[paragraphs.count - 1] = "\(last) \(line)"
      } else {
        paragraphs.append(line)
      }
    }
    return [""] + paragraphs.flatMap { TextWrap.paragraph($0, width: width) }
  }

  /// Returns a term with its explanation beside or below it.
  private func entry(_ left: String, _ right: String) -> [String] {
    let isNarrow = width < Self.leastColumnsForLists
    guard !isNarrow, left.count + 4 <= Self.summaryColumn else {
      // Options without a letter are indented to stand below options with one.
      let indent = left.prefix { $0 == " " }.count + 2
      let column = isNarrow ? Self.narrowSummaryColumn : Self.summaryColumn
      return TextWrap.paragraph(left, width: width, indent: indent, hanging: indent + 2)
        + TextWrap.paragraph(right, width: width, indent: column)
    }
    return beside("  " + left, right, column: Self.summaryColumn)
  }

  private func beside(_ left: String, _ right: String, column: Int) -> [String] {
    let lines = TextWrap.paragraph(right, width: width, indent: column)
    return [left + lines[0].dropFirst(left.count)] + lines.dropFirst()
  }
}
