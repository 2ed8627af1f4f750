import Testing

@testable import SchedulerCore

@Suite("Programs that are started for their tasks")
struct LaunchOnDemandTests {
  static let mail = TaskRequest.handled("mail.sync")

  /// Its program was started at moment 0 and has not registered.
  static func starting(
    _ request: TaskRequest = mail, configuration: SchedulerConfiguration = .served
  ) -> CoreHarness {
    var core = CoreHarness(configuration: configuration)
    core.take(.submit(request), at: 0)
    core.take(.runStarted(core.process(1)), at: 0)
    return core
  }

  @Test("A program that is silent for the launch timeout is killed, and its runs could not be launched")
  func silent() {
    var core = Self.starting()
    core.take(.submit(.handled("mail.index")), at: 5)
    core.at(19.9, .timer, gives: ["arm point 20s"])
    core.at(
      20, .timer,
      gives: [
        "kill p1", "report failing mail launchFailed pause 10s",
        "put #1 mail.sync launchFailed because launchFailed 0s…20s",
        "put 1 mail.sync attempt 2 not before 50s", "report ended #1 launchFailed next 50s",
        "put #2 mail.index launchFailed because launchFailed 5s…20s",
        "put 2 mail.index attempt 2 not before 50s", "report ended #2 launchFailed next 50s", "arm point 50s",
      ])
    // It registers after all, in its last moment: nothing is given to it.
    core.take(.submit(.handled("mail.a") { $0.kind = .continued }), at: 21)
    core.at(
      21, .register("mail.a", "mail.sync", on: 1, process: core.process(1)),
      gives: [
        "reply registered r1 mail"
      ])
    core.at(22, .runEnded(core.process(1), .signal("SIGKILL")), gives: [])
    core.at(
      30, .timer,
      gives: ["put 3 mail.a in #3", "put #3 mail.a", "start p2 mail", "report launching #3", "arm point 50s"])
  }

  @Test("R14: work that starts now or never is not given to a program whose time is over, but refused")
  func nowOrNever() {
    var core = Self.starting()
    let request = TaskRequest.handled("mail.index") {
      $0.kind = .continued
      $0.strategy = .fail
    }
    core.at(
      20, .submit(request),
      gives: [
        "kill p1", "report failing mail launchFailed pause 10s",
        "put #1 mail.sync launchFailed because launchFailed 0s…20s",
        "put 1 mail.sync attempt 2 not before 50s", "report ended #1 launchFailed next 50s", "arm point 50s",
        "reply immediateRunIneligible mail.index",
      ])
  }

  @Test("A program that registers other identifiers is not killed, and is not said to fail at every start")
  func otherIdentifiers() {
    var core = Self.starting()
    core.take(.register("mail.index", on: 1, process: core.process(1)), at: 1)
    core.at(
      20, .timer,
      gives: [
        "put #1 mail.sync launchFailed because launchFailed 0s…20s",
        "put 1 mail.sync attempt 2 not before 50s", "report ended #1 launchFailed next 50s", "arm point 50s",
      ])
    #expect(core.scheduler.tables.processes.count == 1)
    // It has nothing to do until the next attempt, which comes in the moment in which it would be told to
    // end.
    core.at(
      50, .timer,
      gives: [
        "put 1 mail.sync attempt 2 not before 50s in #2", "put #2 mail.sync attempt 2", "report launching #2",
        "arm point 70s",
      ])
    core.at(
      51, .addIdentifiers(["mail.sync"], to: core.registration(1)),
      gives: ["deliver #2 mail.sync for 30s and 5s to c1", "reply done", "arm never"])
  }

  @Test("A program that registered, lost its connection and does not come back is as good as silent")
  func lostConnection() {
    var core = CoreHarness.started(Self.mail)
    core.take(.complete(core.run(1)), at: 1)
    core.take(.disconnected(1), at: 2)
    core.take(.submit(Self.mail), at: 3)
    core.at(
      23, .timer,
      gives: [
        "kill p1", "report failing mail launchFailed pause 10s",
        "put #2 mail.sync launchFailed because launchFailed 3s…23s",
        "put 2 mail.sync attempt 2 not before 53s", "report ended #2 launchFailed next 53s", "arm point 53s",
      ])
  }

