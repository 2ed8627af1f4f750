import Testing

@testable import SchedulerCore

@Suite("Continued work and debugging of applications")
struct ContinuedDeliveryRules {
  static let export = TaskRequest.handled("photos.export") { $0.kind = .continued }

  @Test("R50: what a person started is delivered now, whatever its date, though its application is in use")
  func r50() {
    var core = CoreHarness.connected("photos.export")
    core.take(.isNow(.active, "photos", on: 1), at: 0)
    core.at(
      0,
      .submit(
        .handled("photos.export") {
          $0.kind = .continued
          $0.earliestBegin = .at(600)
        }),
      gives: [
        "put 1 photos.export from 600s with payload", "report submitted 1 photos.export waiting",
        "put 1 photos.export from 600s in #1", "put #1 photos.export",
        "deliver #1 photos.export for 86400s and 5s to c1", "report launching #1",
        "reply submitted 1 photos.export launching",
      ])
  }

  @Test("R51: work that does not say how far it is for a minute is warned; progress gives it another minute")
  func r51() {
    var core = CoreHarness.delivered(Self.export)
    let progress = Progress(completedUnitCount: 3, totalUnitCount: 10)
    core.at(
      50, .call(.reportProgress(core.run(1), progress)),
      gives: ["report progress #1 3/10", "reply done", "arm point 110s"])
    core.at(60, .timer, gives: ["arm point 110s"])
    core.at(
      110, .timer,
      gives: [
        "warn #1 stalled in 5s on c1", "report expiring #1 because stalled 3/10 in 5s",
        "put #1 photos.export because stalled 3/10", "arm point 115s",
      ])
    core.at(
      115, .timer,
      gives: [
        "report killing #1", "put #1 photos.export killed because stalled 3/10 0s…115s", "delete 1",
        "report ended #1 killed", "arm never",
      ])
  }

  @Test("R51: the minute begins when the program has the run, not when it is started for it")
  func r51Start() {
    var core = CoreHarness(configuration: .served.with { $0.launchTimeout = .minutes(2) })
    core.take(.submit(Self.export), at: 0)
    core.take(.register("photos.export", on: 1, process: core.process(1)), at: 90)
    core.at(90, .runStarted(core.run(1)), gives: ["report running #1", "arm point 150s"])
  }

  @Test(
    "R52: with fail it begins at once or is refused, and starting its program is beginning; queued it follows"
  )
  func r52() {
    let now = TaskRequest.handled("photos.export") {
      $0.kind = .continued
      $0.strategy = .fail
    }
    var core = CoreHarness(
      configuration: .served.with {
        $0.maximumConcurrentRuns = 1
        $0.maximumExtraRunsPerUser = 0
      })
    core.at(
      0, .submit(now),
      gives: [
        "put 1 photos.export with payload", "report submitted 1 photos.export waiting",
        "put 1 photos.export in #1", "put #1 photos.export", "start p1 photos", "report launching #1",
        "arm point 20s", "reply submitted 1 photos.export launching",
      ])
    core.at(
      0,
      .submit(
        .handled("photos.other") {
          $0.kind = .continued
          $0.strategy = .fail
        }), gives: ["reply immediateRunIneligible photos.other"])
    core.take(.register("photos.export", on: 1, process: core.process(1)), at: 1)
    core.take(.runStarted(core.run(1)), at: 1)
    core.at(2, .submit(now), gives: ["reply immediateRunIneligible photos.export"])
    core.at(
      3, .submit(Self.export),
      gives: [
        "put 2 photos.export with payload",
        "report submitted 2 photos.export waiting waits for alreadyRunning concurrency",
        "reply submitted 2 photos.export waiting",
      ])
    core.at(
      4, .complete(core.run(1)),
      gives: [
        "put #1 photos.export completed success 0s…4s", "delete 1", "report ended #1 completed",
        "reply done", "put 2 photos.export in #2", "put #2 photos.export",
        "deliver #2 photos.export for 86400s and 5s to c1", "report launching #2", "arm never",
      ])
  }

