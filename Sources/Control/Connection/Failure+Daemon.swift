import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI
import Varlink

extension Failure {
  private static let daemonNotRunning = "DaemonNotRunning"
  private static let connectionLost = "ConnectionLost"
  private static let timedOut = "TimedOut"

  /// The failure of a daemon that gave no proper answer.
  init(_ error: ClientError, path: String) {
    switch error {
    case .connectFailed(let path, let code): self = Self.connectFailed(path, code)
    case .pathTooLong(let path):
      self = .usage(
        "the socket's path is longer than the 107 bytes that Linux allows: \(path)",
        next: "choose a shorter one with --socket")
    case .closed:
      self.init(
        .inputOutput, name: Self.connectionLost, message: "the daemon at \(path) hung up",
        next: "what the daemon acknowledged is stored; its journal says more: journalctl -t bgtaskd")
    case .timedOut:
      self.init(
        .temporary, name: Self.timedOut, message: "the daemon at \(path) did not answer in time",
        next: "its journal says more: journalctl -t bgtaskd")
    case .systemCallFailed(let call, let code):
      self.init(
        .inputOutput, name: Self.connectionLost,
        message: "the connection to \(path) broke: \(SystemError(call: call, code: code))")
    case .protocolViolation(let message):
      self.init(
        .software, name: "ProtocolViolation",
        message: "the daemon at \(path) broke the protocol: \(message)",
        next: "it may be of another version than bgtaskctl: bgtaskctl version, bgtaskctl status")
    case .reply(let reply): self = Self.refused(reply)
    }
  }

  /// Whether the daemon may come back, which makes another attempt worthwhile.
  var isLostConnection: Bool {
    name == Self.daemonNotRunning || name == Self.connectionLost
  }

  /// Whether no task of that name is pending or runs.
  var isNoSuchTask: Bool { name == SchedulerInterfaceError.noSuchTask(identifier: "").name }

  /// The scheduler's error behind this failure, or nil for another kind of failure.
  var refusal: SchedulerInterfaceError? {
    SchedulerInterfaceError(VarlinkError(name: name, rawParameters: Array(parametersJSON.utf8)))
  }

  /// Whether a time limit was exceeded.
  var isTimeOut: Bool { name == Self.timedOut }

