import Glibc
package import LinuxSystem
package import SchedulerCore

/// The environment of a task's program, and of an application's.
package struct TaskEnvironment: Sendable {
  /// Where programs are looked for, unless the request says otherwise: systemd's default (systemd.exec(5))
  /// and, for distributions whose `/bin` is a directory of its own, those as well.
  package static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// Where the daemon listens.
  private let socket: String
  /// The program by which others speak to the daemon.
  private let bgtaskctl: String?
  /// Where programs are looked for, with a place where that one is.
  private let path: String

  /// What is the same for all programs.
  /// - Parameters:
  ///   - socket: Where the daemon listens.
  ///   - bgtaskctl: The one that belongs to the daemon; nil when there is none.
  ///   - isProgram: Whether a program is at a path.
  package init(
    socket: String, bgtaskctl: String?,
    isProgram: (_ path: String) -> Bool = { access($0, X_OK) == 0 }
  ) {
    (self.socket, self.bgtaskctl) = (socket, bgtaskctl)
    guard let slash = bgtaskctl?.lastIndex(of: "/"), let folder = bgtaskctl?[..<slash],
      !Self.path.split(separator: ":").contains(where: { isProgram("\($0)/bgtaskctl") })
    else {
      path = Self.path
      return
    }
    // A colon in a path has no place in PATH.
    path = folder.contains(":") ? Self.path : "\(Self.path):\(folder)"
  }

  /// All variables of a program: those of the user, a few that the daemon has itself, those of the request,
  /// and those that lead the program back to its run. Later ones win, so a request can change all but the
  /// last.
  /// - Parameters:
  ///   - account: The user that it runs as; nil where systemd sets what belongs to the user
  ///     (systemd.exec(5)).
  ///   - inherited: Looks up a variable in the daemon's own environment; asked for `LANG` and
  ///     `XDG_RUNTIME_DIR` only.
  ///   - request: What the request sets, with its files.
  ///   - identifier: The task.
  ///   - run: The run.
  ///   - attempt: Which attempt of the task it is, from 1; nil of what is no task's.
  package func variables(
    account: UserAccount?, inherited: (String) -> String?, request: [String: String], identifier: String,
    run: RunID, attempt: Int? = nil
  ) -> [String: String] {
    var variables = common(account, inherited)
    variables.merge(request) { _, new in new }
    addDaemon(to: &variables)
    variables[JournalField.identifier.rawValue] = identifier
    variables[Self.runVariable] = run.text
    variables[ProgramVariable.attempt] = attempt.map(String.init)
    return variables
  }

  /// All variables of an application's program that is started because something is due for it.
  /// - Parameters:
  ///   - account: As for a task's program.
  ///   - inherited: As for a task's program.
  ///   - application: The manifest's name.
  package func variables(
    account: UserAccount?, inherited: (String) -> String?, application: String
  ) -> [String: String] {
    var variables = common(account, inherited)
    addDaemon(to: &variables)
    variables[Self.applicationVariable] = application
    return variables
  }

  /// How the daemon is spoken to.
  private func addDaemon(to variables: inout [String: String]) {
    variables["BGTASKD_SOCKET"] = socket
    variables[Self.controlVariable] = bgtaskctl
  }

  private func common(
    _ account: UserAccount?, _ inherited: (String) -> String?
  ) -> [String: String] {
    var variables = ["PATH": path]
    if let account {
      let own = ["USER": account.name, "LOGNAME": account.name, "SHELL": account.shell]
      variables.merge(own) { _, new in new }
      // Programs find one that is no text by themselves.
      if account.home.hasPrefix("/") { variables["HOME"] = account.home }
    }
    for name in ["LANG", "XDG_RUNTIME_DIR"] { variables[name] = inherited(name) }
    return variables
  }

  /// Names the program by which others speak to the daemon.
  static let controlVariable = "BGTASKCTL"
  /// Names the run; ``LeftoverProcesses`` finds its processes by it.
  static let runVariable = JournalField.run.rawValue
  private static let applicationVariable = JournalField.application.rawValue

  /// The variables that tell whose a process is.
  static let marks = [runVariable, applicationVariable]

  /// The variable by which what a program has started is known, and its value.
  static func mark(of program: Program) -> (name: String, value: String) {
    program.outlivesDaemon
      ? (applicationVariable, program.identifier) : (runVariable, program.run.text)
  }
}
