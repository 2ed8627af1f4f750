import Foundation
import SchedulerAPI
import SchedulerCore
import Varlink

/// A transfer as bgtask-transfer carries it out, without a network.
struct SimulatedTransfer {
  let transfer: Wire.Transfer

  /// Ends the transfer, and returns the program's exit status (sysexits(3)).
  func end(_ answer: SimulatedScheduler.ServerAnswer) -> Int32 {
    switch answer {
    case .content(let content):
      do {
        if transfer.direction == .download { try content.write(to: URL(filePath: transfer.file)) }
        report(bytes: content.count, status: 200)
        return 0
      } catch {
        report(.unwritable, "\(error)")
        return 73
      }
    case .failure(let status, let message):
      report(.refused, message, status: status)
      return 69
    case .later:
      report(.server, "the server cannot now", status: 503)
      return 75
    }
  }

  private func report(
    _ code: TransferReport.Code? = nil, _ message: String = "", bytes: Int = 0, status: Int? = nil
  ) {
    guard let file = transfer.report else { return }
    let report = TransferReport(
      outcome: code?.outcome ?? .done, status: status, bytes: Int64(bytes),
      error: code.map { TransferReport.Problem($0, message) }, url: transfer.url)
    try? Data(report.json).write(to: URL(filePath: file), options: .atomic)
  }
}
