enum MetricsVerb {
  static let specification = VerbSpecification(
    name: "metrics", group: .past,
    summary: "Print figures for Prometheus: OpenMetrics, or with --json the same as JSON",
    options: [
      CommandTable.allUsers,
      .value(
        "output", "FILE", "Write them to a file instead, in one step: for node_exporter's textfile collector",
        completing: .files),
    ],
    notes: [
      "How the daemon is, how many tasks wait and for what, how the runs of the last day ended, and of each",
      "task when it last ran, when it last succeeded, and how its last run ended.",
      "When the daemon does not answer there is only bgtaskd_up 0, and the exit status says so as well.",
    ],
    examples: [
      "metrics", "--system metrics --all-users --output /var/lib/prometheus/node-exporter/bgtaskd.prom",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let path = try invocation.socketPath()
    let report: MetricReport
    do throws(Failure) {
      report = try MetricReport(
        invocation.connect(to: path), allUsers: invocation.allUsers, now: invocation.now)
    } catch {
      throw try tell(noAnswer: error, invocation)
    }
    do throws(Failure) {
      try write(report.families(), invocation)
    } catch {
      // A refusal is an answer.
      guard error.isLostConnection || error.isTimeOut else { throw error }
      throw try tell(noAnswer: error, invocation)
    }
    return .success
  }

  /// - Returns: The failure that is to end the program.
  private static func tell(noAnswer failure: Failure, _ invocation: Invocation) throws(Failure) -> Failure {
    try write([MetricReport.up(false)], invocation)
    return failure
  }

  private static func write(_ families: [MetricFamily], _ invocation: Invocation) throws(Failure) {
    let console = invocation.console
    guard let file = invocation.line.value("output") else {
      if !invocation.wroteJSON(families.json) { console.write(families.openMetrics) }
      return
    }
    let text =
      invocation.wantsJSON
      ? String(decoding: families.json, as: UTF8.self) + "\n" : families.openMetrics
    // All users may read the file, because the collector runs as another one.
    try ReplacedFile.write(forPeople: text, to: file, mode: 0o644)
  }
}
