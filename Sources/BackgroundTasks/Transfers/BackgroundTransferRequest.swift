public import Foundation
import SchedulerAPI
import SchedulerCore

/// Only on Linux: a download or an upload, with its address and its options. An option that is not set
/// restricts nothing.
public struct BackgroundTransferRequest: Sendable {
  /// The order of a user's transfers to one host.
  public enum Priority: String, CaseIterable, Sendable {
    /// After the other transfers.
    case low
    /// In the usual order.
    case normal
    /// Before the other transfers.
    case high
  }

  /// The source, or the destination: `https` or `http`, without a user's name.
  public var url: URL
  /// The HTTP method, in capital letters; nil is GET, and PUT for an upload.
  public var method: String?
  /// A file with fields for the request's head, one `Name: value` a line, which is read at each start; nil is
  /// none. Secrets belong in this file.
  public var headersFile: URL?
  /// The checksum that the file must have, `sha256:` and 64 hexadecimal digits; nil is any.
  public var checksum: String?
  /// The highest rate in bytes a second, at least 1,024; nil is no limit.
  public var bytesPerSecond: Int?
  /// The order among transfers to the same host.
  public var priority = Priority.normal
  /// Whether the transfer can wait for a good moment, as other work. Otherwise it begins as soon as there are
  /// a network and a slot.
  public var isDiscretionary = false
  /// The condition for the transfer to start, whose parts about power and network must go on holding while it
  /// lasts; nil is none.
  public var when: BGTaskCondition?
  /// The date before which the transfer does not begin; nil is at once.
  public var earliestBeginDate: Date?
  /// The program's own note, up to 1,000 bytes; no other program reads it.
  public var note: String?

  /// Creates a transfer from or to this address.
  public init(_ url: URL, note: String? = nil) { (self.url, self.note) = (url, note) }

  func wireRequest(
    _ identifier: String, _ direction: TransferDirection, file: URL, session: String, report: URL
  ) throws -> Wire.TaskRequest {
    Wire.TaskRequest(
      identifier: identifier, kind: .transfer,
      earliestBeginUSec: try Microseconds.of(earliestBeginDate, field: "earliestBeginDate"),
      when: when?.description,
      transfer: Wire.Transfer(
        direction: direction, url: url.absoluteString, file: file.filePath, method: method,
        headersFile: headersFile?.filePath, checksum: checksum, bytesPerSecond: bytesPerSecond,
        priority: TransferPriority(rawValue: priority.rawValue), discretionary: isDiscretionary,
        session: session, report: report.filePath))
  }
}

extension URL {
  /// The absolute path of the URL, as the system has it.
  var filePath: String { absoluteURL.path(percentEncoded: false) }
}
