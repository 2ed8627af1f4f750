import Foundation

/// What bgtask-transfer has written of a transfer's last attempt.
struct TransferReport: Codable {
  enum Outcome: String, Codable {
    /// The file has come or gone, whole.
    case done
    /// Another attempt may do better.
    case again
    /// None would.
    case failed
  }

  struct Problem: Codable {
    var code: String
    var message: String
  }

  var outcome: Outcome
  var status: Int?
  var error: Problem?

  /// Nil when there is none that can be read.
  init?(at file: URL) {
    guard let data = try? Data(contentsOf: file),
      let report = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = report
  }
}

extension BackgroundTransferError {
  /// - Parameter message: What is said where the report says nothing.
  init(_ report: TransferReport?, or message: String? = nil) {
    self.init(
      code: report?.error?.code ?? "ended",
      message: report?.error?.message ?? message ?? "it has ended, and nobody can say why",
      status: report?.status)
  }
}
