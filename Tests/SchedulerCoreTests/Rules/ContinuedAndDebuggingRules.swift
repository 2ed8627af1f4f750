import Testing

@testable import SchedulerCore

@Suite("Continued processing and debugging")
struct ContinuedAndDebuggingRules {
  @Test("R50: what a person starts begins now, whatever its date")
  func r50() {
    var core = CoreHarness()
    core.at(
      0, .submit(.continued("a") { $0.earliestBegin = .at(600) }),
      gives: [
        "put 1 a from 600s with payload", "report submitted 1 a waiting", "put 1 a from 600s in #1",
        "put #1 a",
        "launch #1 a for 86400s and 5s", "report launching #1", "reply submitted 1 a launching",
      ])
  }

  @Test("R51: continued work that does not say how far it is for a minute is told to stop")
  func r51() {
    var core = CoreHarness()
    core.take(.submit(.continued("a")), at: 0)
    core.at(0, .runStarted(core.run(1)), gives: ["report running #1", "arm point 60s"])
    let progress = Progress(completedUnitCount: 3, totalUnitCount: 10)
    core.at(
      50, .call(.reportProgress(core.run(1), progress)),
      gives: ["report progress #1 3/10", "reply done", "arm point 110s"])
    core.at(60, .timer, gives: ["arm point 110s"])
    core.at(
      110, .timer,
      gives: [
        "expire #1 stalled in 5s", "report expiring #1 because stalled 3/10 in 5s",
        "put #1 a because stalled 3/10", "arm point 115s",
      ])
    core.at(
      111, .runEnded(core.run(1), .signal("SIGTERM")),
      gives: [
        "put #1 a expired SIGTERM because stalled 3/10 0s…111s", "delete 1", "report ended #1 expired",
        "arm never",
      ])
    core.at(112, .call(.reportProgress(core.run(1), progress)), gives: ["reply noSuchRun #1"])
  }

  @Test("R51: other kinds need not say how far they are")
  func r51Others() {
    var core = CoreHarness()
    core.take(.submit(.processing("a")), at: 0)
    core.at(0, .runStarted(core.run(1)), gives: ["report running #1", "arm point 600s"])
  }

