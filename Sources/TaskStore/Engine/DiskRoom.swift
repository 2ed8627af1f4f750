import Glibc
import SchedulerCore

/// What the file system of the state directory has, and what the store's own files hold of it: how much there
/// is to spare is what the log may grow by.
struct DiskRoom: Hashable, Sendable {
  /// SQLite's pages, of the file and in the log.
  static let pageBytes: Int64 = 4096
  /// So long a log is worth its room: a longer one makes commits no quicker.
  static let logPagesAtMost: Int64 = 1000
  /// The log gets this part of the room. The rest is what its pages find their place in.
  private static let partsOfRoom: Int64 = 8

  /// What this process may take, in bytes.
  var free: Int64
  /// What nobody has, with what the file system keeps for root. Where not even this is enough, nothing is.
  var unclaimed: Int64
  /// What the file system has in all.
  var capacity: Int64
  /// What the log's file takes, whether it holds anything that counts or not.
  var log: Int64
  /// What the database's file takes.
  var file: Int64

  /// What is free once the log is moved into the file and given back.
  private var spare: Int64 { free + log }

  /// At so many pages the log is moved into the file.
  var logPages: Int {
    Int(min(max(spare / (Self.partsOfRoom * Self.pageBytes), 1), Self.logPagesAtMost))
  }

  /// So much one batch may put into the log without need, and so much the log's file may take.
  var logBytesAtMost: Int64 { 2 * spare / Self.partsOfRoom }

  /// The log's file keeps too much from everything else, and is given back.
  var logIsTooLong: Bool { log > logBytesAtMost }

  /// The log cannot be as long as it should, or not when so many bytes more are written: the room is counted
  /// before each step.
  func isShort(for bytes: Int64 = 0) -> Bool {
    spare - 2 * bytes < Self.partsOfRoom * Self.logPagesAtMost * Self.pageBytes
  }

  /// What no batch of requests takes, so that ends and deletions find room in the log however full the disk
  /// is: so much while the batch is in the log, and twice that when it is in the file.
  private var workingBytes: Int64 { min(capacity / 64, 8 * Self.pageBytes) }

  /// Whether what is only in the log finds its place in the file, which is what moving it needs.
  func canMoveLog(_ use: PageUse) -> Bool { owed(use) <= unclaimed }

  /// Whether a batch that brings so many bytes takes its place in the file before it is committed. Where not
  /// even what is in the log has one, the log's last room is for what has happened.
  func claimsPlace(for bytes: Int64, _ use: PageUse) -> Bool { isShort(for: bytes) && canMoveLog(use) }

  /// What there is for requests: all but the pages in use can become theirs. Less than nothing where the log
  /// cannot be moved, because nothing of it is given back then.
  func forRequests(_ use: PageUse) -> StateRoom {
    var later = use
    later.free += use.leftBytes / Self.pageBytes
    let bytes = canMoveLog(use) ? spare + unused(later) : free - owed(use)
    return StateRoom(bytes: bytes, atOnce: atOnce(from: free, later), capacity: capacity)
  }

  /// What one batch of requests can bring: all of it is in the log before the log is moved, and what does not
  /// find its place in pages of the file that hold nothing makes the file longer besides.
  /// - Parameter free: What the file system gives.
  func atOnce(from free: Int64, _ use: PageUse) -> Int64 {
    guard canMoveLog(use) else { return free - owed(use) }
    let log = free + log - workingBytes
    return min(log, (log + unused(use)) / 2, log - workingBytes + unused(use))
  }

  /// Whether the file is worth being written anew without what holds nothing: that gives back much of what
  /// there is, and takes little of the log.
  func isWorthShrinking(_ use: PageUse) -> Bool {
    let used = (use.pages - use.free) * Self.pageBytes
    return isShort() && unused(use) > max(2 * used, spare / 2)
      && used < min(spare / 2, Self.logPagesAtMost * Self.pageBytes)
  }

  /// What of the file holds nothing.
  private func unused(_ use: PageUse) -> Int64 { file - (use.pages - use.free) * Self.pageBytes }

  private func owed(_ use: PageUse) -> Int64 { max(use.pages * Self.pageBytes - file, 0) }
}

/// The pages of the database as of the last commit, whether the file has them already or only the log.
struct PageUse: Hashable, Sendable {
  var pages: Int64 = 0
  /// Pages among them that hold nothing and are used again first.
  var free: Int64 = 0
  /// What requests in them take whose tasks are deleted, in bytes. It is there for whoever needs it.
  var leftBytes: Int64 = 0
}

extension DiskRoom {
  /// Asks the system, which waits for no disk. Nil when it does not say.
  init?(of directory: StateDirectory) {
    var status = statvfs()
    guard statvfs(directory.path, &status) == 0, status.f_blocks > 0 else { return nil }
    func bytes(_ blocks: UInt) -> Int64 {
      let (bytes, overflow) = Int64(clamping: blocks)
        .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
      // Far from the end of the numbers, so that sums of them stay numbers.
      return overflow ? .max >> 4 : min(bytes, .max >> 4)
    }
    func size(_ path: String) -> Int64 { Int64((try? StateDirectory.size(of: path)) ?? 0) }
    self.init(
      free: bytes(status.f_bavail), unclaimed: bytes(status.f_bfree), capacity: bytes(status.f_blocks),
      log: size(directory.database + StateDirectory.logSuffix), file: size(directory.database))
  }
}
