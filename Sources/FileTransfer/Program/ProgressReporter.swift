import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import Varlink

/// Tells the daemon how far the run is, about once a second at most and only what is new. The transfer never
/// waits for it for longer than a moment: calls are sent without waiting for replies (`oneway`), and a daemon
/// that is away or does not read is looked for again some seconds later.
final class ProgressReporter {
  /// How long the transfer stands still for a report at most.
  private static let moment: Duration = .milliseconds(20)
  private static let replyBytes = 64 << 10
  private static let pauseUSec: Int64 = 1_000_000
  private static let pauseAfterFailureUSec: Int64 = 5_000_000
  /// How long the last report may take, which people see when the run is over, and an answer.
  private static let lastTimeLimit: Duration = .seconds(2)

  private let address: (path: String, run: String)?
  private let title: String
  private var connection: ClientConnection?
  private var current: Wire.Progress
  private var said: Wire.Progress?
  private var earliestUSec: Int64 = 0

  /// Of the run that the environment names; where it names none nothing is told.
  init(for transfer: Wire.Transfer, environment: (String) -> String?) {
    address = environment(SocketPath.variable).flatMap { path in
      environment("BGTASK_RUN_ID").map { (path, $0) }
    }
    title = Self.line((transfer.isDownload ? "Downloading " : "Uploading ") + transfer.fileName)
    current = Wire.Progress(completedUnitCount: 0, totalUnitCount: 0, title: title)
  }

  /// How far it is, for ``turn()``.
  /// - Parameters:
  ///   - total: Nil or less than `completed` is not known.
  ///   - words: What it is doing, for people.
  func set(completed: Int64, total: Int64?, _ words: String) {
    current = Wire.Progress(
      completedUnitCount: completed, totalUnitCount: total.map { $0 < completed ? 0 : $0 } ?? 0, title: title,
      subtitle: Self.line(words))
  }

  /// How long nothing is to be said, in milliseconds; nil as long as nothing is new.
  var pauseMilliseconds: CInt? {
    guard address != nil, current != said else { return nil }
    return CInt(clamping: max((earliestUSec - SystemClock.monotonicUSec + 999) / 1000, 0))
  }

  /// Says what is new, when it is time for that.
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

  /// Says the last thing, and waits for a moment for the daemon to have it: the end of the program may be
  /// seen before what it has said.
  /// - Parameter next: What there is to say of another attempt.
  /// - Returns: False when the daemon that has started this is away.
  func finish(_ words: String, _ next: Wire.NextAttempt?) -> Bool {
    current.subtitle = Self.line(words)
    guard let address, current != said || next != nil else { return true }
    connection = nil
    let reply = try? patientConnection(address.path).call(
      SchedulerMethod.ReportProgress.self, .init(runId: address.run, progress: current, next: next))
    return reply != nil
  }

  /// Whether the run was told to stop because its owner has cancelled it. False where the daemon does not say
  /// so in time: what has come may still be wanted.
  var isCancelled: Bool {
    guard let address else { return false }
    let reply = try? patientConnection(address.path).call(
      SchedulerMethod.ShouldDefer.self, .init(runId: address.run))
    return reply?.reason?.code == ReasonCode.cancelled.rawValue
  }

  private func patientConnection(_ path: String) throws(ClientError) -> ClientConnection {
    try ClientConnection(path: path, timeLimit: Self.lastTimeLimit, frameLimit: Self.replyBytes)
  }

  /// As much of a text as may stand in a report.
  private static func line(_ text: String) -> String {
    SingleLine.cleaned(text, maximumBytes: Wire.Progress.Bounds.subtitle.upperBound)
  }
}
