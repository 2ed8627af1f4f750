import ConfigurationFiles
import Glibc
import LinuxSystem
import Replay
import SchedulerCore
import SystemdSyntax

/// The replay that a command line asks for.
struct ReplayInput {
  let replay: TraceReplay
  /// The problems of the tasks' files, which are left out.
  let problems: [SyntaxProblem]

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
      guard let policy = ReplayPolicy(rawValue: name) else {
        throw invocation.noChoice("policy", name, among: ReplayPolicy.allCases.map(\.rawValue))
      }
      if !policies.contains(policy) { policies.append(policy) }
    }
    if names.isEmpty, settings.isEmpty { policies = ReplayPolicy.allCases }
    var columns = policies.map { ReplayColumn(name: $0.rawValue, $0.rules(base.scheduler)) }
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

  private static func traces(_ invocation: Invocation) throws(Failure) -> [DeviceTrace] {
    let format = try invocation.choice("format", TraceFormat.self)
    guard let path = invocation.line.value("trace") else { return try ownRecord() }
    let number = invocation.context.open(path)
    guard number >= 0 else { throw .cannotRead(path) }
    var lines = LineReader(Descriptor(owning: number), maximumLineBytes: TraceBounds.lineBytes)
    var reader = TraceReader(format)
    while let line = try next(&lines, of: path) {
      do throws(TraceError) { try reader.take(line) } catch { throw failure(path, error) }
    }
    var traces: [DeviceTrace]
    do throws(TraceError) { traces = try reader.finish() } catch { throw failure(path, error) }
    guard let since = try invocation.pastTime("since") else { return traces }
    traces = traces.compactMap { $0.since(WallTime(uSec: since)) }
    guard !traces.isEmpty else {
      throw invocation.misuse(
        "--since: nothing of \(SafeText.inline(path)) is left after \(invocation.date(since))")
    }
    return traces
  }

  private static func next(
    _ lines: inout LineReader, of path: String
  ) throws(Failure) -> ArraySlice<UInt8>? {
    do throws(SystemError) { return try lines.next() } catch { throw .cannotRead(path, error) }
  }

  private static func failure(_ path: String, _ error: TraceError) -> Failure {
    Failure(
      .data, name: "BadTrace", message: "\(SafeText.inline(path)): \(error.description)",
      next: "bgtaskctl(1), under replay, describes the formats")
  }

  /// Returns this machine's own record.
  private static func ownRecord() throws(Failure) -> [DeviceTrace] {
    throw Failure(
      .unavailable, name: "NoRecord", message: "this machine has no record of its conditions",
      next: "name a record with --trace FILE")
  }
}
