import Foundation
import SchedulerAPI
import SchedulerCore

/// What bgtask-transfer does, without a network.
struct SimulatedTransfer {
  private let transfer: Wire.Transfer

  init(_ transfer: Wire.Transfer) { self.transfer = transfer }

  /// - Returns: The program's exit status.
  func end(_ answer: SimulatedScheduler.ServerAnswer) -> Int32 {
    switch answer {
    case .content(let content):
      do {
        if transfer.direction == .download { try content.write(to: URL(filePath: transfer.file)) }
        report(["outcome": "done", "status": 200])
        return 0
      } catch {
        report(["outcome": "failed", "error": Self.problem("file", "\(error)")])
        return 73
      }
    case .failure(let status, let message):
      var report: [String: Any] = ["outcome": "failed", "error": Self.problem("status", message)]
      report["status"] = status
      self.report(report)
      return 69
    case .later:
      report(["outcome": "again"])
      return 75
    }
  }

  private static func problem(_ code: String, _ message: String) -> [String: String] {
    ["code": code, "message": message]
  }

  private func report(_ report: [String: Any]) {
    guard let file = transfer.report, let json = try? JSONSerialization.data(withJSONObject: report) else {
      return
    }
    try? json.write(to: URL(filePath: file), options: .atomic)
  }
}
