import Glibc
import LinuxSystem
import SchedulerCore

/// What `journalctl` is asked for: lines of the daemon itself and of what it runs. Everybody may write to the
/// journal, with whatever fields they like (`logger --journald`), but for those that begin with `_`: these
/// journald adds itself, of the process that a line comes from. So each kind of line is asked for with such
/// fields.
struct JournalMatches {
  /// Whose lines the daemon's are.
  enum Origin: Equatable {
    /// A unit of the system's manager.
    case systemUnit(String)
    /// A unit of a user's own manager.
    case userUnit(String, uid: UInt32)
    /// No unit: somebody has started it in a terminal.
    case process(uid: UInt32)
  }

  var origin: Origin
  /// The user who asks.
  var uid: UInt32

  init(origin: Origin, uid: UInt32) { (self.origin, self.uid) = (origin, uid) }

  /// What this user asks of a daemon. The user at the other end of the socket is the daemon's, also where the
  /// service manager has opened the socket for it.
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

  /// What became of a task, and what its runs wrote.
  /// - Parameter runs: Those that are known to be its runs. What they write counts whichever user they have
  ///   become.
  func story(of identifier: String, runs: [String]) -> [String] {
    let named = "\(JournalField.identifier.rawValue)=\(identifier)"
    var terms = [[named] + daemon]
    // journald knows a unit's own fields (`LogExtraFields=`) only where that is the system manager's. What
    // the programs of a user's instance write is found by their name; not by their slice, which journald does
    // not know of a process that is gone when it looks. The user is who asks, so nobody else can pretend.
    if isOfSystem {
      terms.append([named, "_SYSTEMD_SLICE=\(Self.slice)", "_UID=\(uid)"])
      // What the manager says of its units.
      terms.append([named, "_PID=1"])
    }
    if let user = ofUser {
      terms.append(["SYSLOG_IDENTIFIER=\(identifier)", "_UID=\(user)"])
    }
    return Self.any(of: terms + runs.flatMap(output))
  }

  /// What became of a run, and what it wrote.
  func story(ofRun run: String) -> [String] {
    let named = "\(JournalField.run.rawValue)=\(run)"
    return Self.any(of: [[named] + daemon] + (isOfSystem ? [[named, "_PID=1"]] : []) + output(of: run))
  }

  /// What a run of this identifier wrote, and nothing else: as a unit, or by way of the daemon whose child it
  /// was.
  func output(ofRun run: String, _ identifier: String) -> [String] {
    let passedOn = ["\(JournalField.run.rawValue)=\(run)", "SYSLOG_IDENTIFIER=\(identifier)"] + daemon
    return Self.any(of: output(of: run) + [passedOn])
  }

  private static let slice = "bgtask.slice"

  private static func any(of terms: [[String]]) -> [String] { Array(terms.joined(separator: ["+"])) }

  /// The daemon's own lines.
  private var daemon: [String] {
    switch origin {
    case .systemUnit(let unit): ["_SYSTEMD_UNIT=\(unit)"]
    case .userUnit(let unit, let uid): ["_SYSTEMD_USER_UNIT=\(unit)", "_UID=\(uid)"]
    case .process(let uid): ["_COMM=bgtaskd", "_UID=\(uid)"]
    }
  }

  /// What a run wrote.
  private func output(of run: String) -> [[String]] {
    let unit = "bgtask-\(run).service"
    return (isOfSystem ? [["_SYSTEMD_UNIT=\(unit)"]] : [])
      + (ofUser.map { [["_SYSTEMD_USER_UNIT=\(unit)", "_UID=\($0)"]] } ?? [])
  }

  /// Its runs may be units of the system's manager.
  private var isOfSystem: Bool {
    if case .userUnit = origin { false } else { true }
  }

  /// The user whose own manager's units its runs may be.
  private var ofUser: UInt32? {
    switch origin {
    case .systemUnit: nil
    case .userUnit(_, let uid), .process(let uid): uid
    }
  }
}