  @Test("R53: a person stops it, and how far it was is kept")
  func r53() {
    var core = CoreHarness.delivered(Self.export)
    let progress = Progress(completedUnitCount: 3, totalUnitCount: 10, title: "Export", subtitle: "IMG_1")
    core.take(.call(.reportProgress(core.run(1), progress)), at: 1)
    #expect(core.scheduler.task("photos.export", of: 1000)?.run?.progress == progress)
    core.at(
      2, .cancel("photos.export"),
      gives: [
        "warn #1 cancelled in 5s on c1", "report expiring #1 because cancelled 3/10 in 5s",
        "put #1 photos.export because cancelled 3/10", "reply done", "arm point 7s",
      ])
    core.at(
      3, .complete(core.run(1), success: false),
      gives: [
        "put #1 photos.export cancelled failure because cancelled 3/10 0s…3s", "delete 1",
        "report ended #1 cancelled", "reply done", "arm never",
      ])
  }

  @Test(
    "R60: a simulated launch is delivered, or starts the program, whatever date, back-off and user"
  )
  func r60() {
    let later = TaskRequest.handled("mail.sync") { $0.earliestBegin = .at(600) }
    var core = CoreHarness.connected("mail.sync")
    core.take(.isNow(.active, "mail", on: 1), at: 0)
    core.take(.submit(later), at: 0)
    core.at(
      1, .call(.simulateLaunch(identifier: "mail.sync")),
      gives: [
        "put 1 mail.sync from 1s instead of 600s in #1", "put #1 mail.sync",
        "deliver #1 mail.sync for 30s and 5s to c1",
        "report launching #1", "reply launched #1", "arm never",
      ])
    core.at(2, .call(.simulateLaunch(identifier: "mail.sync")), gives: ["reply noSuchTask mail.sync"])

    var started = CoreHarness(configuration: .served)
    started.take(.submit(.handled("mail.a")), at: 0)
    started.take(.runEnded(started.process(1), .status(1)), at: 1)
    started.take(.submit(later), at: 2)
    #expect(started.reasons("mail.sync", at: 2) == ["earliestBegin", "launchBackoff"])
    started.at(
      3, .call(.simulateLaunch(identifier: "mail.sync")),
      gives: [
        "put 2 mail.sync from 3s instead of 600s in #2", "put #2 mail.sync", "start p2 mail",
        "report launching #2",
        "reply launched #2", "arm point 23s",
      ])
  }

  @Test("R60: what is pending behind a run that waits for its program is not launched beside it")
  func r60Awaited() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(.handled("mail.sync")), at: 0)
    core.at(1, .call(.simulateLaunch(identifier: "mail.sync")), gives: ["reply noSuchTask mail.sync"])
    core.take(.submit(.handled("mail.sync")), at: 1)
    core.at(2, .call(.simulateLaunch(identifier: "mail.sync")), gives: ["reply invalid identifier"])
  }

  @Test("R60: with nobody to handle it and nobody to start, a simulated launch is refused and the task stays")
  func r60Nobody() {
    var core = CoreHarness.connected("remote.a")
    core.take(.submit(.handled("remote.a") { $0.earliestBegin = .at(600) }), at: 0)
    core.take(.disconnected(1), at: 1)
    core.at(2, .call(.simulateLaunch(identifier: "remote.a")), gives: ["reply unavailable"])
    #expect(core.scheduler.pendingCount == 1)
  }

  @Test("R61: a simulated expiration warns a delivered run, and ends one that no program has yet")
  func r61() {
    var core = CoreHarness.delivered(.handled("mail.sync"))
    core.at(
      1, .call(.simulateExpiration(identifier: "mail.sync")),
      gives: [
        "warn #1 simulated in 5s on c1", "report expiring #1 because simulated in 5s",
        "put #1 mail.sync because simulated", "reply done",
        "arm point 6s",
      ])
    core.at(
      2, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync expired success because simulated 0s…2s", "delete 1", "report ended #1 expired",
        "reply done", "arm never",
      ])
    var awaited = CoreHarness(configuration: .served)
    awaited.take(.submit(.handled("mail.sync")), at: 0)
    awaited.at(
      1, .call(.simulateExpiration(identifier: "mail.sync")),
      gives: [
        "put #1 mail.sync expired because simulated 0s…1s", "delete 1", "report ended #1 expired",
        "reply done", "arm point 31s",
      ])
    var waiting = CoreHarness(configuration: .served)
    waiting.take(.submit(.handled("mail.sync") { $0.earliestBegin = .at(600) }), at: 0)
    waiting.at(1, .call(.simulateExpiration(identifier: "mail.sync")), gives: ["reply noSuchTask mail.sync"])
  }
}
