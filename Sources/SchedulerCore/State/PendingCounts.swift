/// How much is pending, for the limits of R11.
struct PendingCounts {
  private var commands: [UInt32: Int] = [:]
  private var storedBytes: [UInt32: Int] = [:]
  private var applications: [ApplicationKey: [Kind: Int]] = [:]

  func commands(of uid: UInt32) -> Int { commands[uid, default: 0] }
  /// What the user's tasks take in the store, those that run included.
  func storedBytes(of uid: UInt32) -> Int { storedBytes[uid, default: 0] }
  func count(_ kind: Kind, of application: ApplicationKey) -> Int { applications[application]?[kind] ?? 0 }

  mutating func count(_ bytes: Int, of uid: UInt32) {
    let sum = storedBytes[uid, default: 0] + bytes
    storedBytes[uid] = sum == 0 ? nil : sum
  }

  mutating func count(_ entry: TaskEntry, by step: Int) {
    if let application = entry.application {
      let kind = entry.task.request.kind
      let count = self.count(kind, of: application) + step
      applications[application, default: [:]][kind] = count == 0 ? nil : count
      if applications[application]?.isEmpty == true { applications[application] = nil }
    } else {
      let count = commands[entry.task.uid, default: 0] + step
      commands[entry.task.uid] = count == 0 ? nil : count
    }
  }
}
