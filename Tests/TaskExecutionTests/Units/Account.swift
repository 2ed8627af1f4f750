import Synchronization
import TestSupport

/// A user inside the container.
struct Account {
  let uid: UInt32
  /// As `id -G` says it.
  let groups: String
  let home: String

  private static let isMade = Mutex(false)

  /// A user with two groups more than its own.
  static func tester(_ system: BootedSystem) throws -> Account {
    try isMade.withLock { isMade in
      if !isMade { try system.run("useradd", "--create-home", "--groups", "audio,video", "tester") }
      isMade = true
    }
    let words = try system.run("sh", "-c", "id -u tester; id -G tester").output.split(separator: "\n")
    return Account(uid: UInt32(words[0]) ?? 0, groups: String(words[1]), home: "/home/tester")
  }
}
