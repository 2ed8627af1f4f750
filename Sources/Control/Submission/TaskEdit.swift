import ConfigurationFiles
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import Varlink

/// A change of one pending task.
struct TaskEdit {
  let task: Wire.Task
  let daemon: DaemonConnection
  let invocation: Invocation

  /// Looks the task up.
  init(of identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation) throws(Failure) {
    task = try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier)).reply.task
    (self.daemon, self.invocation) = (daemon, invocation)
  }

  private var console: Console { invocation.console }
  private var identifier: String { task.request.identifier }
  private var repeats: Bool { task.request.repeats }

  /// Refuses to change a task during its only run: another request would have it run once more.
  func checkHasNext() throws(Failure) {
    guard task.state != .waiting, !repeats else { return }
    throw Failure(
      .temporary, name: "AlreadyRunning",
      message: "\(identifier) is running now, and does not repeat: there is no next run to change",
      next: "bgtaskctl cancel \(identifier) ends it; bgtaskctl submit hands in another one")
  }

  // MARK: Requests

  /// Submits the task with its changes, and prints the differences. A request without another date gives back
  /// the date that the task shows, or else that of its acceptance. So the daemon knows that the task goes on,
  /// and decides which date comes next.
  func submit(_ wanted: Wire.TaskRequest) throws(Failure) -> ExitStatus {
    var request = wanted
    request.onConflict = task.request.onConflict
    guard request != task.request else { return unchanged() }
    request.onConflict = .replace
    if task.request.earliestBeginUSec == nil {
      request.earliestBeginUSec = request.earliestBeginUSec ?? task.submittedUSec
    }
    let reply: SchedulerMethod.Submit.Reply
    let json: [UInt8]
    do throws(Failure) {
      (reply, json) = try daemon.call(SchedulerMethod.Submit.self, .init(request: request))
    } catch {
      throw error.namingOption(in: request, of: "edit")
    }
    if invocation.wroteJSON(json) { return .success }
    let changes = changes(in: reply.task)
    guard !changes.isEmpty else { return unchanged() }
    let state = console.styled(reply.task.state.rawValue, TaskTable.style(reply.task.state))
    console.printSentence("Changed \(console.styled(SafeText.inline(identifier), .bold)): \(state).")
    for line in changes { console.printSentence("  \(line)", hanging: 4) }
    if reply.task.state == .waiting, let next = reply.task.request.earliestBeginUSec, next > invocation.now,
      next == task.request.earliestBeginUSec, request.repeatDurationUSec != task.request.repeatDurationUSec
    {
      console.printSentence("Its next date stays \(invocation.dayDate(next)); --earliest moves it.")
    }
    if task.state != .waiting {
      console.printSentence("The current run goes on as it began; the change applies to the next run.")
    }
    SubmitVerb.warn(of: reply.task, on: console)
    SubmitVerb.noteLimit(of: reply.task, on: console)
    NamedTasks(daemon: daemon, console: console).warn(of: reply.task.request)
    return .success
  }

  /// Returns the differences, a line for each field. A runtime limit that is given or taken back changes from
  /// or to the limit that is in force without it.
  private func changes(in changed: Wire.Task) -> [String] {
    var (before, after) = (task.request, changed.request)
    let limits = [task, changed].map { $0.request.runtimeLimitDurationUSec ?? $0.runtimeLimitDurationUSec }
    if limits[0] != limits[1] {
      (before.runtimeLimitDurationUSec, after.runtimeLimitDurationUSec) = (limits[0], limits[1])
    }
    return FieldWords(invocation: invocation).changes(from: before, to: after)
  }

  private func unchanged() -> ExitStatus {
    if !invocation.wroteJSON(SchedulerMethod.Submit.Reply(task: task).json) {
      console.printSentence("Nothing changes: \(SafeText.inline(identifier)) is as it was.")
    }
    return .success
  }

  // MARK: Editors

  /// Has the user change the request in an editor, and submits the changes.
  func inEditor() throws(Failure) -> ExitStatus {
    let text = TaskFile.text(of: task.request, now: invocation.now, zone: invocation.context.zone)
    let comment = """
      # \(SafeText.inline(identifier)), as it is pending. Your changes are submitted when you have
      # saved the file and left the editor; without changes nothing happens. bgtask.task(5) has all keys.

      """
    let base = try request(Array(text.utf8), "\(identifier).task") { problems in
      Failure(
        .data, name: "NoFile", message: "\(identifier) cannot be written as a file of bgtask.task(5)",
        next: "change it with options: bgtaskctl edit --help",
        excerpt: problems.map { $0.text })
    }
    let file = try EditedFile(text: comment + text, named: "\(identifier).task", in: invocation.context)
    let bytes: [UInt8]
    do throws(Failure) { bytes = try file.edit() } catch {
      file.remove()
      throw error
    }
    guard bytes != file.original else {
      file.remove()
      return unchanged()
    }
    let changed = try request(bytes, file.path) { problems in
      Failure(
        .data, name: "InvalidFile", message: "nothing was changed: there are errors in the file",
        next: "it is kept: \(file.path)", excerpt: problems.map(CheckVerb.words))
    }
    guard changed.identifier == identifier else {
      throw Failure(
        .data, name: "InvalidFile",
        message: "nothing was changed: Identifier= was \(identifier), and a task keeps its identifier",
        next: "bgtaskctl submit hands in another task; the file is kept: \(file.path)")
    }
    do throws(Failure) {
      // The task may have run while the editor was open, and has other dates then, or none.
      let edit = try TaskEdit(of: identifier, daemon, invocation)
      try edit.checkHasNext()
      var request = edit.task.request
      for field in RequestField.all where !field.isSame(base, changed) {
        field.copy(from: changed, to: &request)
      }
      let status = try edit.submit(request)
      file.remove()
      return status
    } catch {
      var failure = error
      failure.next = "\(error.next.map { "\($0); " } ?? "")the file is kept: \(file.path)"
      throw failure
    }
  }

  private func request(
    _ bytes: [UInt8], _ path: String, otherwise failure: ([SyntaxProblem]) -> Failure
  ) throws(Failure) -> Wire.TaskRequest {
    var problems: [SyntaxProblem] = []
    let request = TaskFile.request(
      bytes, path: path, ofUser: task.uid, now: invocation.now, &problems)
    guard let request else { throw failure(problems) }
    return request
  }

  /// Has the user change the file that declares the task, checks it as `check` does, and has the daemon take
  /// it over. For an instance that is the template's file.
  func inFile(_ declared: String) throws(Failure) -> ExitStatus {
    let loader = invocation.configuration(ofSystem: daemon.path == SocketPath.system)
    let path = loader.text(of: declared)
    guard access(path, W_OK) == 0 else {
      throw Failure(
        .permission, name: "CannotEdit",
        message:
          "\(path) declares \(identifier), and may not be written: \(SystemError(call: "access").text)",
        next: "edit it as a user who may write the file, as a rule root")
    }
    let before = loader.declaration(in: declared)
    let file = try EditedFile(path, in: invocation.context)
    guard try file.edit() != file.original else {
      console.printSentence("Nothing changes: \(SafeText.inline(path)) is as it was.")
      return .success
    }
    var checker = FileChecker(
      owner: daemon.path == SocketPath.system ? .system : .user(geteuid()),
      rules: loader.load().configuration.scheduler, taskDirectories: loader.taskDirectories)
    checker.check(declared, as: .task)
    checker.checkTogether(at: invocation.moment)
    for problem in checker.problems { CheckVerb.show(problem, on: invocation) }
    guard !checker.problems.contains(where: { $0.severity == .error }) else {
      throw Failure(
        .data, name: "InvalidFile",
        message: "there are errors in \(path); until they are gone the task stays as it is",
        next: "bgtaskctl edit \(identifier) opens it again")
    }
    if path != declared, path.hasSuffix("@.task") {
      console.printSentence("\(SafeText.inline(path)) is a template: all of its instances change.")
    }
    if let before, let after = loader.declaration(in: declared), before.asksForTheSame(as: after) {
      console.printSentence("The file still says the same about \(SafeText.inline(identifier)) as before.")
      return .success
    }
    let isForFleet = !loader.tasks(in: path).fleet.declarations.isEmpty
    return try takeOver(path, isForFleet: isForFleet)
  }

  /// Tells the daemon, and prints what it has made of the file.
  private func takeOver(_ path: String, isForFleet: Bool) throws(Failure) -> ExitStatus {
    switch try FileTakeover(of: task, daemon, invocation)?.run() ?? .untold {
    case .taken:
      console.printSentence(
        "bgtaskd has taken the change over: \(SafeText.inline(identifier)) is as the file says.")
    case .dropped:
      console.printSentence(
        "bgtaskd has dropped \(SafeText.inline(identifier)): the file declares it no more for this machine.")
      if isForFleet { console.printSentence("It is for a fleet: bgtaskctl fleet apply hands it in.") }
    case .refused:
      throw Failure(
        .data, name: "Refused",
        message: "bgtaskd has read \(path), but its request is not possible: the task stays as it is",
        next: "journalctl -t bgtaskd has the reason; bgtaskctl edit \(identifier) opens it again")
    case .silent:
      console.printSentence(
        "bgtaskd was told to read the file, and has not confirmed the change yet: "
          + "bgtaskctl show \(SafeText.inline(identifier)) shows what is in force.")
    case .untold:
      console.printSentence(
        "bgtaskd takes the change over when it reads its files again: \(invocation.howToReload(daemon))")
    }
    return .success
  }
}
