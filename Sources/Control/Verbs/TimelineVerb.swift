import Varlink

enum TimelineVerb {
  static let specification = VerbSpecification(
    name: "timeline", group: .past, summary: "Show when each task ran, failed and waited, as a picture",
    operandUsage: "[ID]…", operands: .words(0...100, .identifiers),
    options: [
      .value("since", "TIME", "The beginning: 24h, yesterday, 2026-11-21; by default 7d"),
      .value(
        "html", "FILE", "Write an HTML page instead, in one step; - is standard output",
        completing: .files),
      CommandTable.prefix,
      .flag("failed", "Only tasks with a run that failed in that time"),
      .value("limit", "N", "At most this many tasks; by default \(usualRows) in a picture", short: "n"),
      CommandTable.allUsers,
    ],
    notes: [
      "A row is a task, the most important first; a failure is always visible.",
      "The row of a waiting task ends with the first reason; bgtaskctl explain has all of them.",
    ],
    examples: [
      "timeline", "timeline --since 24h --failed", "timeline --html timeline.html",
    ], run: run)

  /// The default number of rows, as many as a person looks at.
  private static let usualRows = 100
  /// The number of places in a page or a document, as many as a wide screen has.
  private static let steps = 2000
  /// The most bars in a page or a document: a megabyte of them, about.
  private static let mostBars = 8000

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (console, file) = (invocation.console, invocation.line.value("html"))
    guard file == nil || !invocation.wantsJSON else {
      throw invocation.misuse("--html and --json are two forms of the same: give one of them")
    }
    let question = try TimelineQuestion(invocation)
    let limit = try invocation.integer("limit", in: 1...1_000_000_000)
    let width = console.output.width ?? TerminalSize.usual.columns
    let isText = file == nil && !invocation.wantsJSON
    var timeline = Timeline(
      sinceUSec: question.sinceUSec, untilUSec: question.untilUSec,
      steps: isText ? width : steps, mostBars: isText ? .max : mostBars)
    try question.answer(invocation, into: &timeline)
    timeline.arrange(
      onlyFailed: invocation.line.flag("failed"), limit: limit ?? (invocation.wantsJSON ? .max : usualRows))
    let empty = empty(question, invocation)
    if invocation.wantsJSON {
      console.printJSON(timeline.json)
    } else if let file {
      let page = TimelineHTML(timeline, for: invocation).text(whenEmpty: empty)
      if file == "-" { console.write(page) } else { try ReplacedFile.publish(page, at: file) }
    } else if timeline.rows.isEmpty {
      console.printSentence(empty)
    } else {
      let text = TimelineText(
        timeline, for: invocation, width: width,
        showsBlocks: console.output.isTerminal && invocation.context.usesUTF8)
      for line in text.lines { console.print(line) }
    }
    return .success
  }

  private static func empty(_ question: TimelineQuestion, _ invocation: Invocation) -> String {
    guard !question.isPartial, !invocation.line.flag("failed") else {
      return Invocation.nothingLeft
    }
    return """
      Nothing has run since then, and nothing waits. `bgtaskctl submit -i ID -- PROGRAM` hands work over, \
      `--since` looks further back.
      """
  }
}
