import ConfigurationFiles
import Glibc
import LinuxSystem
import SchedulerCore
import SystemdSyntax

/// The declared tasks of a replay, and the rules that this machine has for them.
struct DeclaredWork {
  let set: DeclarationSet
  let rules: DaemonConfiguration
  /// The zone of calendars.
  let zone: ZoneRules
  /// The problems of the tasks' files.
  let problems: [SyntaxProblem]

  /// - Parameter start: The date from which the tasks are declared.
  init(_ invocation: Invocation, from start: WallTime) throws(Failure) {
    let isSystem = invocation.isAboutSystem
    var loader = invocation.configuration(ofSystem: isSystem)
    if let directory = invocation.line.value("tasks") {
      try Self.check(directory)
      loader.taskDirectories = [directory]
    }
    let loaded = loader.load()
    set = loaded.tasks.set
    var rules = loaded.rules
    rules.scheduler = rules.scheduler.ofServiceManager(for: isSystem ? .system : .user(geteuid()))
    self.rules = rules
    let refusals = DeclarationTrial.refusals(
      of: set, under: rules.scheduler, at: Moment(wall: start, monotonic: MonotonicTime(uSec: 0)))
    problems = loaded.tasks.problems + refusals.map { loader.problem(of: $0.error, in: $0.file) }
    guard refusals.count < set.declarations.count else {
      let places = loader.taskDirectories.map { SafeText.inline($0) }.joined(separator: ", ")
      throw Failure(
        .noInput, name: "NoTasks", message: "no task is declared in \(places)",
        next: "name a directory with files NAME.task with --tasks, or give --work",
        excerpt: problems.map { SafeText.inline(CheckVerb.words($0)) })
    }
    guard invocation.context.zone == .local else {
      zone = .utc
      return
    }
    tzset()
    zone = ZoneRules(around: Int(invocation.now / 1_000_000), offset: SystemClock.zoneOffset)
  }

  private static func check(_ directory: String) throws(Failure) {
    do throws(SystemError) { _ = try DirectoryReader.rawListing(of: directory) } catch {
      throw .cannotRead(directory, error)
    }
  }
}
