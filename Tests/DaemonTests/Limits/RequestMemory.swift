import SchedulerAPI
import TaskStore
import TestSupport
import Testing

@testable import SchedulerCore

/// Measures what single requests take of memory, to the byte, in a process in which nobody else allocates.
struct RequestMemory {
  /// When in its life.
  enum Phase: String, CaseIterable {
    case waiting, due, restarted
    case restartedDue = "restarted, due"

    var isDue: Bool { self == .due || self == .restartedDue }
  }

  /// A request, with what it takes.
  struct Figures {
    let message: [UInt8]
    fileprivate var identifier = ""
    var charged = 0
    /// Its conditions, each once.
    var leaves = 0
    var date = MeasuredScheduler.now
    var held: [Phase: Int] = [:]

    /// What it may take at the most.
    var allowed: Int { 8 * message.count + 2048 }

    var text: String { String(decoding: message, as: UTF8.self) }

    fileprivate init(_ message: [UInt8]) { self.message = message }

    fileprivate mutating func take(_ task: ScheduledTask) {
      identifier = String(decoding: Array(task.request.identifier.utf8), as: UTF8.self)
      charged = task.heldBytes
      let wish = task.request.wish
      leaves = Set([wish.when, wish.whileRunning].flatMap { $0?.leaves ?? [] }).count
      date = max(task.request.earliestBegin ?? MeasuredScheduler.now, MeasuredScheduler.now)
    }

    /// Its date is so near that nothing else comes on the way.
    fileprivate var comesSoon: Bool { date <= MeasuredScheduler.now + .days(40) }
  }

  /// By whether its date has come.
  private(set) var shares: [Bool: Shares] = [:]
  private let crowd: MeasuredScheduler.Crowd
  init() throws {
    crowd = try MeasuredScheduler.Crowd.make()
    // What a program does for the first time takes memory of its own, which is no task's.
    for _ in 0..<3 {
      var figures = [Figures(Self.plain(0, leaves: 1)), Figures(Self.plain(1, leaves: 64))]
      for index in figures.indices { try submit(&figures[index]) }
      try restart(&figures)
    }
    try measureShares()
  }

  // MARK: One request

  /// What each of the messages takes while it waits, when it is due, and both after a restart. Those that are
  /// not accepted are left out.
  func measure(_ messages: [[UInt8]]) throws -> [Figures] {
    try measureOnce(messages).map { first in
      // A table that happens to grow is nobody's: it does not do so again.
      let most = min(first.charged, first.allowed)
      guard first.held.keys.contains(where: { held($0, of: first) > most }) else { return first }
      var least = first
      for again in try (0..<2).flatMap({ _ in try measureOnce([first.message]) }) {
        least.held.merge(again.held) { min($0, $1) }
      }
      return least
    }
  }

  /// What it takes in a phase, with its part of the tables.
  func held(_ phase: Phase, of figures: Figures) -> Int {
    (figures.held[phase] ?? 0) + (shares[phase.isDue]?.of(figures) ?? 0)
  }

  private func measureOnce(_ messages: [[UInt8]]) throws -> [Figures] {
    var all: [Figures] = []
    for message in messages {
      var figures = Figures(message)
      if try submit(&figures) { all.append(figures) }
    }
    for begin in stride(from: 0, to: all.count, by: 100) {
      var some = Array(all[begin..<min(begin + 100, all.count)])
      try restart(&some)
      all.replaceSubrange(begin..<begin + some.count, with: some)
    }
    return all
  }

  /// Submits it twice, the first time so that tables have room: their growth is nobody's.
  @discardableResult
  private func submit(_ figures: inout Figures) throws -> Bool {
    var scheduler: MeasuredScheduler?
    var found: Figures?
    let before = try AllocatedMemory.bytes {
      scheduler = MeasuredScheduler(crowd)
      for case .putTask(let task, _?)? in try scheduler?.submit(figures.message) ?? [] {
        found = figures
        found?.take(task)
      }
      scheduler?.cancel(found?.identifier ?? "")
    }
    guard let found else { return false }
    figures = found
    figures.held[.waiting] = try AllocatedMemory.bytes { _ = try scheduler?.submit(found.message) } - before
    if figures.comesSoon {
      let due = try AllocatedMemory.bytes { scheduler?.advance(to: found.date + .seconds(1)) }
      figures.held[.due] = try due - AllocatedMemory.bytes { scheduler?.cancel(found.identifier) }
    }
    return true
  }

