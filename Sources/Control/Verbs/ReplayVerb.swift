import ConfigurationFiles
import Replay
import SchedulerCore
import SystemdSyntax

enum ReplayVerb {
  static let specification = VerbSpecification(
    name: "replay", group: .past, summary: "Show when tasks would have run on a recorded machine",
    options: [
      .value(
        "trace", "FILE", "The record of machines; by default this machine's own; - is standard input",
        completing: .files),
      .choice("format", TraceFormat.self, "The format of the record, where its first line does not say"),
      repeatable(
        .value("tasks", "DIR", "Declared tasks, instead of this machine's", completing: .directories)),
      .value("work", "COUNT/day,LENGTH", "So many tasks a day instead, of this length: 1/day,10min"),
      .value("resume", "TIME", "The tasks of --work save their work this often"),
      .value(
        "since", "TIME",
        "The beginning: 2026-11-21, yesterday, or 7d before the record's end; by default the record's"),
      repeatable(
        .value(
          "policy", "eager|patient|fixed:TIME", "When tasks start; more than one stand side by side",
          completing: .choices(policies))),
      repeatable(
        .value(
          "set", "KEY=VALUE", "A setting of bgtaskd.conf, beside the unchanged settings",
          completing: .choices(RuleFile.decisiveKeys.map { "\($0)=" }))),
      .value("seed", "N", "The seed of random times; by default 1"),
      .value(
        "html", "FILE", "Write an HTML page instead, in one step; - is standard output",
        completing: .files),
    ],
    notes: [
      "The daemon's own scheduler decides, in virtual time; programs are simulated:",
      "a run takes as long as its task expects, a minute where it does not say, and ends at once when it is",
      "told to stop. Checks of when and while hold, and no path changes.",
      "Without --trace it asks the daemon for this machine's record, which root may have; with it no daemon",
      "is needed.",
      "Without --tasks and --work, the tasks are those that this machine's files declare: those that",
      "bgtaskctl check looks at, and not the files of a daemon that was started with --config. Tasks that",
      "were submitted are not replayed: write each of them into a file NAME.task, and name its directory",
      "with --tasks.",
      "The tasks of --work need external power, an unmetered network and an idle machine, and are given up a",
      "day after their submission.",
      "The settings of --set are applied after the policy: --policy patient --set Judgement=eager is eager.",
      "Without --policy and --set, eager and patient stand side by side. With fixed:2min, tasks start when",
      "their conditions have held for two minutes, whatever the record says.",
    ],
    examples: [
      "replay --trace laptop.csv --set ProcessingRequiresIdle=no",
      "replay --trace laptop.csv --tasks ./tasks.d --html week.html",
      "replay --format windows --trace phones.csv --work 1/day,10min --json",
    ], run: run)

  /// The policies that a shell offers, a hold of two minutes among them.
  static let policies = (ReplayPolicy.usual + [.fixed(.minutes(2))]).map(\.name)

  private static func repeatable(_ option: OptionSpecification) -> OptionSpecification {
    var option = option
    option.isRepeatable = true
    return option
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (console, file) = (invocation.console, invocation.line.value("html"))
    guard file == nil || !invocation.wantsJSON else {
      throw invocation.misuse("--html and --json are two forms of the same: give one of them")
    }
    let input = try ReplayInput(invocation)
    for problem in input.problems {
      console.printError("bgtaskctl: \(SafeText.inline(CheckVerb.words(problem)))\n")
    }
    let progress = ReplayProgress(invocation)
    let results = input.replay.run { progress.show($0, of: $1) }
    progress.end()
    let summaries = ReplaySummary.all(of: results)
    let tables = ReplayTables(results, summaries, of: input, for: invocation)
    if let device = results.first(where: \.isCutShort) {
      throw Failure(
        .data, name: "TooManyRuns",
        message: "more runs on \(SafeText.inline(device.device)) than a replay keeps",
        next: "replay a shorter time with --since, or tasks that repeat less often")
    }
    try checkWork(results, of: input, invocation)
    if invocation.wantsJSON {
      console.printJSON(ReplayJSON.document(results, summaries))
    } else if let file {
      let page = ReplayPage(results, of: input, tables, for: invocation).text
      if file == "-" { console.write(page) } else { try ReplacedFile.publish(page, at: file) }
    } else {
      tables.show()
    }
    return .success
  }

  /// Refuses planned work of which the record lets no task count.
  private static func checkWork(
    _ results: [ReplayedDevice], of input: ReplayInput, _ invocation: Invocation
  ) throws(Failure) {
    guard results.allSatisfy({ $0.isPlanned && $0.tasks.allSatisfy { !$0.isScored } }) else { return }
    let known = input.replay.traces.flatMap(\.known).map { $0.upperBound - $0.lowerBound }.max() ?? .zero
    let longest = TimeSpanSyntax.format(known.uSec, accuracy: 1_000_000, maximumUnits: 2)
    let problem =
      results.allSatisfy(\.tasks.isEmpty)
      ? "no task of --work fits into it: they come at random times of each 24 hours, and one that could not "
        + "be done before the known time ends is left out"
      : "no task of --work counts: each is left out, because unknown time follows within a day of it"
    throw Failure(
      .data, name: "NothingToReplay",
      message: "\(input.words.record) has known time of \(longest) at most, so that \(problem)",
      next: "replay a longer record, or more and shorter tasks, such as --work 24/day,1min")
  }
}
