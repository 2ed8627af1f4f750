import Glibc
import LinuxSystem
import SchedulerCore

/// The matches that `journalctl` gets: for lines of the daemon and of its runs. Every user may write to the
/// journal with any fields (`logger --journald`) but those that begin with `_`, which journald adds itself,
/// from the process that a line comes from. Each kind of line is therefore matched by such fields.
struct JournalMatches {
  /// The process that writes the daemon's lines.
  enum Origin: Equatable {
    /// A unit of the system's manager.
    case systemUnit(String)
    /// A unit of a user's own manager.
    case userUnit(String, uid: UInt32)
    /// No unit: a user has started the daemon in a terminal.
    case process(uid: UInt32)
  }

  var origin: Origin
  /// The user who asks.
  var uid: UInt32

  init(origin: Origin, uid: UInt32) { (self.origin, self.uid) = (origin, uid) }

  /// Creates the matches of this user for a daemon. The user at the other end of the socket is the daemon's,
  /// also where the service manager has opened the socket for it.
  init(of daemon: DaemonConnection, pid: Int?) {
    uid = geteuid()
    let owner = daemon.uid ?? uid
    origin = .process(uid: owner)
    guard let pid = pid.flatMap(Int32.init(exactly:)), ProcessTable.user(of: pid) == owner else { return }
    if let unit = ServiceUnit.ofUser(process: pid), unit.hasSuffix(".service") {
      origin = .userUnit(unit, uid: owner)
    } else if let unit = ServiceUnit.ofSystem(process: pid), unit.hasSuffix(".service") {
      origin = .systemUnit(unit)
    }
  }

  /// Returns matches for a task's reports, and for the output of its runs.
  /// - Parameter runs: The runs that are known to be the task's. Their output counts whichever user they have
  ///   become.
  func story(of identifier: String, runs: [String]) -> [String] {
    let named = "\(JournalField.identifier.rawValue)=\(identifier)"
    var terms = [[named] + daemon]
    // journald knows a unit's own fields (`LogExtraFields=`) only for units of the system's manager. The
    // output of a user's instance is found by the program's name; not by its slice, which journald does not
    // know once the process is gone. The uid is that of the user who asks, so no other user can forge lines.
    if isOfSystem {
      terms.append([named, "_SYSTEMD_SLICE=\(Self.slice)", "_UID=\(uid)"])
      // The manager's lines about its units.
      terms.append([named, "_PID=1"])
    }
    if let user = ofUser {
      terms.append(["SYSLOG_IDENTIFIER=\(identifier)", "_UID=\(user)"])
    }
    return Self.any(of: terms + runs.flatMap(output))
  }

  /// Returns matches for a run's reports and output.
  func story(ofRun run: String) -> [String] {
    let named = "\(JournalField.run.rawValue)=\(run)"
    return Self.any(of: [[named] + daemon] + (isOfSystem ? [[named, "_PID=1"]] : []) + output(of: run))
  }

  /// Returns matches for a run's output alone, which came from a unit, or through the daemon whose child the
  /// run was.
  func output(ofRun run: String, _ identifier: String) -> [String] {
    let passedOn = ["\(JournalField.run.rawValue)=\(run)", "SYSLOG_IDENTIFIER=\(identifier)"] + daemon
    return Self.any(of: output(of: run) + [passedOn])
  }

  private static let slice = "bgtask.slice"

  private static func any(of terms: [[String]]) -> [String] { Array(terms.joined(separator: ["+"])) }

  /// The match for the daemon's own lines.
  private var daemon: [String] {
    switch origin {
    case .systemUnit(let unit): ["_SYSTEMD_UNIT=\(unit)"]
    case .userUnit(let unit, let uid): ["_SYSTEMD_USER_UNIT=\(unit)", "_UID=\(uid)"]
    case .process(let uid): ["_COMM=bgtaskd", "_UID=\(uid)"]
    }
  }

  /// Returns the matches for a run's output as a unit.
  private func output(of run: String) -> [[String]] {
    let unit = "bgtask-\(run).service"
    return (isOfSystem ? [["_SYSTEMD_UNIT=\(unit)"]] : [])
      + (ofUser.map { [["_SYSTEMD_USER_UNIT=\(unit)", "_UID=\($0)"]] } ?? [])
  }

  /// Whether runs may be units of the system's manager.
  private var isOfSystem: Bool {
    if case .userUnit = origin { false } else { true }
  }

  /// The user whose own manager may have the runs as units.
  private var ofUser: UInt32? {
    switch origin {
    case .systemUnit: nil
    case .userUnit(_, let uid), .process(let uid): uid
    }
  }
}
