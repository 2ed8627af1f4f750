import CSQLite
import Synchronization

@testable import TaskStore

/// A disk for SQLite that fails when it is told to. It stands between SQLite and the files of one folder:
/// what it lets through is in real files, so what a killed daemon leaves behind is what the next one finds.
final class FaultyDisk: Sendable {
  /// What is wrong with it.
  struct Health {
    /// How many bytes files may still grow by; nil is any number. What has its place already can be written
    /// over, and what files give back is there again.
    var roomBytes: Int?
    /// Writing and synchronizing fail with an error of the disk.
    var refusesWrites = false
    /// Reading does.
    var refusesReads = false
    /// The process dies in the write after so many: half of it arrives, and nothing after it.
    var writesUntilDeath: Int?
    /// The process is dead.
    var isDead = false
  }

  let folder: String
  private let state = Mutex(Health())

  /// Begins to stand before the folder's files that are opened from now on.
  init(folder: String) {
    self.folder = folder
    FaultyFileSystem.attach(self)
  }

  /// Lets the files be as they are.
  func detach() { FaultyFileSystem.detach(self) }

  var health: Health {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// What becomes of a write.
  enum Verdict {
    case whole
    /// So many bytes arrive, then this is SQLite's result.
    case torn(Int, CInt)
  }

  func judgeWrite(of count: Int, growingBy growth: Int) -> Verdict {
    state.withLock { health in
      if health.isDead { return .torn(0, SQLiteResult.write) }
      if let left = health.writesUntilDeath {
        health.writesUntilDeath = left - 1
        if left <= 0 {
          health.isDead = true
          return .torn(count / 2, SQLiteResult.write)
        }
      }
      if health.refusesWrites { return .torn(0, SQLiteResult.write) }
      guard growth > 0, let room = health.roomBytes else { return .whole }
      // What still fits is written before the disk says that it is full.
      guard growth <= room else { return .torn(max(count - growth, 0), SQLITE_FULL) }
      health.roomBytes = room - growth
      return .whole
    }
  }

  /// A file has become shorter.
  func gaveBack(_ bytes: Int) {
    state.withLock { health in health.roomBytes? += bytes }
  }

  /// What becomes of another change: SQLite's result.
  func judgeChange(_ failure: CInt) -> CInt {
    state.withLock { $0.isDead || $0.refusesWrites ? failure : SQLITE_OK }
  }

  /// What there is to spare for the store in this directory.
  func room(of directory: StateDirectory) -> DiskRoom? {
    guard let free = health.roomBytes, var room = DiskRoom(of: directory) else { return nil }
    (room.free, room.unclaimed, room.capacity) = (Int64(free), Int64(free), 2 << 20)
    return room
  }

  func judgeRead() -> CInt {
    state.withLock { $0.isDead || $0.refusesReads ? SQLiteResult.read : SQLITE_OK }
  }
}

/// SQLite's result codes for errors of a disk, which Swift does not import (https://sqlite.org/rescode.html).
enum SQLiteResult {
  static let read = SQLITE_IOERR | (1 << 8)
  static let write = SQLITE_IOERR | (3 << 8)
  static let synchronize = SQLITE_IOERR | (4 << 8)
  static let truncate = SQLITE_IOERR | (6 << 8)
  static let delete = SQLITE_IOERR | (10 << 8)
}
