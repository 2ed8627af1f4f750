import ConfigurationFiles
import Glibc
import LinuxSystem
import Replay
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The replay that a command line asks for.
struct ReplayInput {
  let replay: TraceReplay
  /// The problems of the tasks' files, which are left out.
  let problems: [SyntaxProblem]
  /// The sources of the record and of the tasks, for people.
  let words: Words

  /// The sources of a replay, for people.
  struct Words {
    let record: String
    let work: String
  }

  init(_ invocation: Invocation) throws(Failure) {
    let line = invocation.line
    guard line.value("tasks") == nil || line.value("work") == nil else {
      throw invocation.misuse("--tasks and --work are two kinds of work: give one of them")
    }
    guard line.value("resume") == nil || line.value("work") != nil else {
      throw invocation.misuse("--resume belongs to --work")
    }
    let plan = try Self.plan(invocation)
    let traces = try Self.traces(invocation)
    let seed = UInt64(try invocation.integer("seed", in: 0...Int.max) ?? 1)
    let files = line.values("tasks").map { SafeText.inline($0) }.joined(separator: ", ")
    words = Words(
      record: Self.name(of: line.value("trace")),
      work: plan.map { "work of \(SafeText.inline($0.text))" }
        ?? "the tasks \(files.isEmpty ? "of this machine's files" : "in \(files)")")
    if let plan {
      problems = []
      replay = TraceReplay(
        traces, columns: try Self.columns(invocation, DaemonConfiguration()), loads: [.plan(plan)],
        seed: seed)
    } else {
      let directories = invocation.line.values("tasks")
      let start = traces.map(\.start).min() ?? WallTime(uSec: 0)
      var works: [DeclaredWork] = []
      for directory in directories.isEmpty ? [nil] : directories.map(Optional.some) {
        works.append(
          try DeclaredWork(directory, from: start, isAlone: directories.count < 2, invocation))
      }
      problems = works.flatMap(\.problems)
      replay = TraceReplay(
        traces, columns: try Self.columns(invocation, works[0].rules),
        loads: works.map { .declared($0.tasks) }, seed: seed)
    }
  }

  private static func plan(_ invocation: Invocation) throws(Failure) -> WorkPlan? {
    guard let text = invocation.line.value("work") else { return nil }
    var plan: WorkPlan
    do { plan = try WorkPlan(text) } catch { throw invocation.misuse("--work: \(error)") }
    if let step = invocation.line.value("resume") {
      do { plan.resume = try WorkPlan.length(step) } catch { throw invocation.misuse("--resume: \(error)") }
    }
    return plan
  }

  /// Returns the settings that stand side by side: each policy, and each with the changed settings as well.
  private static func columns(
    _ invocation: Invocation, _ base: DaemonConfiguration
  ) throws(Failure) -> [ReplayColumn] {
    let (names, settings) = (invocation.line.values("policy"), invocation.line.values("set"))
    var policies: [ReplayPolicy] = []
    for name in names {
      let named: ReplayPolicy?
      do { named = try ReplayPolicy(name) } catch { throw invocation.misuse("--policy: \(error)") }
      guard let policy = named else {
        throw invocation.noChoice("policy", name, among: ReplayVerb.policies)
      }
      if !policies.contains(policy) { policies.append(policy) }
    }
    if names.isEmpty, settings.isEmpty { policies = ReplayPolicy.usual }
    var columns = policies.map { ReplayColumn(name: $0.name, $0.rules(base.scheduler)) }
    if columns.isEmpty { columns = [ReplayColumn(name: ReplayColumn.unchanged, base.scheduler)] }
    guard !settings.isEmpty else { return columns }
    let change = settings.joined(separator: " ")
    for column in columns {
      var changed = base
      changed.scheduler = column.configuration
      for setting in settings {
        do { try RuleFile.apply(setting, at: "--set", to: &changed) } catch {
          throw invocation.misuse("--set: \(error.text)")
        }
      }
      columns.append(column.changed(change, changed.scheduler))
    }
    return columns
  }

  // MARK: The record

  /// Returns the record's name for people.
  private static func name(of path: String?) -> String {
    path.map { $0 == "-" ? "standard input" : SafeText.inline($0) } ?? "this machine's record"
  }

  private static func traces(_ invocation: Invocation) throws(Failure) -> [DeviceTrace] {
    let format = try invocation.choice("format", TraceFormat.self)
    let path = invocation.line.value("trace")
    if path == nil, format != nil { throw invocation.misuse("--format belongs to --trace") }
    let traces: [DeviceTrace]
    if let path { traces = try read(path, format, invocation) } else { traces = try ownRecord(invocation) }
    let name = Self.name(of: path)
    let left = try Self.part(of: traces, named: name, invocation)
    try check(left, named: name)
    return left
  }

  /// Returns what is left of the record from `--since` on. A date is the same for all devices; a length of
  /// time counts back from the end of each device's record, which may be long past.
  private static func part(
    of traces: [DeviceTrace], named name: String, _ invocation: Invocation
  ) throws(Failure) -> [DeviceTrace] {
    guard let text = invocation.line.value("since") else { return traces }
    if let length = try? TimeSpanSyntax.parse(text), length != TimeSpanSyntax.infinity {
      guard length > 0 else {
        throw invocation.misuse("--since: found \(text), allowed is a length of time above 0, or a date")
      }
      return traces.compactMap { $0.since(WallTime(uSec: max($0.end.uSec - length, 0))) }
    }
    guard let since = try invocation.pastTime("since") else { return traces }
    let left = traces.compactMap { $0.since(WallTime(uSec: since)) }
    guard !left.isEmpty else {
      throw invocation.misuse("--since: nothing of \(name) is left after \(invocation.date(since))")
    }
    return left
  }

  /// Refuses a record in which nothing can happen.
  private static func check(_ traces: [DeviceTrace], named name: String) throws(Failure) {
    guard traces.contains(where: { $0.start < $0.end }) else {
      throw Failure(
        .data, name: "NothingToReplay",
        message: "\(name) covers no time: each device has rows of one date only",
        next: "a record lasts from a device's first row to its last, so it needs two dates")
    }
    guard traces.contains(where: { !$0.known.isEmpty }) else {
      throw Failure(
        .data, name: "NothingToReplay",
        message: "\(name) covers no known time: at each date nobody knows what the machine does",
        next: "bgtaskctl(1), under replay, says which rows make time unknown")
    }
  }

  private static func read(
    _ path: String, _ format: TraceFormat?, _ invocation: Invocation
  ) throws(Failure) -> [DeviceTrace] {
    let number = invocation.context.open(path)
    guard number >= 0 else { throw .cannotRead(path) }
    var lines = LineReader(Descriptor(owning: number), maximumLineBytes: TraceBounds.lineBytes)
    var reader = TraceReader(format)
    while let line = try next(&lines, of: path) {
      do throws(TraceError) { try reader.take(line) } catch { throw failure(path, error) }
    }
    do throws(TraceError) { return try reader.finish() } catch { throw failure(path, error) }
  }

  private static func next(
    _ lines: inout LineReader, of path: String
  ) throws(Failure) -> ArraySlice<UInt8>? {
    do throws(SystemError) { return try lines.next() } catch { throw .cannotRead(path, error) }
  }

  private static func failure(_ path: String, _ error: TraceError) -> Failure {
    Failure(
      .data, name: "BadTrace", message: "\(name(of: path)): \(error.description)",
      next: "bgtaskctl(1), under replay, describes the formats")
  }

  /// Returns this machine's own record, as the daemon exports it.
  private static func ownRecord(_ invocation: Invocation) throws(Failure) -> [DeviceTrace] {
    var reader = TraceReader(.changes)
    var problem: TraceError?
    var count = 0
    func take(_ line: String) {
      do throws(TraceError) { try reader.take(Array(line.utf8)[...]) } catch { problem = problem ?? error }
    }
    take(RecordText.header)
    do throws(Failure) {
      try invocation.connect().stream(SchedulerMethod.ExportRecord.self, .init()) { page, _ in
        for change in page.changes { take(RecordText.line(change)) }
        count += page.changes.count
        return problem == nil
      }
    } catch {
      throw RecordVerb.failure(error, next: "or name a record with --trace FILE")
    }
    guard count > 0 else {
      throw Failure(
        .unavailable, name: "NoRecord", message: "this machine has no record of its conditions yet",
        next: "name a record with --trace FILE, or see RecordConditions= in bgtaskd.conf(5)")
    }
    do throws(TraceError) {
      if let problem { throw problem }
      return try reader.finish()
    } catch {
      throw failure("the daemon's record", error)
    }
  }
}
