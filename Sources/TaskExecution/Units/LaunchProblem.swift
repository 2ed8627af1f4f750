import LinuxSystem
import PlainText

/// The reason why a unit was not started, in words, and whether it concerns the machine's state only.
struct LaunchProblem: Hashable, Sendable {
  let message: String
  let isPassing: Bool

  /// A request that did not reach systemd, or that it refused.
  init(_ error: BusError) {
    switch error {
    case .connection:
      self.init("systemd cannot be reached: \(error)", isPassing: true)
    case .format:
      self.init("it cannot be told to systemd: \(error)", isPassing: false)
    case .remote(let name, _, _):
      switch name {
      case "org.freedesktop.DBus.Error.AccessDenied",
        "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
        // systemd says the same of a unit that it cannot load as of a caller without the right.
        self.init(
          "systemd does not take this unit, or lets this daemon start none: \(error)", isPassing: false)
      default:
        self.init("systemd refused: \(error)", isPassing: Self.passing.contains(name))
      }
    }
  }

  /// A request that systemd took and could not carry out.
  /// - Parameter jobResult: The result of the start's job (org.freedesktop.systemd1(5), `JobRemoved`).
  init(_ snapshot: UnitSnapshot, jobResult: String?, program: Program?) {
    if snapshot.isSetUpFailure {
      self.init(setUp: snapshot.mainStatus, program)
    } else if snapshot.result == "resources" || snapshot.result == "start-limit-hit" {
      self.init("systemd could not start it now: \(snapshot.result)", isPassing: true)
    } else if snapshot.isKept {
      self.init(
        "systemd did not start it: it stays active after the end of its program (RemainAfterExit=)",
        isPassing: false)
    } else if !snapshot.conditionResult {
      self.init("systemd skipped it: a condition of the unit does not hold", isPassing: true)
    } else {
      let words = [
        jobResult.map { "job: \($0)" }, snapshot.result.isEmpty ? nil : "unit: \(snapshot.result)",
      ]
      self.init(
        "systemd did not start it (\(SingleLine.escaped(words.compactMap { $0 }.joined(separator: ", "))))",
        isPassing: ["canceled", "timeout", "collected"].contains(jobResult))
    }
  }

  /// An environment that could not be written for systemd to read.
  init(environment error: SystemError) {
    self.init("its environment cannot be handed to systemd: \(error)", isPassing: true)
  }

  /// Credentials that could not be written for systemd to read.
  init(credentials error: SystemError) {
    self.init("its credentials cannot be handed to systemd: \(error)", isPassing: true)
  }

  /// A unit that is active already, for another run or by a person's start.
  init(activeUnit unit: String) {
    self.init("\(unit) is active already, but not for this run", isPassing: true)
  }

  init(_ message: String, isPassing: Bool) {
    self.message = message
    self.isPassing = isPassing
  }

  private init(setUp status: Int32, _ program: Program?) {
    let path = program?.arguments.first.map { "program \($0)" } ?? "its program"
    switch status {
    case 200:
      let words =
        program?.workingDirectory.map { "working directory \($0): cannot be used" }
        ?? (program == nil
          ? "the unit's working directory cannot be used; the journal says why"
          : "the user's home directory cannot be used; WorkingDirectory= (--working-directory) names another")
      self.init(words, isPassing: false)
    case 203: self.init("\(path): cannot be executed; the journal says why", isPassing: false)
    case 204: self.init("\(path): no memory to start it", isPassing: true)
    case 217:
      self.init("\(program.map { "user \($0.uid)" } ?? "the unit's user"): not known here", isPassing: false)
    case 243:
      self.init(
        "systemd could not hand over the credentials: an encrypted one may be for another machine or "
          + "another name; the journal says why", isPassing: false)
    default:
      let step = Self.steps[status].map { (name: ", \($0.name)", words: $0.words) }
      // The folders are the only paths among what this step prepares.
      let folders = status == 226 ? program?.writtenFolders.map { $0.joined(separator: ", ") } : nil
      self.init(
        "systemd could not prepare \(step?.words ?? "its process") (step \(status)\(step?.name ?? ""))"
          + (folders.map { ": the folders \($0)" } ?? "") + "; the journal says why", isPassing: false)
    }
  }

  /// The steps of systemd before a program that a unit of bgtaskd's, or one that is there already, can fail
  /// in, and what each prepares (systemd.exec(5), "Process Exit Codes").
  private static let steps: [Int32: (name: String, words: String)] = [
    201: ("NICE", "its nice value"), 202: ("FDS", "its open files"), 205: ("LIMITS", "its resource limits"),
    206: ("OOM_ADJUST", "its place in the order of the OOM killer"),
    207: ("SIGNAL_MASK", "its signals"), 208: ("STDIN", "its standard input"),
    209: ("STDOUT", "its standard output"), 210: ("CHROOT", "its root directory"),
    211: ("IOPRIO", "its rank for the disk"), 214: ("SETSCHEDULER", "its scheduling"),
    216: ("GROUP", "its groups"), 218: ("CAPABILITIES", "its capabilities"), 219: ("CGROUP", "its cgroup"),
    220: ("SETSID", "its session"), 222: ("STDERR", "its standard error"), 224: ("PAM", "its session (PAM)"),
    225: ("NETWORK", "its network"), 226: ("NAMESPACE", "what the program may see and write of the disk"),
    227: ("NO_NEW_PRIVILEGES", "its protection against new privileges"),
    228: ("SECCOMP", "its filter of system calls"), 230: ("PERSONALITY", "its execution domain"),
    233: ("RUNTIME_DIRECTORY", "its runtime directory"), 237: ("KEYRING", "its keyring"),
    238: ("STATE_DIRECTORY", "its state directory"), 239: ("CACHE_DIRECTORY", "its cache directory"),
    240: ("LOGS_DIRECTORY", "its logs directory"),
    241: ("CONFIGURATION_DIRECTORY", "its configuration directory"),
  ]

  /// The errors that say nothing about the program or the unit.
  private static let passing: Set<String> = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
    "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.LimitsExceeded",
    "org.freedesktop.DBus.Error.NoMemory", "org.freedesktop.DBus.Error.Disconnected",
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.systemd1.ShuttingDown", "org.freedesktop.systemd1.TransactionIsDestructive",
    "System.Error.ENOMEM", "System.Error.EAGAIN", "System.Error.ENOSPC", "System.Error.EBUSY",
  ]
}