  @Test("R52: what queues starts as soon as there is room")
  func r52() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRunsOfKind = [.continued: 1] })
    core.take(.submit(.continued("a")), at: 0)
    core.take(.submit(.continued("b")), at: 0)
    #expect(core.reasons("b", at: 0) == ["kindConcurrency"])
    core.at(
      9, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 0s…9s", "delete 1", "report ended #1 completed", "put 2 b in #2",
        "put #2 b", "launch #2 b for 86400s and 5s", "report launching #2",
      ])
  }

  @Test(
    "R60: a simulated launch needs a pending request, consumes it, ignores date, machine and limits"
  )
  func r60() {
    var core = CoreHarness(
      configuration: .plain.with { $0.maximumConcurrentRuns = 1 }, conditions: [.powerSource(.battery)])
    core.take(.submit(.command("busy")), at: 0)
    core.take(
      .submit(
        .command("a") {
          $0.earliestBegin = .at(600)
          $0.requirements = .externalPower
        }), at: 0)
    core.at(1, .call(.simulateLaunch(identifier: "b")), gives: ["reply noSuchTask b"])
    core.at(1, .call(.simulateLaunch(identifier: "a"), uid: 1001), gives: ["reply noSuchTask a"])
    core.at(
      1, .call(.simulateLaunch(identifier: "a")),
      gives: [
        "put 2 a from 1s instead of 600s in #2", "put #2 a", "launch #2 a for 30s and 5s",
        "report launching #2",
        "reply launched #2", "arm never",
      ])
    core.at(2, .call(.simulateLaunch(identifier: "a")), gives: ["reply noSuchTask a"])
    core.take(.runStarted(core.run(2)), at: 2)
    // It was started in spite of its requirements, so their loss does not stop it.
    core.take(.conditions([.powerSource(.external)]), at: 3)
    core.at(4, .conditions([.powerSource(.battery)]), gives: ["report conditions unmet externalPower"])
    core.at(
      5, .runEnded(core.run(2), .status(0)),
      gives: [
        "put #2 a completed success exit 0 1s…5s", "delete 2", "report ended #2 completed", "arm never",
      ])
  }

  @Test("R60: a run beside the others stays beside them over a restart")
  func r60Restarted() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("a") { $0.earliestBegin = .at(600) }), at: 0)
    core.take(.submit(.command("busy")), at: 0)
    core.take(.call(.simulateLaunch(identifier: "a")), at: 1)
    for number in [1, 2] { core.take(.runStarted(core.run(number)), at: 2) }
    #expect(core.scheduler.tables.indexes.load.total == 1)
    core = core.restarted()
    core.start(at: 3, surviving: [core.run(1), core.run(2)])
    #expect(core.scheduler.tables.indexes.load.total == 1)
  }

  @Test("R60: what is pending behind a run of its identifier is not launched beside it")
  func r60Beside() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.submit(.command("a")), at: 0)
    core.at(1, .call(.simulateLaunch(identifier: "a")), gives: ["reply invalid identifier"])
  }

  @Test("R60: a run before its date does not use up a repeating task's date")
  func r60Repeating() {
    var core = CoreHarness()
    core.take(
      .submit(
        .command("a") {
          $0.earliestBegin = .at(600)
          $0.repeatEvery = .hours(1)
        }), at: 0)
    core.take(.call(.simulateLaunch(identifier: "a")), at: 100)
    core.at(
      110, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 100s…110s", "put 1 a from 600s",
        "report ended #1 completed next 600s",
        "arm date 600s",
      ])
  }

  @Test("R60: the attempts after a run before its date do not wait for the date, and the next period does")
  func r60Retried() {
    var core = CoreHarness()
    let request = TaskRequest.command("a") {
      $0.earliestBegin = .at(600)
      $0.repeatEvery = .hours(1)
      $0.retry = Retry(backoff: .linear, initial: .seconds(30))
    }
    core.take(.submit(request), at: 0)
    core.take(.call(.simulateLaunch(identifier: "a")), at: 100)
    core.take(.runEnded(core.run(1), .status(1)), at: 110)
    let waiting = core.scheduler.task("a", of: 1000)?.task
    #expect(
      waiting?.ownDate == .at(600)
        && waiting?.missedPeriods(at: .at(140), in: CalendarPlace(zone: .utc, machine: "")) == 0)
    // Also with a daemon that was started meanwhile.
    core = core.restarted()
    core.start(at: 120)
    core.take(.timer, at: 140)
    core.take(.runEnded(core.run(2), .status(0)), at: 150)
    let task = core.scheduler.task("a", of: 1000)?.task
    #expect(task?.request.earliestBegin == .at(600) && task?.calledFor == nil && task?.recurrence == 0)
  }

  @Test("R61: a simulated expiration tells a run that its time is up")
  func r61() {
    var core = RunningRules.running(.command("a"))
    core.at(1, .call(.simulateExpiration(identifier: "b")), gives: ["reply noSuchTask b"])
    core.at(
      1, .call(.simulateExpiration(identifier: "a")),
      gives: [
        "expire #1 simulated in 5s", "report expiring #1 because simulated in 5s",
        "put #1 a because simulated", "reply done",
        "arm point 6s",
      ])
    core.at(2, .call(.simulateExpiration(identifier: "a")), gives: ["reply done"])
    core.at(
      3, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a expired success exit 0 because simulated 0s…3s", "delete 1", "report ended #1 expired",
        "arm never",
      ])
    core.at(4, .call(.simulateExpiration(identifier: "a")), gives: ["reply noSuchTask a"])
  }

  static let simulating = SchedulerConfiguration.plain.with { $0.allowsSimulation = true }

  @Test("Conditions are simulated by the privileged only, and only where the configuration allows it")
  func simulationGuards() {
    let call = Call.simulateConditions([.powerSource(.battery)], clear: false)
    var core = CoreHarness(configuration: Self.simulating)
    core.at(0, .call(call), gives: ["reply permissionDenied"])
    var closed = CoreHarness()
    closed.at(0, .call(call, uid: 0), gives: ["reply simulationDisabled"])
  }

  @Test(
    "A simulation sets single fields, leaves the others to their sources, and gives them back when cleared")
  func simulatedFields() {
    var core = CoreHarness(configuration: Self.simulating, conditions: [.powerSource(.external)])
    core.take(.submit(.command("a") { $0.earliestBegin = .at(60) }), at: 0)
    core.at(
      1, .call(.simulateConditions([.powerSource(.battery)], clear: false), uid: 0),
      gives: [
        "report conditions unmet externalPower simulated powerSource",
        "reply conditions unmet externalPower simulated powerSource",
      ])
    // What the sources say of a simulated field counts when it is given back; what they say of others counts
    // now.
    core.at(
      2, .conditions([.powerSource(.external), .flag(.lowPowerMode, true)]),
      gives: [
        "report conditions unmet externalPower lowPowerMode simulated powerSource"
      ])
    core.at(
      3, .call(.simulateConditions([.flag(.lowPowerMode, false)], clear: false), uid: 0),
      gives: [
        "report conditions unmet externalPower simulated powerSource lowPowerMode",
        "reply conditions unmet externalPower simulated powerSource lowPowerMode",
      ])
    core.at(
      4, .call(.simulateConditions([.flag(.storageLow, true)], clear: true), uid: 0),
      gives: [
        "report conditions unmet storageNotLow lowPowerMode simulated storageLow",
        "reply conditions unmet storageNotLow lowPowerMode simulated storageLow",
      ])
    core.at(
      5, .configurationChanged(.plain), gives: ["report conditions unmet lowPowerMode"])
  }
}
