import Glibc
import LinuxSystem
import PlainText
import SchedulerCore
import TaskExecution

/// The supervisor of the programs that the daemon starts: systemd, or the daemon itself as their parent.
struct ProgramHost: Equatable, Sendable {
  /// The systemd whose transient units programs are; `nil` when they are children of the daemon.
  var manager: UnitManager?
  /// The folders of children's credentials; `nil` without a directory that a boot empties.
  var credentials: CredentialFolders?
  /// Whether this is the system's instance, which its users share.
  var servesManyUsers: Bool

  /// Chooses systemd where systemd has started the daemon: the system's for the system's instance, else the
  /// user's. The command line overrides this.
  /// - Parameter state: The state directory, which no other daemon uses.
  init(
    _ options: DaemonOptions, isSystem: Bool, state: String, uid: UInt32, environment: (String) -> String?
  ) {
    servesManyUsers = isSystem
    // systemd.exec(5): set for the process that systemd has started and for its children, whose numbers
    // differ.
    let isService = environment("SYSTEMD_EXEC_PID") == String(getpid())
    let runtime = InstanceDirectories.runtime(isSystem: isSystem, environment)
    let secretFiles = runtime.map { SecretFiles(directory: "\($0)/environment") }
    credentials = runtime.map { CredentialFolders(directory: "\($0)/credentials/\(Self.name(of: state))") }
    let owner: UnitManager? =
      if isSystem && uid == 0, let secretFiles {
        .system(secretFiles: secretFiles)
      } else { environment("XDG_RUNTIME_DIR") == nil ? nil : .user(secretFiles: secretFiles) }
    manager =
      switch options.executor {
      case .units: owner ?? .user(secretFiles: secretFiles)
      case .children: nil
      case nil: isService ? owner : nil
      }
  }

  /// Returns a path as the name of one directory.
  private static func name(of path: String) -> String {
    let name = path.replacingParts("%", with: "%25").replacingParts("/", with: "%2F")
    return String(decoding: name.utf8.suffix(255), as: UTF8.self)
  }

  /// Sets the rules that follow from the host and the machine, which no file sets.
  func apply(to rules: inout SchedulerConfiguration) {
    rules.programsAreUnits = manager != nil
    rules.servesManyUsers = servesManyUsers
    rules.memoryLimit = MemoryLimit.bytes()
    rules.machineID = MachineIdentity.machineID ?? ""
    rules.bootID = (try? SystemClock.bootID()).map { BootID($0) } ?? .unknown
    rules.onlyCommandUser = manager?.runsAsUsers == true ? nil : geteuid()
    // Only systemd's system instance decrypts with the machine's key.
    rules.keptCredentials =
      if let manager {
        manager.runsAsUsers ? .encrypted : manager.secretFiles == nil ? .none : .files
      } else { credentials == nil ? .none : .files }
    rules.unitStarters = manager.map { $0.runsAsUsers ? .privileged : .owner } ?? .nobody
  }
}
