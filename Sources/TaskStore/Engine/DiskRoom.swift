import Glibc
import SchedulerCore

/// The room on the state directory's file system, and the part of it in the store's own files. The log may
/// grow by the room that is to spare.
struct DiskRoom: Hashable, Sendable {
  /// The size of SQLite's pages, in the file and in the log.
  static let pageBytes: Int64 = 4096
  /// The longest log that is worth its room: a longer one makes commits no quicker.
  static let logPagesAtMost: Int64 = 1000
  /// The divisor of the room that gives the log's part. The log's pages find their place in the rest.
  private static let partsOfRoom: Int64 = 8

  /// The bytes that this process may take.
  var free: Int64
  /// The bytes that are free, with those that the file system keeps for root: the last that a write can find.
  var unclaimed: Int64
  /// The bytes of the whole file system.
  var capacity: Int64
  /// The bytes of the log's file, whether it holds anything that counts or not.
  var log: Int64
  /// The bytes of the database's file.
  var file: Int64

  /// The bytes that are free once the log is moved into the file and given back.
  private var spare: Int64 { free + log }

  /// The number of pages at which the log is moved into the file.
  var logPages: Int {
    Int(min(max(spare / (Self.partsOfRoom * Self.pageBytes), 1), Self.logPagesAtMost))
  }

  /// The most bytes that one batch may put into the log without need, and that the log's file may take.
  var logBytesAtMost: Int64 { 2 * spare / Self.partsOfRoom }

  /// Whether the log's file takes too much room, and is to be given back.
  var logIsTooLong: Bool { log > logBytesAtMost }

  /// Whether the log cannot be as long as it should, at the latest when this many more bytes are written: the
  /// room is counted before each step.
  func isShort(for bytes: Int64 = 0) -> Bool {
    spare - 2 * bytes < Self.partsOfRoom * Self.logPagesAtMost * Self.pageBytes
  }

  /// The bytes that no batch of requests takes, so that ends and deletions find room in the log however full
  /// the disk is: once while the batch is in the log, and twice when it is in the file.
  private var workingBytes: Int64 { min(capacity / 64, 8 * Self.pageBytes) }

  /// Whether the pages that are only in the log find room in the file, which moving the log needs.
  func canMoveLog(_ use: PageUse) -> Bool { owed(use) <= unclaimed }

  /// Whether a batch of this many bytes takes its room in the file before it is committed. Where not even the
  /// log's pages have room there, the log's last room is for ends and deletions.
  func claimsPlace(for bytes: Int64, _ use: PageUse) -> Bool { isShort(for: bytes) && canMoveLog(use) }

  /// Returns the room for requests: all but the pages in use can become theirs. Less than nothing is possible
  /// where the log cannot be moved, because nothing of it is given back then.
  func forRequests(_ use: PageUse) -> StateRoom {
    var later = use
    later.free += use.leftBytes / Self.pageBytes
    let bytes = canMoveLog(use) ? spare + unused(later) : free - owed(use)
    return StateRoom(bytes: bytes, atOnce: atOnce(from: free, later), capacity: capacity)
  }

  /// Returns the most bytes that one batch of requests can bring: all of it is in the log before the log is
  /// moved, and the part that does not fit into the file's empty pages makes the file longer besides.
  /// - Parameter free: The bytes that the file system gives.
  func atOnce(from free: Int64, _ use: PageUse) -> Int64 {
    guard canMoveLog(use) else { return free - owed(use) }
    let log = free + log - workingBytes
    return min(log, (log + unused(use)) / 2, log - workingBytes + unused(use))
  }

  /// Whether the file is worth being written anew without its empty pages: that gives back much of the room,
  /// and takes little of the log.
  func isWorthShrinking(_ use: PageUse) -> Bool {
    let used = (use.pages - use.free) * Self.pageBytes
    return isShort() && unused(use) > max(2 * used, spare / 2)
      && used < min(spare / 2, Self.logPagesAtMost * Self.pageBytes)
  }

  /// Returns the bytes of the file that hold nothing.
  private func unused(_ use: PageUse) -> Int64 { file - (use.pages - use.free) * Self.pageBytes }

  private func owed(_ use: PageUse) -> Int64 { max(use.pages * Self.pageBytes - file, 0) }
}

/// The pages of the database as of the last commit, whether the file has them already or only the log.
struct PageUse: Hashable, Sendable {
  var pages: Int64 = 0
  /// The pages that hold nothing and are used again first.
  var free: Int64 = 0
  /// The bytes of requests whose tasks are deleted. A batch that needs this room has it freed.
  var leftBytes: Int64 = 0
}

extension DiskRoom {
  /// Asks the system, which waits for no disk; `nil` when it does not tell.
  init?(of directory: StateDirectory) {
    var status = statvfs()
    guard statvfs(directory.path, &status) == 0, status.f_blocks > 0 else { return nil }
    func bytes(_ blocks: UInt) -> Int64 {
      let (bytes, overflow) = Int64(clamping: blocks)
        .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
      // Far below the largest number, so that sums do not overflow.
      return overflow ? .max >> 4 : min(bytes, .max >> 4)
    }
    func size(_ path: String) -> Int64 { Int64((try? StateDirectory.size(of: path)) ?? 0) }
    self.init(
      free: bytes(status.f_bavail), unclaimed: bytes(status.f_bfree), capacity: bytes(status.f_blocks),
      log: size(directory.database + StateDirectory.logSuffix), file: size(directory.database))
  }
}
