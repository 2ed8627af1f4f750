import Testing

@testable import SchedulerCore

@Suite("Starting at once or not at all")
struct ImmediateStartRules {
  @Test("R14, R52: a continued request that must start at once does, or is refused; one that queues waits")
  func r14() {
    var core = CoreHarness(configuration: .oneAtATime)
    core.at(
      0, .submit(.continued("a") { $0.strategy = .fail }),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting", "put 1 a in #1", "put #1 a",
        "launch #1 a for 86400s and 5s", "report launching #1", "reply submitted 1 a launching",
      ])
    core.at(1, .submit(.continued("b") { $0.strategy = .fail }), gives: ["reply immediateRunIneligible b"])
    core.at(
      2, .submit(.continued("b")),
      gives: [
        "put 2 b with payload", "report submitted 2 b waiting waits for concurrency",
        "reply submitted 2 b waiting",
      ])
  }

  @Test("R14: of two requests of one batch that must start at once only one gets the last room")
  func r14InABatch() {
    var core = CoreHarness(configuration: .oneAtATime)
    core.at(
      0, .submitBatch([.continued("a") { $0.strategy = .fail }, .continued("b") { $0.strategy = .fail }]),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting", "put 1 a in #1", "put #1 a",
        "launch #1 a for 86400s and 5s", "report launching #1",
        "reply 1 a launching, immediateRunIneligible b",
      ])
  }

  @Test("R14: a request that was promised to start at once is not overtaken within its batch")
  func r14NotOvertaken() {
    var core = CoreHarness(configuration: .oneAtATime)
    let urgent = TaskRequest.command("b") { $0.deadline = .at(-60) }
    core.at(
      0, .submitBatch([.continued("a") { $0.strategy = .fail }, urgent]),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting", "put 1 a in #1", "put #1 a",
        "launch #1 a for 86400s and 5s", "report launching #1", "put 2 b until -60s with payload",
        "report submitted 2 b waiting waits for concurrency", "put 2 b until -60s overdue",
        "report overdue 2 b waits for concurrency", "reply 1 a launching, 2 b waiting",
      ])
  }

  @Test("R14: what was accepted before it in the same batch has its room first")
  func r14BehindInABatch() {
    var core = CoreHarness(configuration: .oneAtATime)
    core.at(
      0, .submitBatch([.continued("a"), .continued("b") { $0.strategy = .fail }]),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting", "put 1 a in #1", "put #1 a",
        "launch #1 a for 86400s and 5s", "report launching #1",
        "reply 1 a launching, immediateRunIneligible b",
      ])
  }

  @Test("R14: what was accepted before it in the same batch under its identifier runs, and is not replaced")
  func r14BehindItself() {
    var core = CoreHarness(configuration: .plain)
    core.at(
      0, .submitBatch([.continued("a"), .continued("a") { $0.strategy = .fail }]),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting", "put 1 a in #1", "put #1 a",
        "launch #1 a for 86400s and 5s", "report launching #1",
        "reply 1 a launching, immediateRunIneligible a",
      ])
  }

  @Test("R14, R95: what waited under its identifier until its lease was over is ended by that, and not again")
  func r14AfterALease() {
    var core = CoreHarness(configuration: .oneAtATime, sliceSize: 1)
    core.take(.submit(.command("r")), at: 0)
    for name in ["b", "c", "a"] { core.take(.submit(.command(name), trustedUntil: 60), at: 0) }
    // The slice is too small to end all three.
    #expect(!core.take(.runEnded(core.run(1), .status(0)), at: 60).contains("delete 4"))
    core.at(
      60, .submit(.continued("a") { $0.strategy = .fail }),
      gives: [
        "put #4 a leaseLost failure because leaseLost 60s…60s", "delete 4", "put 5 a with payload",
        "put 5 a in #5", "put #5 a", "report ended #4 leaseLost", "report submitted 5 a waiting",
        "launch #5 a for 86400s and 5s", "report launching #5", "reply submitted 5 a launching",
      ])
  }

  @Test(
    "R14: a request whose deadline has passed already starts at once without its requirements, or not at all")
  func r14AfterItsDeadline() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    func request(_ policy: DeadlinePolicy) -> TaskRequest {
      .continued("\(policy)") {
        $0.strategy = .fail
        $0.deadline = .at(-1)
        $0.onDeadline = policy
        $0.requirements = .externalPower
      }
    }
    core.at(0, .submit(request(.wait)), gives: ["reply immediateRunIneligible wait"])
    core.at(
      0, .submit(request(.run)),
      gives: [
        "put 1 run until -1s with payload", "report submitted 1 run waiting",
        "put 1 run until -1s overdue in #1",
        "put #1 run", "launch #1 run for 86400s and 5s", "report launching #1",
        "reply submitted 1 run launching",
      ])
    core.take(.runStarted(core.run(1)), at: 0)
    // It was started without power, so power does not stop it.
    core.take(.conditions([.powerSource(.external)]), at: 1)
    core.at(2, .conditions([.powerSource(.battery)]), gives: ["report conditions unmet externalPower"])
    var dropping = CoreHarness()
    dropping.at(0, .submit(request(.drop)), gives: ["reply immediateRunIneligible drop"])
  }
}
