import ConfigurationFiles
import Glibc
import LinuxSystem
import SystemdSyntax
import Varlink

enum CheckVerb {
  static let specification = VerbSpecification(
    name: "check", summary: "Report the errors in files of tasks, manifests and rules",
    operandUsage: "[FILE…]", operands: .words(0...10_000, .files),
    options: [.choice("type", FileType.self, "What the files are, where neither name nor sections say")],
    notes: [
      "Looks at declared tasks (tasks.d/NAME.task), manifests (applications.d/NAME.conf) and bgtaskd.conf,",
      "each with the drop-ins beside it, without a daemon and without changing anything. Without FILE it",
      "looks at all files that the daemon of this user, or of the system for root or with --system, would",
      "read; of a daemon that was started with --config, bgtaskctl status names the errors. Each problem is",
      "one line, file:line: what is wrong. Warnings alone leave the exit status at 0: a program that does",
      "not exist now, in rules and manifests an unknown key, and a file that no daemon reads because of its",
      "name. The check cannot know which other tasks are pending, nor what a daemon that runs without",
      "systemd refuses.",
    ],
    examples: ["check backup.task", "check --type task draft.txt", "--user check"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let type = try invocation.choice("type", FileType.self)
    let isUser = invocation.line.flag("user")
    let files = invocation.line.operands
    let places = invocation.configuration(ofSystem: invocation.isAboutSystem && !isUser)
    var checker = FileChecker(
      owner: isUser || (files.isEmpty && !invocation.isAboutSystem) ? .user(geteuid()) : .system,
      rules: places.load().configuration.scheduler, taskDirectories: places.taskDirectories)
    if files.isEmpty {
      guard type == nil else { throw invocation.misuse("--type needs files") }
      checker.check(invocation.configuration(ofSystem: invocation.isAboutSystem), at: invocation.moment)
    }
    var looked: Set<FileIdentity> = []
    var missing: [Failure] = []
    for file in files {
      guard !DirectoryCheck.isDirectory(file) else {
        var failure = Failure.cannotRead(file, SystemError(call: "read", code: EISDIR))
        failure.next = "name its files: bgtaskctl check \(file)\(file.hasSuffix("/") ? "" : "/")*"
        missing.append(failure)
        continue
      }
      // A link counts, not its target: the checker finds the template of an instance.
      do throws(SystemError) {
        if looked.insert(try FileIdentity(path: file)).inserted { checker.check(file, as: type) }
      } catch {
        missing.append(.cannotRead(file, error))
      }
    }
    checker.checkTogether(at: invocation.moment)
    for problem in checker.problems { show(problem, on: invocation) }
    if var failure = missing.first {
      failure.excerpt = missing.dropFirst().map(\.message)
      throw failure
    }
    return checker.problems.contains { $0.severity == .error } ? .data : .success
  }

  static func show(_ problem: SyntaxProblem, on invocation: Invocation) {
    guard !invocation.wantsJSON else {
      var json = JSONWriter()
      json.problem(problem)
      return invocation.console.printJSON(json.bytes)
    }
    invocation.console.printSentence(SafeText.inline(words(problem)), hanging: 2)
  }

  /// Returns a problem as `FILE:LINE: what is wrong`.
  static func words(_ problem: SyntaxProblem) -> String {
    let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    return "\(place): \(problem.severity == .warning ? "warning: " : "")\(problem.text)"
  }
}