  private static func connectFailed(_ path: String, _ code: CInt) -> Failure {
    let text = SystemError(call: "connect", code: code).text
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
      return .usage("\(path) is not a socket", next: "name the daemon's socket with --socket")
    }
    switch code {
    case EACCES, EPERM:
      return Failure(
        .permission, name: "PermissionDenied", message: "connecting to \(path) is not allowed: \(text)",
        next: "choose another daemon with --socket, --user or --system")
    case ENOENT, ECONNREFUSED, ENOTDIR:
      return Failure(
        .unavailable, name: daemonNotRunning, message: "the daemon is not running: nobody listens at \(path)",
        next: howToStart(path))
    default:
      return Failure(
        .unavailable, name: daemonNotRunning, message: "connecting to \(path) failed: \(text)",
        next: howToStart(path))
    }
  }

  private static func howToStart(_ path: String) -> String {
    switch path {
    case SocketPath.system:
      // Outside of a login session the user instance has no socket path of its own.
      "start it: systemctl start bgtaskd, or for yourself: systemctl --user start bgtaskd, "
        + "or without systemd: "
        + (SocketPath.user() == nil
          ? "bgtaskd --socket PATH & and bgtaskctl --socket PATH" : "bgtaskd --user &")
    case SocketPath.user():
      "start it: systemctl --user start bgtaskd, or without systemd: bgtaskd --user &"
    default: "start it: bgtaskd --socket \(path) &"
    }
  }

  /// Returns the failure of a request that is wrong before any daemon has seen it.
  static func refused(_ error: SchedulerInterfaceError) -> Failure {
    var writer = JSONWriter()
    error.writeParameters(to: &writer)
    return refused(VarlinkError(name: error.name, rawParameters: writer.bytes))
  }

  /// Returns the exit status, message and advice for an error of the protocol.
  private static func refused(_ error: VarlinkError) -> Failure {
    let json = String(decoding: error.rawParameters, as: UTF8.self)
    guard let known = SchedulerInterfaceError(error) else { return refusedByService(error, json) }
    // People write fields of `conditions` without the prefix; `identifiers` stands for all they wrote.
    let message = ["conditions.", "identifiers: "].reduce(known.description) { text, prefix in
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
    return Failure(
      status(of: known), name: error.name, parametersJSON: json, message: message, next: advice(on: known))
  }

  /// Returns the exit status of a refused request.
  static func status(of error: SchedulerInterfaceError) -> ExitStatus {
    switch error {
    case .noSuchTask, .noSuchRun, .alreadyPending: .no
    case .invalidRequest, .tooLarge: .data
    case .unavailable: .unavailable
    case .tooManyPendingTaskRequests, .immediateRunIneligible: .temporary
    case .notPermitted, .permissionDenied, .simulationDisabled: .permission
    }
  }

  private static func advice(on error: SchedulerInterfaceError) -> String {
    switch error {
    // Only the daemon knows which of many things is in the way, and its message says what to do about that.
    case .notPermitted(_, let message) where message.hasPart("another identifier"):
      "bgtaskctl show says what the file declares"
    case .notPermitted: "or choose another identifier, or ask the administrator of this machine"
    case .tooManyPendingTaskRequests:
      "wait until some tasks are done, end some with bgtaskctl cancel, or raise MaxPendingPerUser= in "
        + "[Scheduler] of bgtaskd.conf"
    case .unavailable: "bgtaskctl status shows the daemon's state"
    case .immediateRunIneligible: "with --strategy queue it waits for its turn"
    case .invalidRequest(let field, _):
      switch field.prefix(while: \.isLetter) {
      case "conditions": "bgtaskctl simulate --help lists the fields"
      case "identifiers": "bgtaskctl pause --help describes the operands"
      case "success": "bgtaskctl history shows what the run has reported"
      case "runId": "bgtaskctl history shows the names of runs"
      default: "bgtaskctl submit --help describes the options"
      }
    case .noSuchTask: "bgtaskctl list shows what is pending and running, bgtaskctl history what is done"
    case .noSuchRun: "it is over, or it never was: bgtaskctl history shows the runs"
    case .alreadyPending: "--on-conflict replace takes its place, --on-conflict keep leaves it as it is"
    case .permissionDenied:
      "root and the user that the daemon runs as may do it; who else may submit, [Server] of bgtaskd.conf "
        + "says"
    case .tooLarge: "bgtaskctl list and bgtaskctl history read it in pages"
    case .simulationDisabled:
      "set AllowSimulation=yes in [Conditions] of bgtaskd.conf and reload the daemon "
        + "(systemctl reload bgtaskd)"
    }
  }

  /// Returns the failure for an error of `org.varlink.service`, or for one that this program does not know.
  private static func refusedByService(_ error: VarlinkError, _ json: String) -> Failure {
    switch ServiceError(error) {
    case .invalidParameter(let subject, let message):
      return Failure(
        .data, name: error.name, parametersJSON: json,
        message: subject.isEmpty ? message : "\(subject): \(message)")
    case .methodNotFound(let unknown), .methodNotImplemented(let unknown), .interfaceNotFound(let unknown):
      return Failure(
        .unavailable, name: error.name, parametersJSON: json,
        message: "the daemon does not know \(unknown)",
        next: "it may be older than bgtaskctl: bgtaskctl version, bgtaskctl status")
    case .permissionDenied:
      return Failure(
        .permission, name: error.name, parametersJSON: json, message: "the daemon does not allow this")
    case .expectedMore, nil:
      return Failure(
        .software, name: error.name, parametersJSON: json,
        message: "the daemon answered \(error.name) \(json)")
    }
  }
}
