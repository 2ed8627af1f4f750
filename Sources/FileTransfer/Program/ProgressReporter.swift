import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import Varlink

/// Reports progress to the daemon, about once a second at most and only when it is new. A report never holds
/// up the transfer for longer than a moment: calls are sent without waiting for replies (`oneway`), and a
/// daemon that is away or does not read is tried again some seconds later.
final class ProgressReporter {
  /// The longest time that a report holds up the transfer.
  private static let moment: Duration = .milliseconds(20)
  private static let replyBytes = 64 << 10
  private static let pauseUSec: Int64 = 1_000_000
  private static let pauseAfterFailureUSec: Int64 = 5_000_000
  /// The longest time for the last report, which people see when the run is over, and for its reply.
  private static let lastTimeLimit: Duration = .seconds(2)

  private let address: (path: String, run: String)?
  private let title: String
  private var connection: ClientConnection?
  private var current: Wire.Progress
  private var said: Wire.Progress?
  private var earliestUSec: Int64 = 0

  /// Creates the reporter of the run in the environment; without one nothing is reported.
  init(for transfer: Wire.Transfer, environment: (String) -> String?) {
    address = environment(SocketPath.variable).flatMap { path in
      environment("BGTASK_RUN_ID").map { (path, $0) }
    }
    title = Self.line((transfer.isDownload ? "Downloading " : "Uploading ") + transfer.fileName)
    current = Wire.Progress(completedUnitCount: 0, totalUnitCount: 0, title: title)
  }

  /// Sets the progress that ``turn()`` reports.
  /// - Parameters:
  ///   - total: The whole; unknown when `nil` or less than `completed`.
  ///   - words: The present activity, for people.
  func set(completed: Int64, total: Int64?, _ words: String) {
    current = Wire.Progress(
      completedUnitCount: completed, totalUnitCount: total.map { $0 < completed ? 0 : $0 } ?? 0, title: title,
      subtitle: Self.line(words))
  }

  /// The time until the next report, in milliseconds; `nil` as long as nothing is new.
  var pauseMilliseconds: CInt? {
    guard address != nil, current != said else { return nil }
    return CInt(clamping: max((earliestUSec - SystemClock.monotonicUSec + 999) / 1000, 0))
  }

  /// Reports new progress, when it is time for that.
  func turn() {
    guard let address, current != said, SystemClock.monotonicUSec >= earliestUSec else { return }
    do throws(ClientError) {
      if connection == nil {
        connection = try ClientConnection(
          path: address.path, timeLimit: Self.moment, frameLimit: Self.replyBytes)
      }
      try connection?.send(
        SchedulerMethod.ReportProgress.self, .init(runId: address.run, progress: current), oneway: true)
      said = current
      earliestUSec = SystemClock.monotonicUSec + Self.pauseUSec
    } catch {
      connection = nil
      earliestUSec = SystemClock.monotonicUSec + Self.pauseAfterFailureUSec
    }
  }

  /// Sends the last report and waits for the daemon's reply: the daemon may see the end of this program
  /// before the report.
  /// - Parameter next: The hints for another attempt.
  /// - Returns: `false` when the daemon that has started this program is away.
  func finish(_ words: String, _ next: Wire.NextAttempt?) -> Bool {
    current.subtitle = Self.line(words)
    guard let address, current != said || next != nil else { return true }
    connection = nil
    let reply = try? patientConnection(address.path).call(
      SchedulerMethod.ReportProgress.self, .init(runId: address.run, progress: current, next: next))
    return reply != nil
  }

  /// Whether the run was told to stop because its owner has cancelled it. `false` where the daemon does not
  /// reply in time: the part may still be wanted.
  var isCancelled: Bool {
    guard let address else { return false }
    let reply = try? patientConnection(address.path).call(
      SchedulerMethod.ShouldDefer.self, .init(runId: address.run))
    return reply?.reason?.code == ReasonCode.cancelled.rawValue
  }

  private func patientConnection(_ path: String) throws(ClientError) -> ClientConnection {
    try ClientConnection(path: path, timeLimit: Self.lastTimeLimit, frameLimit: Self.replyBytes)
  }

  /// Returns as much of a text as a report may have.
  private static func line(_ text: String) -> String {
    SingleLine.cleaned(text, maximumBytes: Wire.Progress.Bounds.subtitle.upperBound)
  }
}
