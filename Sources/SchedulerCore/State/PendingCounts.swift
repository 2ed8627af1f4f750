/// How much is pending, for the limits of R11.
struct PendingCounts {
  private var commands: [UInt32: Int] = [:]
  private var applications: [String: [Kind: Int]] = [:]

  func commands(of uid: UInt32) -> Int { commands[uid, default: 0] }
  func count(_ kind: Kind, of application: String) -> Int { applications[application]?[kind] ?? 0 }

  mutating func count(_ entry: TaskEntry, by step: Int) {
    if let application = entry.application {
      applications[application, default: [:]][entry.task.request.kind, default: 0] += step
    } else {
      let count = commands[entry.task.uid, default: 0] + step
      commands[entry.task.uid] = count == 0 ? nil : count
    }
  }
}
