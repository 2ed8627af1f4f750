public import Foundation
import SchedulerAPI
import SchedulerCore

/// Only on Linux: what is to be fetched from where, or sent where to, and how. What is not said is as on a
/// machine with nothing better to do.
public struct BackgroundTransferRequest: Sendable {
  /// Which of a user's transfers to one host goes first.
  public enum Priority: String, CaseIterable, Sendable {
    /// Behind the others.
    case low
    /// In turn.
    case normal
    /// Before the others.
    case high
  }

  /// Where from, or where to: `https` or `http`, and no user's name in it.
  public var url: URL
  /// The method, capital letters; nil is GET, and PUT for an upload.
  public var method: String?
  /// A file with fields for the request's head, one `Name: value` a line, which is read at each start; nil is
  /// none. It is where secrets belong.
  public var headersFile: URL?
  /// What the file has to be, `sha256:` and 64 hexadecimal digits; nil is anything.
  public var checksum: String?
  /// No more than so many bytes a second, at least 1,024; nil is as many as come.
  public var bytesPerSecond: Int?
  /// Which goes first to the same host.
  public var priority = Priority.normal
  /// It can wait for a good moment, as other work. Otherwise it begins as soon as there are a network and
  /// room.
  public var isDiscretionary = false
  /// What else must hold for it to start, and go on holding while it lasts as that is asked of power and
  /// network; nil is nothing.
  public var when: BGTaskCondition?
  /// It is not begun before this date; nil is at once.
  public var earliestBeginDate: Date?
  /// What the program wants to find with it later, up to 1,000 bytes; nobody else reads it.
  public var note: String?

  /// A transfer from or to this address.
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
  /// Its absolute path, as the system has it.
  var filePath: String { absoluteURL.path(percentEncoded: false) }
}
