import Replay
import SchedulerCore
import Testing

/// Declared tasks on machines that sleep, are switched off, and are unknown for a time.
struct MachineReplayTests {
  private static let hour: Int64 = 3600

  /// A record of a machine that is always ready.
  private static func record(_ machine: [(Int64, DeviceState)], hours: Int64 = 48) -> DeviceTrace {
    var trace = DeviceTrace(name: "laptop", start: Records.date(0), end: Records.date(hours * hour))
    trace.add(TraceChange(at: Records.date(0), Records.ready))
    for (hours, state) in machine {
      trace.add(TraceChange(at: Records.date(hours * hour), machine: state))
    }
    return trace
  }

  private static func daily(_ expected: TimeSpan) -> TaskRequest {
    TaskRequest(
      identifier: "backup", kind: .processing, earliestBegin: Records.date(10 * hour),
      runtimeLimit: .hours(12), repeatEvery: .days(1), expectedDuration: expected)
  }

  @Test("A task that repeats daily runs at its dates, for as long as it expects")
  func daily() throws {
    let task = try Records.replay(Self.record([]), Self.daily(.minutes(30)))
    let hour = Double(Self.hour)
    #expect(Records.seconds(task) == [10 * hour...10.5 * hour, 34 * hour...34.5 * hour])
    #expect(task.runs.allSatisfy { $0.run.hasSucceeded && $0.wasted == .zero })
    #expect(task.held.total == .zero)
  }

  @Test(
    "Tasks that take exactly as long as they may, at one date, all end by themselves",
    arguments: ReplayPolicy.usual)
  func exactLimits(policy: ReplayPolicy) throws {
    let requests = (1...4).map { number in
      TaskRequest(
        identifier: "task-\(number)", kind: .processing, earliestBegin: Records.date(10 * Self.hour),
        repeatEvery: .days(1), expectedDuration: .minutes(10))
    }
    let declarations = requests.map {
      Declaration(file: "\($0.identifier).task", uid: 1000, request: $0, payload: [])
    }
    let column = ReplayColumn(name: policy.name, policy.rules(SchedulerConfiguration()))
    #expect(column.configuration.processingRuntime == .minutes(10))
    #expect(column.configuration.maximumConcurrentRuns > 1)
    let replay = TraceReplay(
      [Self.record([])], columns: [column],
      loads: [.declared(DeclaredTasks(DeclarationSet(declarations), zone: .utc))])
    let tasks = try #require(replay.run().first).tasks
    #expect(tasks.map(\.runs.count) == [2, 2, 2, 2])
    #expect(tasks.flatMap(\.runs).allSatisfy { $0.run.hasSucceeded && $0.wasted == .zero })
  }

  @Test("A date that comes while the machine sleeps is made up for when it wakes, and counts as sleep")
  func sleep() throws {
    let task = try Records.replay(Self.record([(8, .asleep), (13, .on)]), Self.daily(.minutes(30)))
    let hour = Double(Self.hour)
    #expect(Records.seconds(task).map(\.lowerBound) == [13 * hour, 34 * hour])
    #expect(task.held.longest.map(\.code) == [.sleep])
    #expect(task.held.total == .hours(3))
  }

  @Test("A run sleeps with the machine and goes on where it was")
  func sleepingRun() throws {
    let task = try Records.replay(Self.record([(11, .asleep), (20, .on)]), Self.daily(.hours(2)))
    let hour = Double(Self.hour)
    #expect(Records.seconds(task)[0] == 10 * hour...21 * hour)
    #expect(task.runs[0].worked == .hours(2))
  }

  @Test("A run ends with the machine that is switched off, and begins anew after the boot")
  func shutdown() throws {
    let task = try Records.replay(Self.record([(11, .off), (20, .on)]), Self.daily(.hours(2)))
    let hour = Double(Self.hour)
    #expect(Records.seconds(task) == [10 * hour...11 * hour, 20 * hour...22 * hour, 34 * hour...36 * hour])
    #expect(task.runs.map(\.run.outcome) == [.interrupted, .completed, .completed])
    #expect(task.runs.map(\.wasted) == [.hours(1), .zero, .zero])
  }

  @Test("A machine that is switched off in its sleep loses what it was doing")
  func powerLoss() throws {
    let task = try Records.replay(
      Self.record([(11, .asleep), (12, .off), (20, .on)]), Self.daily(.hours(2)))
    #expect(task.runs[0].run.outcome == .interrupted)
    #expect(task.runs[0].worked == .hours(1))
    #expect(task.runs[1].run.started >= Records.date(20 * Self.hour))
    #expect(task.runs[1].worked == .hours(2))
  }

