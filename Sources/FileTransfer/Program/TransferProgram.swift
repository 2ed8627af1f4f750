// Room FileTransfer: `bgtask-transfer`, one attempt to move one file by HTTP, on libcurl.
// Way in: `TransferProgram`.
// Must not know: when an attempt is made, and whether there is another.

import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI

/// The program `bgtask-transfer`, which the daemon starts for each run of a transfer, from its environment to
/// its exit status.
package enum TransferProgram {
  /// Makes one attempt and never returns.
  package static func main() -> Never {
    if ProcessArguments.ownTexts == ["--version"] {
      print("bgtask-transfer \(ProductVersion.number)")
      exit(0)
    }
    guard ProcessArguments.own.isEmpty,
      let text = SocketPath.variable(named: Wire.Command.transferVariable)
    else {
      say(
        "bgtask-transfer moves one file by HTTP, as the variable \(Wire.Command.transferVariable) says. "
          + "bgtaskd starts it for transfers; bgtaskctl(1) hands them in.")
      exit(ExitStatus.usage)
    }
    exit(ExitStatus.of(run(text)))
  }

  /// - Returns: The problem for which the transfer is not done, or `nil`.
  private static func run(_ text: String) -> TransferReport.Problem? {
    // Too large a file (SIGXFSZ) becomes an error of write(2) like others, and so does a peer that is gone.
    signal(SIGXFSZ, SIG_IGN)
    SignalSource.ignoreBrokenPipes()
    do throws(TransferReport.Problem) {
      let (report, words) = attempt(try TransferOrder.transfer(text))
      say(words)
      return report.error
    } catch {
      say(error.message)
      return error
    }
  }

  /// Makes the attempt. A mistake in the request goes into the report like any other problem, since callers
  /// do not look for it in the output.
  private static func attempt(_ transfer: Wire.Transfer) -> (report: TransferReport, words: String) {
    let progress = ProgressReporter(for: transfer, environment: SocketPath.variable)
    do throws(TransferReport.Problem) {
      let order = try TransferOrder(transfer, environment: SocketPath.variable)
      return TransferAttempt(of: order, stop: try stop(), progress: progress).run()
    } catch {
      let report = TransferState(url: transfer.url).report(error)
      return (report, report.deliver(for: transfer, error.message, nil, progress).words)
    }
  }

  private static func stop() throws(TransferReport.Problem) -> SignalSource {
    do throws(SystemError) {
      return try SignalSource(catching: [SIGTERM, SIGINT])
    } catch {
      throw TransferReport.Problem(.network, "the wait for signals cannot be set up: \(error)")
    }
  }

  /// Writes one line to the standard error.
  private static func say(_ words: String) {
    let line = Array((SingleLine.cleaned(words) + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The exit statuses of the program, by the numbers of sysexits(3).
enum ExitStatus {
  /// EX_USAGE: the daemon has not started the program.
  static let usage: CInt = 64

  /// Returns the exit status for the end of an attempt; `nil` is success.
  static func of(_ problem: TransferReport.Problem?) -> CInt {
    switch problem?.code {
    case nil: 0
    // EX_DATAERR
    case .checksum, .unexpected: 65
    // EX_NOINPUT
    case .unreadable: 66
    // EX_UNAVAILABLE
    case .refused: 69
    // EX_CANTCREAT
    case .unwritable: 73
    // EX_TEMPFAIL: the daemon tries it again.
    case .network, .server, .incomplete, .full, .busy, .stopped, .changed: 75
    // EX_PROTOCOL
    case .protocol, .redirect: 76
    // EX_NOPERM
    case .certificate: 77
    // EX_CONFIG
    case .request: 78
    }
  }
}
