import Glibc
import LinuxSystem
import SchedulerAPI
import SystemdSyntax

/// The check that the programs and directories that files name exist. A missing one is a warning, because it
/// may exist when the task starts.
enum ProgramCheck {
  /// - Returns: Nothing for a task of a fleet: the machines that run it have the programs.
  static func problems(of reading: TaskFileReading) -> [SyntaxProblem] {
    reading.fleetLine == nil ? problems(ofTask: reading.file) : []
  }

  static func problems(ofTask file: UnitFile) -> [SyntaxProblem] {
    let lines = programs.map { file.assignment(TaskFileKeys.section, $0) }
    var problems = lines.flatMap(problem)
    if let line = file.assignment(TaskFileKeys.section, "WorkingDirectory"), line.value.hasPrefix("/"),
      !isDirectory(line.value)
    {
      problems.append(line.problem(.warning, "\(line.value) is no directory now"))
    }
    return problems + RequestField.ofSecrets.flatMap { filesMissing(from: $0, in: file) }
  }

  private static func filesMissing(from field: RequestField, in file: UnitFile) -> [SyntaxProblem] {
    let lines = field.key.map { file.assignments(TaskFileKeys.section, $0) } ?? []
    return lines.compactMap { line in
      let path: String?
      switch field.value {
      case .environmentFiles: path = line.value
      case .credentials(_, .files): path = NamedCredential(line.value)?.value
      default: path = nil
      }
      // The task's user reads the file, so only its existence can be checked here.
      guard let path, path.hasPrefix("/"), access(path, F_OK) != 0, errno == ENOENT else { return nil }
      return line.problem(.warning, "there is no file \(path) now")
    }
  }

  /// The keys that name a program. Those of actions are among them, although they may name another task.
  private static let programs =
    [TaskFileKeys.command]
    + RequestField.all.compactMap { if case .action = $0.value { $0.key } else { nil } }

  static func problems(ofManifest file: UnitFile) -> [SyntaxProblem] {
    problem(ofProgramIn: file.assignment(Manifest.section, "Exec"))
  }

  private static func problem(ofProgramIn line: Assignment?) -> [SyntaxProblem] {
    guard let line, let program = (try? line.words())?.first, program.hasPrefix("/") else { return [] }
    var status = stat()
    guard stat(program, &status) == 0 else {
      return [line.problem(.warning, "there is no program \(program) now")]
    }
    // Not access(2): another user will run it.
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o111 != 0 else {
      return [line.problem(.warning, "\(program) is not executable")]
    }
    if ExecutableFormat.isKnown(program) == false {
      return [
        line.problem(
          .warning,
          "\(program) is not a program that the kernel starts (Exec format error); "
            + "a script needs #! at its beginning"
        )
      ]
    }
    return []
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
