@testable import SchedulerCore

extension Swarm {
  /// Somebody has edited the files, or not, and reloads them.
  mutating func declaration() -> Event {
    for name in ["d0.task", "d1.task", "d2.task", "d3.task"] where chance(30) {
      files[name] = chance(30) ? nil : randomDeclaration(name)
    }
    return .declare(declared(reviving: chance(50)))
  }

  /// What the files say, as the daemon reads them: some of them cannot be read at times.
  mutating func declared(reviving: Bool) -> DeclarationSet {
    let names = files.keys.sorted()
    let unreadable = Set(names.filter { _ in chance(10) })
    return DeclarationSet(
      names.compactMap { unreadable.contains($0) ? nil : files[$0] }, unreadable: unreadable,
      isComplete: chance(95), revivesCancelled: reviving)
  }

  private mutating func randomDeclaration(_ name: String) -> Declaration {
    var request = randomRequest()
    // Nobody declares what a person starts.
    if request.kind == .continued { request.kind = .refresh }
    request.strategy = .queue
    request.onConflict = .replace
    if chance(50) { request.earliestBegin = nil }
    if request.repeatEvery != nil || chance(50) { request.deadline = nil }
    return Declaration(
      file: name, uid: user(), request: request,
      delay: request.earliestBegin == nil && chance(50) ? length(upTo: 3600) : nil,
      deadlineDelay: request.deadline == nil && chance(50) ? length(upTo: 3600) : nil,
      payload: [UInt8(Int.random(in: 0..<3, using: &random))])
  }
}