  /// Restarts the daemon with each of them alone, twice: what waits is cancelled at once, or when it is due.
  private func restart(_ figures: inout [Figures]) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try store(figures.map(\.message), in: folder)
    for phase in [Phase.restarted, .restartedDue] {
      var tasks: [ScheduledTask] = []
      _ = try AllocatedMemory.bytes { tasks = try Self.load(folder) }
      try #require(tasks.count == figures.count)
      for index in figures.indices.reversed() {
        let isMeasured = !phase.isDue || figures[index].comesSoon
        if isMeasured {
          figures[index].held[phase] = try restart(figures[index], phase, with: &tasks)
        } else {
          tasks.removeLast()
        }
      }
    }
  }

  /// What the last task has had is what is less when it is cancelled.
  private func restart(
    _ figures: Figures, _ phase: Phase, with tasks: inout [ScheduledTask]
  ) throws -> Int {
    var scheduler: MeasuredScheduler?
    let with = try AllocatedMemory.bytes {
      scheduler = MeasuredScheduler(crowd, and: tasks.removeLast())
      if phase.isDue { scheduler?.advance(to: figures.date + .seconds(1)) }
    }
    return try with - AllocatedMemory.bytes { scheduler?.cancel(figures.identifier) }
  }

  private func store(_ messages: [[UInt8]], in folder: TemporaryFolder) throws {
    let store = try TaskStore(directory: folder.path, history: .init(maximumAge: .days(1), maximumRuns: 1))
    defer { store.close() }
    var number: Int64 = 1000
    for message in messages {
      // Each of another scheduler: together they may be too many.
      var scheduler = MeasuredScheduler(.init(tasks: [], run: nil))
      var changes: [StoreChange] = []
      for case .putTask(var task, let payload?) in try scheduler.submit(message) {
        // Behind all others.
        number += 1
        task.id = TaskID(number)
        changes.append(.putTask(task, payload: payload))
      }
      store.commit(StoreBatch(changes: changes, now: MeasuredScheduler.now)) { _ in }
    }
  }

  private static func load(_ folder: TemporaryFolder) throws -> [ScheduledTask] {
    let store = try TaskStore(directory: folder.path, history: .init(maximumAge: .days(1), maximumRuns: 1))
    defer { store.close() }
    return try store.load().tasks
  }

  // MARK: What all have in common

  /// What a task takes of the tables that all have in common, on the average.
  struct Shares {
    /// With nothing unusual.
    var task = 0
    /// More with an expression.
    var expression = 0
    /// More with each condition of it.
    var leaf = 0

    func of(_ figures: Figures) -> Int {
      task + (figures.leaves > 0 ? expression : 0) + figures.leaves * leaf
    }
  }

  private static func plain(_ number: Int, leaves: Int) -> [UInt8] {
    Wire.TaskRequest.program("plain\(number)", "/bin/true").with {
      $0.earliestBeginUSec = MeasuredScheduler.now.uSec + 1_000_000
      if leaves == 0 { return }
      $0.when = (0..<leaves).map { "cpu-pressure for \(number * 64 + $0 + 1)s" }.joined(separator: " or ")
    }.payload
  }

  private mutating func measureShares() throws {
    // What happens to grow once does not do so again.
    func least(_ leaves: Int, few: Int) throws -> [Bool: Int] {
      try (0..<2).map { _ in try share(leaves, few: few) }.reduce([:]) { $0.merging($1) { min($0, $1) } }
    }
    let (none, one, many) = try (least(0, few: 200), least(1, few: 200), least(61, few: 20))
    for isDue in [false, true] {
      let (none, one, many) = (none[isDue] ?? 0, one[isDue] ?? 0, many[isDue] ?? 0)
      let leaf = max((many - one) / 60, 0)
      shares[isDue] = Shares(task: none, expression: max(one - none - leaf, 0), leaf: leaf)
    }
  }

  /// What is not one task's own, of tasks with so many conditions: while they wait and when they are due.
  private func share(_ leaves: Int, few: Int) throws -> [Bool: Int] {
    let (less, more) = (try amount(few, leaves: leaves), try amount(4 * few, leaves: leaves))
    var alone = Figures(Self.plain(1_000_000, leaves: leaves))
    try submit(&alone)
    return [
      false: (more.waiting - less.waiting) / (3 * few) - (alone.held[.waiting] ?? 0),
      true: (more.due - less.due) / (3 * few) - (alone.held[.due] ?? 0),
    ]
  }

  /// What so many take.
  private func amount(_ count: Int, leaves: Int) throws -> (waiting: Int, due: Int) {
    var scheduler: MeasuredScheduler?
    let waiting = try AllocatedMemory.bytes {
      scheduler = MeasuredScheduler(crowd)
      for number in 0..<count { _ = try scheduler?.submit(Self.plain(number, leaves: leaves)) }
    }
    let due = try AllocatedMemory.bytes { scheduler?.advance(to: MeasuredScheduler.now + .seconds(2)) }
    let without = try AllocatedMemory.bytes { scheduler = nil }
    return (waiting - without, due - without)
  }
}
