/// The numbers of pending tasks and their bytes, for the limits of R11.
struct PendingCounts {
  private var commands: [UInt32: Int] = [:]
  private var storedBytes: [UInt32: Int] = [:]
  private var heldBytes: [UInt32: Int] = [:]
  /// The bytes that the tasks of all users take in memory, with those that run.
  private(set) var allHeldBytes = 0
  private var applications: [ApplicationKey: [Kind: Int]] = [:]

  func commands(of uid: UInt32) -> Int { commands[uid, default: 0] }
  /// Returns the bytes that the user's tasks take in the store, with those that run.
  func storedBytes(of uid: UInt32) -> Int { storedBytes[uid, default: 0] }
  func count(_ kind: Kind, of application: ApplicationKey) -> Int { applications[application]?[kind] ?? 0 }

  /// Returns the bytes that the user's tasks take in memory, with those that run.
  func heldBytes(of uid: UInt32) -> Int { heldBytes[uid, default: 0] }

  mutating func count(stored: Int, held: Int, of uid: UInt32) {
    if stored != 0 { storedBytes.count(stored, for: uid) }
    if held != 0 { heldBytes.count(held, for: uid) }
    allHeldBytes += held
  }

  mutating func count(_ task: Waiting.Count, by step: Int) {
    if let application = task.application {
      let count = self.count(task.kind, of: application) + step
      applications[application, default: [:]][task.kind] = count == 0 ? nil : count
      if applications[application]?.isEmpty == true { applications[application] = nil }
    } else {
      let count = commands[task.uid, default: 0] + step
      commands[task.uid] = count == 0 ? nil : count
    }
  }
}