  @Test("Time in which the machine is unknown counts for nothing")
  func unknown() throws {
    let task = try Records.replay(Self.record([(8, .unknown), (13, .on)]), Self.daily(.minutes(30)))
    #expect(Records.seconds(task).map(\.lowerBound) == [13.0 * 3600, 34.0 * 3600])
    #expect(task.held.total == .zero)
  }

  @Test("Planned work that an unknown stretch cuts off is left out of the figures")
  func unknownWork() throws {
    let trace = Records.windows(
      [], until: 30 * 86_400, machine: [(10 * 86_400, .unknown), (11 * 86_400, .on)])
    let tasks = Records.replay(trace, try WorkPlan("1/day,10min")).tasks
    for task in tasks {
      let submitted = Records.seconds(task.submitted) / 86_400
      #expect(!(10..<11).contains(submitted))
      #expect(task.isScored == !(9..<10).contains(submitted), "\(submitted)")
    }
    #expect(tasks.contains { !$0.isScored })
  }

  @Test("The settings of a column decide: a task that need not be idle does not wait for it")
  func settings() throws {
    var trace = DeviceTrace(name: "desk", start: Records.date(0), end: Records.date(24 * Self.hour))
    trace.add(TraceChange(at: Records.date(0), [.flag(.idle, false)]))
    trace.add(TraceChange(at: Records.date(15 * Self.hour), [.flag(.idle, true)]))
    let idle = try Records.replay(trace, Self.daily(.minutes(1)))
    #expect(Records.seconds(idle).map(\.lowerBound) == [15.0 * 3600])
    #expect(idle.held.longest.map(\.code) == [.idle] && idle.held.total == .hours(5))
    let since = Records.date(10 * Self.hour)
    #expect(idle.runs.first?.run.wait == RunWait(since: since, reason: .idle))
    var rules = Records.eager.configuration
    rules.processingRequiresIdle = false
    let busy = try Records.replay(
      trace, Self.daily(.minutes(1)), column: Records.eager.changed("ProcessingRequiresIdle=no", rules))
    #expect(Records.seconds(busy).map(\.lowerBound) == [10.0 * 3600])
  }

  @Test("The part of a record from a date on begins with what held then")
  func since() throws {
    let trace = Records.windows([100..<200, 300..<400], until: 1000, machine: [(150, .asleep)])
    let part = try #require(trace.since(Records.date(160)))
    #expect(part.start == Records.date(160) && part.end == trace.end)
    #expect(part.changes[0].machine == .asleep)
    #expect(Set(part.changes[0].conditions) == Set(Records.ready))
    #expect(part.changes.dropFirst().map(\.at) == [200, 300, 400].map { Records.date($0) })
    #expect(trace.since(Records.date(1000)) == nil)
  }

  @Test("A reason that holds back two dates one after the other counts for both")
  func twice() throws {
    var trace = DeviceTrace(name: "desk", start: Records.date(0), end: Records.date(48 * Self.hour))
    for (hour, isIdle) in [(0, false), (15, true), (20, false), (36, true)] {
      trace.add(TraceChange(at: Records.date(Int64(hour) * Self.hour), [.flag(.idle, isIdle)]))
    }
    let task = try Records.replay(trace, Self.daily(.minutes(1)))
    #expect(task.runs.map(\.run.wait?.reason) == [.idle, .idle])
    #expect(task.held.longest.map(\.code) == [.idle] && task.held.total == .hours(7))
  }

  @Test("A run and a missed date say what they have waited for last, over sleep, boots and settling")
  func waits() throws {
    var trace = DeviceTrace(name: "desk", start: Records.date(0), end: Records.date(48 * Self.hour))
    trace.add(TraceChange(at: Records.date(0), Records.busy))
    trace.add(TraceChange(at: Records.date(12 * Self.hour), machine: .asleep))
    trace.add(TraceChange(at: Records.date(13 * Self.hour), machine: .on))
    trace.add(TraceChange(at: Records.date(14 * Self.hour), machine: .off))
    trace.add(TraceChange(at: Records.date(15 * Self.hour), Records.ready, machine: .on))
    trace.add(TraceChange(at: Records.date(20 * Self.hour), Records.busy))
    var rules = SchedulerConfiguration()
    rules.judgement = .eager
    var request = Self.daily(.minutes(1))
    request.requirements = .externalPower
    let since = Records.date(10 * Self.hour)
    let task = try Records.replay(trace, request, column: ReplayColumn(name: "settling", rules))
    #expect(task.runs.first?.run.wait == RunWait(since: since, reason: .externalPower))
    let work = try WorkPlan("1/day,10min")
    let missed = try #require(
      Records.replay(Records.windows([], until: 5 * 24 * Self.hour), work).tasks.first)
    #expect(missed.runs.map(\.run.outcome) == [.missed])
    #expect(
      missed.runs.first?.run.wait == RunWait(since: missed.submitted, reason: .unmeteredNetwork))
  }
}
