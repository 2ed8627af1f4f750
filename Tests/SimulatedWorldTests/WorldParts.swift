import Glibc
import SchedulerCore

@testable import TaskStore

/// What a world may do. Each switches some off, so that what the others hide comes up too.
enum WorldSort: CaseIterable {
  case disk, kill, vanish, clock, conflict
}

/// Somebody who calls.
struct WorldClient: Hashable {
  var uid: UInt32
}

/// A call that waits for its answer.
struct WorldCall {
  enum Kind {
    case submit(String)
    case submitBatch([String])
    case cancel(String)
  }

  var client: WorldClient
  var kind: Kind
}

/// A run's program, or its unit: that is kept when it has ended, until it is let go of.
struct WorldProgram {
  var isRunning = false
  var isFrozen = false
  var isKilled = false
  var stopReason: ReasonCode?
  var exit: Exit?

  var isOver: Bool { exit != nil }
}

/// A state directory in memory, gone when nobody holds it.
final class WorldFolder {
  static let history = HistoryLimits(maximumAge: .maximum, maximumRuns: 1_000_000)

  let path: String

  init(seed: UInt64) throws(StoreError) {
    var template = Array("/dev/shm/bgtaskd-world-\(seed)-XXXXXX\0".utf8CString)
    guard let made = mkdtemp(&template) else { throw StoreError(call: "mkdtemp", path: "/dev/shm") }
    path = String(cString: made)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { unlink("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
