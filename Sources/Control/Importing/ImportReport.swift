import Glibc
import LinuxSystem
import SystemdSyntax
import Varlink

/// Reports what was carried over, and what was not.
struct ImportReport {
  let invocation: Invocation
  let tasks: [ImportedTask]
  /// The entries that were left out, and the errors of files.
  let problems: [SyntaxProblem]

  private var console: Console { invocation.console }

  /// - Returns: The program's exit status.
  func finish() throws(Failure) -> ExitStatus {
    if let directory = invocation.line.value("output-dir") {
      try write(to: directory)
    } else if !invocation.wantsJSON {
      for task in tasks {
        if tasks.count > 1 { console.print("# \(task.fileName)") }
        console.print(task.text)
      }
    }
    if invocation.wantsJSON { console.printJSON(json) } else { tell() }
    guard !tasks.isEmpty || !problems.isEmpty else {
      throw Failure(
        .no, name: "NothingToImport", message: "there is nothing to import: no line has a command")
    }
    return problems.contains { $0.severity == .error } ? .data : .success
  }

  // MARK: Files

  /// Writes all files or, when one of their names is taken and `--force` is not given, none.
  private func write(to directory: String) throws(Failure) {
    try DirectoryCheck.require(directory, for: "the files")
    let files = tasks.map { (path: "\(directory)/\($0.fileName)", task: $0) }
    let replaces = invocation.line.flag("force")
    if !replaces, let there = files.first(where: { access($0.path, F_OK) == 0 }) {
      throw Failure(
        .data, name: "FileExists", message: "\(there.path) is there already, and nothing was written",
        next: "--force replaces what is there; --output-dir names another directory")
    }
    for (path, task) in files {
      let mode: UInt32 = task.isPrivate ? 0o600 : 0o644
      do throws(SystemError) {
        if replaces {
          try ReplacedFile.write(task.text, to: path, mode: mode)
        } else {
          try SmallFile.create(task.text, at: path, mode: mode)
        }
      } catch {
        throw Failure(
          .inputOutput, name: "CannotWrite", message: error.description,
          next: "name a directory that is there and that you may write to")
      }
      if !invocation.wantsJSON { console.print("Wrote \(SafeText.inline(path))") }
    }
    guard !invocation.wantsJSON, !files.isEmpty else { return }
    console.print("Look them over: bgtaskctl check \(SafeText.inline(directory))/*.task")
    console.print("Then have bgtaskd read what is in tasks.d: systemctl reload bgtaskd, or SIGHUP")
  }

  // MARK: Notes

  private func tell() {
    for problem in problems { say(problem.description) }
    var told: Set<String> = []
    // A note that several tasks share is printed for the first.
    for task in tasks {
      for note in task.notes where told.insert(note).inserted { say("\(task.source): \(note)") }
    }
    for text in Disabling.texts(tasks.map(\.disabling)) { say("so that nothing is done twice: \(text)") }
  }

  private func say(_ text: String) { console.printError("bgtaskctl: \(SafeText.inline(text))\n") }

  private var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("tasks")
    json.array(tasks) { json, task in
      json.beginObject()
      json.member("name", task.name)
      json.member("source", task.source)
      json.member("text", task.text)
      json.name("notes")
      json.array(task.notes) { $0.text($1) }
      json.member("disabling", Disabling.texts([task.disabling])[0])
      json.endObject()
    }
    json.name("problems")
    json.array(problems) { json, problem in json.problem(problem) }
    json.endObject()
    return json.bytes
  }
}
