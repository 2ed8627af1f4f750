package import LinuxSystem
package import SchedulerCore

/// The environment of a task's program, and of an application's.
package enum TaskEnvironment {
  /// Where programs are looked for, unless the request says otherwise: systemd's default (systemd.exec(5))
  /// and, for distributions whose `/bin` is a directory of its own, those as well.
  package static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// All variables of a program: those of the user, a few that the daemon has itself, those of the request,
  /// and those that lead the program back to its run. Later ones win, so a request can change all but the
  /// last.
  /// - Parameters:
  ///   - account: The user that it runs as; nil where systemd sets what belongs to the user
  ///     (systemd.exec(5)).
  ///   - inherited: Looks up a variable in the daemon's own environment; asked for `LANG` and
  ///     `XDG_RUNTIME_DIR` only.
  ///   - request: What the request sets.
  ///   - socket: Where the daemon listens.
  ///   - identifier: The task.
  ///   - run: The run.
  package static func variables(
    account: UserAccount?, inherited: (String) -> String?, request: [String: String], socket: String,
    identifier: String, run: RunID
  ) -> [String: String] {
    var variables = common(account, inherited)
    variables.merge(request) { _, new in new }
    variables["BGTASKD_SOCKET"] = socket
    variables[JournalField.identifier.rawValue] = identifier
    variables[runVariable] = run.text
    return variables
  }

  /// All variables of an application's program that is started because something is due for it.
  /// - Parameters:
  ///   - account: As for a task's program.
  ///   - inherited: As for a task's program.
  ///   - socket: Where the daemon listens.
  ///   - application: The manifest's name.
  package static func variables(
    account: UserAccount?, inherited: (String) -> String?, socket: String, application: String
  ) -> [String: String] {
    var variables = common(account, inherited)
    variables["BGTASKD_SOCKET"] = socket
    variables[applicationVariable] = application
    return variables
  }

  private static func common(
    _ account: UserAccount?, _ inherited: (String) -> String?
  ) -> [String: String] {
    var variables = ["PATH": path]
    if let account {
      let own = [
        "HOME": account.home, "USER": account.name, "LOGNAME": account.name, "SHELL": account.shell,
      ]
      variables.merge(own) { _, new in new }
    }
    for name in ["LANG", "XDG_RUNTIME_DIR"] { variables[name] = inherited(name) }
    return variables
  }

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
