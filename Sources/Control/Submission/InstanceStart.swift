import ConfigurationFiles
import Glibc
import LinuxSystem
import SchedulerAPI
import SystemdSyntax

/// Runs an instance of a template now that no file declares.
struct InstanceStart {
  private let named: String
  private let instance: TaskInstance
  private let daemon: DaemonConnection
  private let invocation: Invocation

  /// Fails for a name that is no instance's.
  init?(
    _ named: String, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) {
    (self.named, self.daemon, self.invocation) = (named, daemon, invocation)
    let instance: TaskInstance?
    do throws(SyntaxError) { instance = try TaskInstance(named) } catch {
      throw invocation.misuse("\(error)")
    }
    guard let instance else {
      guard named.hasSuffix("@") else { return nil }
      throw invocation.misuse("\(named) is a template, and runs as one of its instances: \(named)home")
    }
    self.instance = instance
  }

  /// Submits the template's request, and starts it.
  /// - Parameter missing: The failure that says that there is no such task.
  func start(otherwise missing: Failure) throws(Failure) {
    let loader = invocation.configuration(ofSystem: daemon.path == SocketPath.system)
    switch loader.instance(instance) {
    case nil:
      throw Failure(
        .no, name: missing.name,
        message: "no task \(named) is pending, and there is no template \(instance.template)",
        next: "templates are looked for in \(loader.taskDirectories.joined(separator: ", "))")
    case .declared(let file):
      var failure = missing
      failure.next =
        "\(file) declares it: the daemon reads it with \(invocation.howToReload(daemon)), and bgtaskctl list "
        + "shows whether it runs already"
      throw failure
    case .unreadable(let problems): throw wrong(problems)
    case .request(let once): try start(once, missing)
    }
  }

  private func start(
    _ once: ConfigurationLoader.OnceRequest, _ missing: Failure
  ) throws(Failure) {
    guard once.uid == geteuid() else {
      let user = UserAccount(uid: once.uid).name
      throw Failure(
        .permission, name: "OtherUser", message: "\(once.template) is for tasks of \(user)",
        next: "as \(user) it can be run; a link as \(instance.identifier).task beside it declares it")
    }
    let identifier = once.request.identifier
    if identifier != named {
      do throws(Failure) {
        try RunVerb.launch(identifier, daemon, invocation)
        return
      } catch {
        guard error.isNoSuchTask else { throw error }
      }
    }
    // A task that runs is not started a second time.
    if (try? daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier))) != nil { throw missing }
    do throws(Failure) {
      _ = try daemon.call(SchedulerMethod.Submit.self, .init(request: once.request))
    } catch {
      throw error.refusal.map { wrong([once.problem(of: $0)]) } ?? error
    }
    try tell(once)
    do throws(Failure) { try RunVerb.launch(identifier, daemon, invocation) } catch {
      // The task may have begun by itself since it was submitted.
      guard error.isNoSuchTask, !invocation.wantsJSON else { throw error }
      invocation.console.print("It has begun already: its requirements held.")
    }
  }

  private func wrong(_ problems: [SyntaxProblem]) -> Failure {
    Failure(
      .data, name: "InvalidFile", message: "\(named) cannot be run: there are errors in its template",
      next: "bgtaskctl check, with the file's name, says whether the errors are gone",
      excerpt: problems.map(CheckVerb.words))
  }

  private func tell(_ once: ConfigurationLoader.OnceRequest) throws(Failure) {
    guard !invocation.wantsJSON else { return }
    let console = invocation.console
    console.printSentence(
      SafeText.inline("Submitted \(once.request.identifier), once, from \(once.template)."))
    guard once.repeats else { return }
    let link = "\(once.template.dropLast(instance.template.count))\(instance.identifier).task"
    console.printSentence(
      SafeText.inline(
        "With a link it runs again as the template says: ln -s \(instance.template) \(link), then "
          + invocation.howToReload(daemon)))
  }
}
