import Testing

@testable import SchedulerCore

@Suite("Cost")
struct CostTests {
  static let count = 100_000

  /// Half of them wait for a date, a third for power, the rest for a network that is not metered; of a
  /// hundred users. They come from a store, which is the quickest way to have them.
  static func crowded() -> CoreHarness.Crowd {
    let tasks = (0..<count).map { number in
      var request = TaskRequest.command("t\(number)")
      switch number % 6 {
      case 0, 1, 2: request.earliestBegin = .at(86_400 + Double(number))
      case 3, 4: request.requirements = .externalPower
      default: request.requirements = .unmeteredNetwork
      }
      return ScheduledTask(
        id: TaskID(Int64(number + 1)), uid: UInt32(number / 1000), request: request,
        requirements: request.requirements, submitted: .at(0))
    }
    return CoreHarness.Crowd(
      configuration: .plain, tasks: tasks, conditions: [.powerSource(.battery), .network(.metered)])
  }

  @Test("With 100,000 tasks waiting, an event looks only at what it can start or stop")
  func visits() {
    var crowd = Self.crowded()
    #expect(crowd.scheduler.pendingCount == Self.count)
    // What is asked of each event: how many tasks it may look at and how many it starts.
    let rows: [(event: Event, visits: ClosedRange<Int>, launches: Int)] = [
      (.submit(.command("late") { $0.earliestBegin = .at(99) }), 0...1, 0),
      (.submit(.command("now") { $0.kind = .continued }), 1...2, 1), (.cancel("t3", uid: 0), 0...1, 0),
      (.timer, 0...0, 0), (.conditions([.flag(.lowPowerMode, true)]), 0...0, 0),
      (.conditions([.flag(.lowPowerMode, false)]), 0...0, 0),
      (.conditions([.flag(.storageLow, true)]), 0...0, 0),
      // Room for three more: the heads of the groups that are let through, once for each that starts.
      (.conditions([.network(.unmetered)]), 3...6, 3),
      (.conditions([.powerSource(.external)]), 0...0, 0),
    ]
    for (event, visits, launches) in rows {
      let before = crowd.scheduler.counters
      crowd.take(event)
      let after = crowd.scheduler.counters
      #expect(visits.contains(after.tasksVisited - before.tasksVisited), "\(event)")
      #expect(after.launched - before.launched == launches, "\(event)")
    }
    // The dates of late, t0, t1, t2 and t6 come. There is room for none of them, so they only change their
    // place, and it is told why: two looks at each.
    let waiting = crowd.scheduler.counters
    crowd.advance(to: 86_400 + 6)
    crowd.take(.timer)
    #expect(crowd.scheduler.counters.tasksVisited - waiting.tasksVisited == 10)
    // One run ends: one starts.
    guard let run = crowd.scheduler.activeRuns.last else {
      Issue.record("nothing runs")
      return
    }
    let before = crowd.scheduler.counters
    crowd.take(.runEnded(run.id, .status(0)))
    #expect(crowd.scheduler.counters.tasksVisited - before.tasksVisited <= 4)
    #expect(crowd.scheduler.counters.launched - before.launched == 1)
  }

  @Test("Gates that hold back everything are looked at once a group, not once a task")
  func gates() {
    var crowd = CoreHarness.Crowd(configuration: SchedulerConfiguration.eager)
    crowd.take(.resumed)
    let groups = 32
    for number in 0..<3200 {
      let bits = UInt16(number % groups)
      crowd.take(
        .submit(
          .command("t\(number)") {
            $0.requirements = Requirements(rawValue: bits & 0b0111 | (bits & 0b11000) << 1)
          }))
    }
    let before = crowd.scheduler.counters.tasksVisited
    crowd.take(.timer)
    #expect(crowd.scheduler.counters.tasksVisited - before <= groups)
  }
}

extension CoreHarness {
  /// A scheduler with so much to do that its store is not replayed.
  struct Crowd {
    private(set) var scheduler: Scheduler
    private var seconds = 0.0

    init(
      configuration: SchedulerConfiguration, tasks: [ScheduledTask] = [], conditions: [ConditionChange] = []
    ) {
      scheduler = Scheduler(configuration: configuration, seed: 1, tasks: tasks)
      take(.conditions(conditions))
      take(.started(sameBoot: true, surviving: []))
    }

    mutating func advance(to seconds: Double) { self.seconds = seconds }

    @discardableResult
    mutating func take(_ event: Event) -> [Directive] {
      let decision = scheduler.handle(event, at: Moment(wall: .at(seconds), monotonic: .at(seconds)))
      scheduler.commit()
      // What is left for later goes on at once.
      let rest = decision.directives.contains(.goOn) ? take(.goOn) : []
      return decision.directives + rest
    }
  }
}