  @Test("A program that ends before it registers: its runs could not be launched, and how it ended is said")
  func endsFirst() {
    for (event, words) in [
      (Exit.status(127), "with exit status 127"), (.signal("SIGSEGV"), "by SIGSEGV"), (.unknown, "unknown"),
    ] {
      var core = Self.starting()
      let lines = core.take(.runEnded(core.process(1), event), at: 1)
      #expect(
        lines == [
          "put #1 mail.sync launchFailed because launchFailed 0s…1s",
          "put 1 mail.sync attempt 2 not before 31s", "report failing mail launchFailed pause 10s",
          "report ended #1 launchFailed next 31s",
          "arm point 31s",
        ])
      #expect(core.store.runs[core.run(1)]?.stopReason?.message.contains(words) == true)
      core.at(2, .runEnded(core.process(1), event), gives: [])
    }
  }

  @Test(
    "A program that cannot be started at all fails in the same way; a machine that is full is not its fault")
  func cannotStart() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    core.at(
      0, .launchFailed(core.process(1), message: "No such file", isPassing: false),
      gives: [
        "report failing mail launchFailed pause 10s",
        "put #1 mail.sync launchFailed because launchFailed 0s…0s",
        "put 1 mail.sync attempt 2 not before 30s", "report ended #1 launchFailed next 30s", "arm point 30s",
      ])
    #expect(core.reasons("mail.sync", at: 1) == ["backoff", "launchBackoff"])
    var full = CoreHarness(configuration: .served)
    full.take(.submit(Self.mail), at: 0)
    full.at(
      0, .launchFailed(full.process(1), message: "No more processes", isPassing: true),
      gives: [
        "put #1 mail.sync interrupted because launchFailed 0s…0s",
        "put 1 mail.sync attempt 2 not before 30s",
        "report ended #1 interrupted next 30s", "arm point 30s",
      ])
    #expect(full.reasons("mail.sync", at: 1) == ["backoff"])
  }

  @Test(
    "A program that crashes at every start: it is said once, the pauses grow up to an hour, and it recovers")
  func backoff() {
    var core = CoreHarness(configuration: .served)
    let request = TaskRequest.handled("mail.sync") {
      $0.retry = Retry(backoff: .linear, initial: .zero, maximumAttempts: 1000)
    }
    core.take(.submit(request), at: 0)
    var moment = 0.0
    var pauses: [Double] = []
    var reports = 0
    for start in 1...12 {
      let lines = core.take(.runEnded(core.process(start), .status(1)), at: moment)
      reports += lines.count { $0.hasPrefix("report failing") }
      let next = core.explanation("mail.sync", at: moment)?.forecast.map { Double(($0 - .at(0)).uSec) / 1e6 }
      pauses.append((next ?? 0) - moment)
      moment = next ?? 0
      core.take(.timer, at: moment)
    }
    #expect(pauses == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600])
    #expect(reports == 1)
    core.at(
      moment, .register("mail.sync", on: 1, process: core.process(13)),
      gives: [
        "reply registered r1 mail", "report recovered mail after 12",
        "deliver #13 mail.sync for 30s and 5s to c1", "arm never",
      ])
    // From the beginning.
    core.take(.disconnected(1), at: moment)
    core.take(.runEnded(core.process(13), .status(1)), at: moment)
    core.take(.timer, at: moment)
    core.at(
      moment, .runEnded(core.process(14), .status(1)),
      gives: [
        "report failing mail launchFailed pause 10s",
        "put #15 mail.sync attempt 15 launchFailed because launchFailed 15910s…15910s",
        "put 1 mail.sync attempt 16 not before 15910s", "report ended #15 launchFailed next 15910s",
        "arm point 15920s",
      ])
  }

  @Test("A program that connects by itself is not left alone for its failed starts, and ends the pause")
  func backoffConnected() {
    var core = Self.starting()
    core.take(.runEnded(core.process(1), .status(1)), at: 0)
    core.take(.submit(.handled("mail.index")), at: 1)
    #expect(core.reasons("mail.index", at: 1) == ["launchBackoff"])
    // Those of other users and other applications are started.
    core.take(.submit(.handled("mail.index"), uid: 1001), at: 1)
    core.take(.submit(.handled("photos.scan")), at: 1)
    #expect(core.scheduler.runningCount == 2)
    core.at(
      2, .register("mail.index", on: 1),
      gives: [
        "reply registered r1 mail", "report recovered mail after 1", "put 2 mail.index in #4",
        "put #4 mail.index", "deliver #4 mail.index for 30s and 5s to c1", "report launching #4",
        "arm point 21s",
      ])
  }

  @Test("A process that has had nothing to do for a while is told to end, and killed if it does not")
  func idle() {
    var core = CoreHarness.started(Self.mail)
    core.at(
      5, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…5s", "delete 1", "report ended #1 completed", "reply done",
        "arm point 35s",
      ])
    // What it gets meanwhile keeps it.
    core.take(.submit(Self.mail), at: 20)
    core.take(.runStarted(core.run(2)), at: 20)
    core.at(35, .timer, gives: ["arm point 50s"])
    core.take(.complete(core.run(2)), at: 36)
    core.at(66, .timer, gives: ["expire p1 idleApplication in 5s", "arm point 71s"])
    core.at(71, .timer, gives: ["kill p1", "arm never"])
    core.at(72, .runEnded(core.process(1), .signal("SIGKILL")), gives: [])
  }

  @Test(
    "What becomes due while the process ends waits for that, and goes to the next one, in a time of its own"
  )
  func dueWhileEnding() {
    var core = CoreHarness.started(Self.mail)
    core.take(.complete(core.run(1)), at: 0)
    core.at(30, .timer, gives: ["expire p1 idleApplication in 5s", "arm point 35s"])
    core.at(
      31, .submit(Self.mail),
      gives: [
        "put 2 mail.sync with payload", "report submitted 2 mail.sync waiting", "put 2 mail.sync in #2",
        "put #2 mail.sync", "report launching #2", "reply submitted 2 mail.sync launching",
      ])
    // Neither is the old one's connection asked, nor one that it makes now.
    core.at(32, .disconnected(1), gives: [])
    core.at(33, .register("mail.sync", on: 2, process: core.process(1)), gives: ["reply registered r2 mail"])
    core.at(34, .runEnded(core.process(1), .status(0)), gives: ["start p2 mail", "arm point 54s"])
    core.at(
      50, .register("mail.sync", on: 3, process: core.process(2)),
      gives: ["reply registered r3 mail", "deliver #2 mail.sync for 30s and 5s to c3", "arm never"])
  }

  @Test("What becomes due while the process ends goes to another program that handles it")
  func dueWhileEndingElsewhere() {
    var core = CoreHarness.started(Self.mail)
    core.take(.register("mail.sync", on: 5), at: 0)
    core.take(.register("mail.sync", on: 6, process: core.process(1)), at: 0)
    core.take(.complete(core.run(1)), at: 0)
    core.take(.timer, at: 30)
    core.at(
      31, .submit(Self.mail),
      gives: [
        "put 2 mail.sync with payload", "report submitted 2 mail.sync waiting", "put 2 mail.sync in #2",
        "put #2 mail.sync", "deliver #2 mail.sync for 30s and 5s to c5", "report launching #2",
        "reply submitted 2 mail.sync launching",
      ])
  }

  @Test("A process that is killed and cannot be ended does not hold its application for ever")
  func unkillable() {
    var core = Self.starting(.handled("mail.sync") { $0.retry = Retry(backoff: .linear, initial: .zero) })
    core.take(.timer, at: 20)
    core.at(
      30, .timer,
      gives: [
        "put 1 mail.sync attempt 2 not before 20s in #2", "put #2 mail.sync attempt 2", "report launching #2",
        "arm point 55s",
      ])
    core.at(
      55, .timer,
      gives: [
        "put #2 mail.sync attempt 2 launchFailed because launchFailed 30s…55s",
        "put 1 mail.sync attempt 3 not before 55s", "report ended #2 launchFailed next 55s",
        "put 1 mail.sync attempt 3 not before 55s in #3", "put #3 mail.sync attempt 3", "report launching #3",
        "arm point 80s",
      ])
  }

  @Test("Somebody else's program may take what a process was started for; the process then has nothing to do")
  func takenElsewhere() {
    var core = Self.starting()
    core.at(
      3, .register("mail.sync", on: 1),
      gives: ["reply registered r1 mail", "deliver #1 mail.sync for 30s and 5s to c1", "arm point 33s"])
    core.at(4, .runEnded(core.process(1), .status(0)), gives: ["arm never"])
  }

  @Test(
    "A process of ours that registers for another application is ours, and not idle while that has a run"
  )
  func otherApplication() {
    var core = Self.starting()
    core.take(.register("photos.scan", on: 1, process: core.process(1)), at: 1)
    core.take(.submit(.handled("photos.scan") { $0.runtimeLimit = .minutes(9) }), at: 2)
    core.take(.runStarted(core.run(2)), at: 2)
    // What it was started for could not be launched, but it works.
    core.at(
      20, .timer,
      gives: [
        "put #1 mail.sync launchFailed because launchFailed 0s…20s",
        "put 1 mail.sync attempt 2 not before 50s", "report ended #1 launchFailed next 50s", "arm point 50s",
      ])
    core.take(.cancel("mail.sync"), at: 21)
    core.at(60, .timer, gives: ["arm point 542s"])
    core.at(
      61, .complete(core.run(2)),
      gives: [
        "put #2 photos.scan completed success 2s…61s", "delete 2", "report ended #2 completed",
        "reply done", "arm point 91s",
      ])
  }

  @Test("A process is not taken for another user's")
  func otherUser() {
    var core = Self.starting()
    core.take(.register("mail.sync", on: 2, uid: 1001, process: core.process(1)), at: 1)
    #expect(core.scheduler.tables.registrations.values.allSatisfy { $0.process == nil })
    let lines = core.take(.timer, at: 20)
    #expect(lines.directives.first == "kill p1")
  }

  @Test("Shutdown: programs of applications and their runs are left alone, and nothing is started any more")
  func shutdown() {
    var core = CoreHarness.started(Self.mail)
    core.take(.submit(.command("c")), at: 1)
    core.take(.runStarted(core.run(2)), at: 1)
    core.at(
      2, .shutdown,
      gives: [
        "expire #2 shutdown in 5s", "report expiring #2 because shutdown in 5s", "put #2 c because shutdown",
        "arm point 7s",
      ])
    core.at(2, .submit(Self.mail), gives: ["reply unavailable"])
    // They still may say what they have to.
    core.at(
      3, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…3s", "delete 1", "report ended #1 completed", "reply done",
      ])
    core.at(
      4, .runEnded(core.run(2), .status(0)),
      gives: [
        "put #2 c expired success exit 0 because shutdown 1s…4s", "delete 2", "report ended #2 expired",
        "ready to exit", "arm point 33s",
      ])
    var alone = CoreHarness.delivered(Self.mail)
    alone.at(1, .shutdown, gives: ["ready to exit"])
    alone.at(
      2, .disconnected(1),
      gives: [
        "put #1 mail.sync interrupted because vanished 0s…2s", "put 1 mail.sync attempt 2 not before 32s",
        "report ended #1 interrupted next 32s", "arm point 32s",
      ])
  }

  @Test(
    "Shutdown: what waits for the end of a process is not started, but is tried again by the next daemon"
  )
  func shutdownWhileEnding() {
    var core = CoreHarness.started(Self.mail)
    core.take(.complete(core.run(1)), at: 0)
    core.take(.submit(.command("c")), at: 1)
    core.take(.timer, at: 30)
    core.take(.submit(Self.mail), at: 31)
    core.take(.shutdown, at: 32)
    core.at(
      33, .runEnded(core.process(1), .status(0)),
      gives: [
        "put #3 mail.sync interrupted because shutdown 31s…33s", "put 3 mail.sync attempt 2 not before 63s",
        "report ended #3 interrupted next 63s", "arm point 37s",
      ])
  }

  @Test("What is said of processes, connections and registrations that nobody knows changes nothing")
  func strangers() {
    var core = CoreHarness.started(Self.mail)
    let stranger = RunID("00000000000000000000000000000000")
    for event in [
      Event.disconnected(9), .runStarted(stranger), .runEnded(stranger, .status(0)),
      .launchFailed(stranger, message: "", isPassing: true), .runStarted(core.process(1)),
    ] {
      core.at(1, event, gives: [])
    }
    core.at(1, .register("mail.a", on: 2, process: stranger), gives: ["reply registered r2 mail"])
    // A process is no run, and a run no process.
    core.at(2, .complete(core.process(1)), gives: ["reply noSuchRun p1"])
  }
}
