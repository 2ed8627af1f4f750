import FleetAPI

enum FleetReportVerb {
  static let specification = VerbSpecification(
    name: "report", group: .past, summary: "Report what ran where, what waits and why, and who was not seen",
    options: [
      .value("since", "TIME", "The beginning: 24h, yesterday, 2026-11-21; by default 7d"),
      .value(
        "html", "FILE", "Write an HTML page instead, in one step; - is standard output", completing: .files),
      .value("group", "G", "Only this group's machines and tasks"), FleetOptions.user,
      .value("limit", "N", "At most this many tasks and machines, to 1000; by default 100", short: "n"),
    ],
    notes: [
      "What needs attention comes first: what has failed, what runs, what waits.",
      "The report says how many tasks and machines are left out.",
    ],
    examples: ["report", "report --since 24h --html fleet.html", "report --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (console, line) = (invocation.console, invocation.line)
    let file = line.value("html")
    guard file == nil || !invocation.wantsJSON else {
      throw invocation.misuse("--html and --json are two forms of the same: give one of them")
    }
    let limit = try invocation.integer("limit", in: 1...1000)
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.Report.self,
      .init(
        group: line.value("group"), user: line.value("of-user"), sinceUSec: try invocation.pastTime("since"),
        tasks: limit, machines: limit))
    if invocation.wroteJSON(json) { return .success }
    let report = FleetReport(reply, for: invocation)
    if let file {
      let page = FleetReportHTML(report).text
      if file == "-" { console.write(page) } else { try ReplacedFile.publish(page, at: file) }
    } else {
      FleetReportText(report).show()
    }
    return .success
  }
}
