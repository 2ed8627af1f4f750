import ConfigurationFiles
import Glibc
import LinuxSystem
import Replay
import SchedulerCore
import SystemdSyntax

/// The declared tasks of a replay, and the rules that this machine has for them.
struct DeclaredWork {
  let tasks: DeclaredTasks
  let rules: DaemonConfiguration
  /// The problems of the tasks' files.
  let problems: [SyntaxProblem]

  /// - Parameters:
  ///   - directory: The directory of the files; `nil` is this machine's own.
  ///   - start: The date from which the tasks are declared.
  ///   - isAlone: Whether no other declared tasks stand beside these.
  init(
    _ directory: String?, from start: WallTime, isAlone: Bool, _ invocation: Invocation
  ) throws(Failure) {
    let isSystem = invocation.isAboutSystem
    var loader = invocation.configuration(ofSystem: isSystem)
    if let directory {
      try Self.check(directory)
      loader.taskDirectories = [directory]
    }
    let loaded = loader.load()
    let set = loaded.tasks.set
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
    tasks = DeclaredTasks(
      set, zone: Self.zone(of: invocation),
      name: isAlone ? nil : directory.map { SafeText.inline($0) })
  }

  private static func zone(of invocation: Invocation) -> ZoneRules {
    guard invocation.context.zone == .local else { return .utc }
    tzset()
    return ZoneRules(around: Int(invocation.now / 1_000_000), offset: SystemClock.zoneOffset)
  }

  private static func check(_ directory: String) throws(Failure) {
    do throws(SystemError) { _ = try DirectoryReader.rawListing(of: directory) } catch {
      var failure = Failure.cannotRead(directory, error)
      failure.next = "name a directory that exists and that you may read"
      throw failure
    }
  }
}
