import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution

/// Who supervises the programs that the daemon starts: systemd, or the daemon itself as their parent.
struct ProgramHost: Equatable, Sendable {
  /// The systemd whose transient units programs are; nil when they are children of the daemon.
  var manager: UnitManager?
  /// The system's instance is shared by its users.
  var servesManyUsers: Bool

  /// A daemon that systemd has started has a systemd to give its programs to: the system's for the system's
  /// instance, else that of the user. The command line decides otherwise.
  init(_ options: DaemonOptions, isSystem: Bool, uid: UInt32, environment: (String) -> String?) {
    servesManyUsers = isSystem
    // systemd.exec(5): set for the process that systemd has started, and for its children, which have other
    // numbers.
    let isService = environment("SYSTEMD_EXEC_PID") == String(getpid())
    let runtime = InstanceDirectories.runtime(isSystem: isSystem, environment)
    let owner: UnitManager? =
      if isSystem && uid == 0, let runtime {
        .system(environmentFiles: EnvironmentFiles(directory: "\(runtime)/environment"))
      } else { environment("XDG_RUNTIME_DIR") == nil ? nil : .user }
    manager =
      switch options.executor {
      case .units: owner ?? .user
      case .children: nil
      case nil: isService ? owner : nil
      }
  }

  /// What follows for the rules: nobody decides this in a file.
  func apply(to rules: inout SchedulerConfiguration) {
    rules.programsAreUnits = manager != nil
    rules.servesManyUsers = servesManyUsers
    rules.machineID = MachineIdentity.machineID ?? ""
    rules.onlyCommandUser = manager?.runsAsUsers == true ? nil : geteuid()
    rules.unitStarters = manager.map { $0.runsAsUsers ? .privileged : .owner } ?? .nobody
  }
}
