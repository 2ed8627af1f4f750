import LinuxSystem
import SystemdSyntax

@testable import Control

/// One command line, run within the test's process.
struct ControlRun {
  /// Sat 2026-11-21 07:54:30.5 UTC
  static let now: Int64 = 1_795_247_670_500_000

  var status: Control.ExitStatus
  var output: String
  var errors: String
  /// What it wanted to become.
  var program: [RawText]?

  /// The same for reading.
  var replacement: [String]? { program?.map(\.description) }

  /// The errors as if there were no end to a line.
  var unwrappedErrors: String {
    errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }

  /// The same with texts.
  static func run(
    _ arguments: [String], daemon: FakeDaemon? = nil, width: Int? = nil, variables: [String: String] = [:],
    currentDirectory: String? = "/usr", editor: ((_ words: [String]) -> CInt)? = nil,
    fleet: FleetDatabaseCall.Run? = nil, link: ((String) throws(Failure) -> any FleetLink)? = nil,
    monotonic: @escaping () -> Int64 = Context.ofProcess().monotonic,
    daemonStatus: @escaping () -> String? = { nil }
  ) -> ControlRun {
    run(
      arguments.map { RawText($0) }, daemon: daemon, width: width, variables: variables,
      currentDirectory: currentDirectory.map { RawText($0) }, editor: editor, fleet: fleet,
      link: link, monotonic: monotonic, daemonStatus: daemonStatus)
  }

  /// The same of what the daemon and systemd call.
  static func helper(_ arguments: [String], variables: [String: String] = [:]) -> ControlRun {
    run(arguments.map { RawText($0) }, variables: variables, of: .helper)
  }

  /// - Parameters:
  ///   - width: The columns of a terminal; nil is no terminal.
  ///   - daemon: Found by BGTASKD_SOCKET.
  ///   - editor: Does to the file what a person would; its exit status.
  ///   - fleet: Stands for bgtask-fleet; so does `link` where a verb follows.
  ///   - daemonStatus: What the daemon has told systemd, when somebody asks.
  static func run(
    _ arguments: [RawText], daemon: FakeDaemon? = nil, width: Int? = nil, variables: [String: String] = [:],
    currentDirectory: RawText? = RawText("/usr"), editor: ((_ words: [String]) -> CInt)? = nil,
    rawVariables: [String: RawText] = [:], of commands: CommandSet = .control,
    fleet: FleetDatabaseCall.Run? = nil, link: ((String) throws(Failure) -> any FleetLink)? = nil,
    monotonic: @escaping () -> Int64 = Context.ofProcess().monotonic,
    daemonStatus: @escaping () -> String? = { nil }
  ) -> ControlRun {
    final class Sink {
      var bytes: [UInt8] = []
    }
    final class Exec {
      var words: [RawText]?
    }
    let (output, errors, exec) = (Sink(), Sink(), Exec())
    func channel(_ sink: Sink) -> Console.Channel {
      Console.Channel(
        isTerminal: width != nil, size: { width.map { TerminalSize(columns: $0, rows: 24) } },
        write: {
          sink.bytes += $0
          return true
        })
    }
    var environment = ["PATH": "/usr/bin:/bin", "TERM": "dumb"].merging(variables) { $1 }
    if let daemon { environment["BGTASKD_SOCKET"] = daemon.path }
    var context = Context(
      environment: { environment[$0] },
      rawVariable: { rawVariables[$0] ?? environment[$0].map { RawText($0) } },
      console: Console(output: channel(output), errors: channel(errors)),
      now: { now }, monotonic: monotonic, zone: .utc,
      currentDirectory: { currentDirectory },
      replaceProcess: { path, words in
        exec.words = [path] + words
        return 2
      }, hasKeyboard: width != nil, runProgram: { words in editor?(words) ?? 127 },
      daemonStatus: { _ in daemonStatus() },
      open: Context.ofProcess().open)
    if let fleet { context.fleetDatabase = fleet }
    if let link { context.fleetLink = link }
    let status = ControlProgram.run(arguments, context, of: commands)
    return ControlRun(
      status: status, output: String(decoding: output.bytes, as: UTF8.self),
      errors: String(decoding: errors.bytes, as: UTF8.self), program: exec.words)
  }
}
