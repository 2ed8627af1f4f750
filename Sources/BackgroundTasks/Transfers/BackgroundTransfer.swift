public import Foundation

/// Only on Linux: a file that comes or goes, while the program need not be there.
public struct BackgroundTransfer: Hashable, Sendable, Identifiable {
  /// What becomes of the file.
  public enum Direction: String, Codable, Sendable {
    /// It is fetched.
    case download
    /// It is sent.
    case upload
  }

  /// The identifier of its task: that of the session, with something behind it.
  public let id: String
  /// Which way it goes.
  public let direction: Direction
  /// Where from, or where to.
  public let url: URL
  /// What is sent; or where what is fetched lies when it has come, until its event was handled.
  public let file: URL
  /// What the program has noted with it.
  public let note: String?
}

/// What becomes of the transfers of a session.
public enum BackgroundTransferEvent: Sendable {
  /// So many bytes of so many (nil where nobody knows) have come or gone. Only said to programs that are
  /// there.
  case progressed(BackgroundTransfer, bytes: Int64, of: Int64?)
  /// It has come or gone, whole. What was fetched is at this place until the event was handled: what is to
  /// stay has to be moved away.
  case finished(BackgroundTransfer, URL)
  /// It will not come or go any more.
  case failed(BackgroundTransfer, BackgroundTransferError)
  /// All that has ended until now was said (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  case finishedEvents
}

/// Why a transfer was given up.
public struct BackgroundTransferError: LocalizedError, Hashable, Sendable {
  /// What is wrong, for programs: `checksum`, `refused`, `network`, `cancelled` and such.
  public let code: String
  /// What is wrong, for people.
  public let message: String
  /// What the server has answered; nil where it has not.
  public let status: Int?

  /// For people.
  public var errorDescription: String? { message }
}
