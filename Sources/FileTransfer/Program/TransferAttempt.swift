import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI
import Varlink

/// One attempt of a transfer, up to its report.
struct TransferAttempt {
  private let order: TransferOrder
  private let progress: ProgressReporter
  private let client: HTTPClient

  /// - Parameter stop: The signals that tell the attempt to stop, if any.
  init(of order: TransferOrder, stop: SignalSource?, progress: ProgressReporter) {
    (self.order, self.progress) = (order, progress)
    client = HTTPClient(stop: stop, progress: progress)
  }

  /// Moves the file, writes the report and tells the daemon.
  /// - Returns: The report, and one line about it for people.
  func run() -> (report: TransferReport, words: String) {
    var state = TransferState(url: order.transfer.url)
    let (problem, download) = move(&state)
    let report = state.report(problem)
    let (words, isHeard) = report.deliver(
      for: order.transfer, problem?.message ?? state.success(of: order), state.next(problem), progress)
    // A daemon that has not heard of the end starts this program again, which then finds these files.
    if isHeard || order.endIsKept, problem == nil { download?.forget() }
    return (report, words)
  }

  private func move(_ state: inout TransferState) -> (TransferReport.Problem?, Download?) {
    var download: Download?
    do throws(TransferReport.Problem) {
      if order.transfer.isDownload {
        let new = try Download(of: order, by: client, progress)
        download = new
        try new.run(&state)
      } else {
        try Upload(of: order, by: client, progress).run(&state)
      }
      return (nil, download)
    } catch {
      return (error, download)
    }
  }
}

extension TransferReport {
  /// Writes the report where the request wants it, and tells the daemon.
  /// - Parameters:
  ///   - words: One line about it for people.
  ///   - next: The hints for another attempt.
  /// - Returns: That line, with what has become of the report, and whether the daemon that has started this
  ///   program, if any, has it.
  func deliver(
    for transfer: Wire.Transfer, _ words: String, _ next: Wire.NextAttempt?, _ progress: ProgressReporter
  ) -> (words: String, isHeard: Bool) {
    // A report that cannot be written does not undo the transfer.
    guard let remark = write(for: transfer) else { return (words, progress.finish(words, next)) }
    // A file's long name must not push the remark out of the line that the daemon keeps of the run.
    let beginning = SingleLine.cleaned(words, maximumBytes: Wire.Progress.Bounds.subtitle.upperBound / 2)
    return ("\(words); \(remark)", progress.finish("\(beginning); \(remark)", next))
  }

  /// - Returns: The reason why it could not be written.
  private func write(for transfer: Wire.Transfer) -> String? {
    // Without a valid place the report, which would name that mistake, cannot be written.
    guard let path = transfer.report, (try? transfer.checkReport()) != nil else { return nil }
    do throws(SystemError) {
      let place = try FilePlace(path)
      for other in [transfer.file, transfer.headersFile].compactMap(\.self) {
        // A directory that is not there is another one.
        if let other = try? FilePlace(other), place.isTaken(by: other) {
          return "the report cannot be written: \(path) is the place of another file of the transfer"
        }
      }
      // Addresses and fields of the response may be as secret as what the request's own file of fields has.
      let temporary = ".\(place.name.prefix(180)).\(String(UInt64.random(in: .min ... .max), radix: 16))"
      try place.replace(place.name, with: json + [UInt8(ascii: "\n")], by: temporary, mode: 0o600)
      return nil
    } catch {
      return "the report cannot be written: \(error.placeAndText)"
    }
  }
}

/// The progress of an attempt.
struct TransferState {
  /// The address of the last response.
  var url: String
  var head: ResponseHead?
  /// The number of bytes at their destination.
  var bytes: Int64 = 0
  var totalBytes: Int64?
  /// The number of bytes that were there before the attempt.
  var resumedAt: Int64 = 0
  /// The number of bytes of bodies that have come.
  var received: Int64 = 0
  /// The body of the response to an upload.
  var body: String?
  /// Whether the next attempt can begin further on than this one, whose bytes came fast enough.
  var hasProgressed = false

  /// Returns the hints for another attempt, or `nil` where there are none.
  func next(_ problem: TransferReport.Problem?) -> Wire.NextAttempt? {
    guard let problem, problem.code.outcome == .again else { return nil }
    let seconds = problem.code == .server ? head?.retryAfter(at: SystemClock.wallUSec) : nil
    guard hasProgressed || seconds != nil else { return nil }
    return Wire.NextAttempt(
      hasProgressed: hasProgressed, notBeforeDurationUSec: seconds.map { $0 * 1_000_000 })
  }

  func report(_ problem: TransferReport.Problem?) -> TransferReport {
    TransferReport(
      outcome: problem?.code.outcome ?? .done, status: head?.status, bytes: bytes, totalBytes: totalBytes,
      resumedAt: resumedAt, bytesReceived: received, headers: head?.reported ?? [:], error: problem, url: url,
      body: body)
  }

  /// Returns the words about a success, for people.
  func success(of order: TransferOrder) -> String {
    guard order.transfer.isDownload else { return "\(order.fileName) is sent, \(bytes) bytes" }
    return resumedAt == 0
      ? "\(order.fileName) is there, \(bytes) bytes"
      : "\(order.fileName) is there, \(bytes) bytes, \(resumedAt) of them from before"
  }
}
