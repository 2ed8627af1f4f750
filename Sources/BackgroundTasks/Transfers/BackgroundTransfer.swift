public import Foundation

/// Only on Linux: a download or an upload, during which the program need not run.
public struct BackgroundTransfer: Hashable, Sendable, Identifiable {
  /// The direction of a transfer.
  public enum Direction: String, Codable, Sendable {
    /// The transfer receives the file.
    case download
    /// The transfer sends the file.
    case upload
  }

  /// The identifier of the transfer's task: the session's with a suffix.
  public let id: String
  /// The direction of the transfer.
  public let direction: Direction
  /// The source of a download, or the destination of an upload.
  public let url: URL
  /// The file that an upload sends; or the place of a download's file, until its event was handled.
  public let file: URL
  /// The note that the program gave to the transfer.
  public let note: String?
}

/// An event of a session's transfers.
public enum BackgroundTransferEvent: Sendable {
  /// The bytes that were transferred so far, and those of the whole file (nil when they are not known). Only
  /// reported to running programs.
  case progressed(BackgroundTransfer, bytes: Int64, of: Int64?)
  /// The transfer has completed. A downloaded file is at this place until the event was handled: move it away
  /// to keep it.
  case finished(BackgroundTransfer, URL)
  /// The transfer was given up.
  case failed(BackgroundTransfer, BackgroundTransferError)
  /// All ends until now were told (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  case finishedEvents
}

/// The reason why a transfer was given up.
public struct BackgroundTransferError: LocalizedError, Hashable, Sendable {
  /// The code, for programs: `checksum`, `refused`, `network`, `cancelled` and such.
  public let code: String
  /// The message, for people.
  public let message: String
  /// The status of the server's answer; nil where it has not answered.
  public let status: Int?

  /// The message, for people.
  public var errorDescription: String? { message }
}
