import Foundation
import SchedulerAPI
import Varlink

extension TransferReport {
  /// Reads the report in a file; nil when there is none that can be read.
  init?(at file: URL) {
    guard let data = try? Data(contentsOf: file), let report = try? Self(json: Array(data)) else {
      return nil
    }
    self = report
  }
}

extension BackgroundTransferError {
  /// - Parameter message: The message where the report has none.
  init(_ report: TransferReport?, or message: String? = nil) {
    self.init(
      code: report?.error?.code.rawValue ?? "ended",
      message: report?.error?.message ?? message ?? "the transfer has ended for an unknown reason",
      status: report?.status)
  }
}
