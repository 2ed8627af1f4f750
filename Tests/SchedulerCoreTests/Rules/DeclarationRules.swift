import Testing

@testable import SchedulerCore

@Suite("Tasks that files declare")
struct DeclarationRules {
  static func daily(_ change: @escaping (inout TaskRequest) -> Void = { _ in }) -> TaskRequest {
    .command("a") {
      $0.repeatEvery = .hours(24)
      change(&$0)
    }
  }
  static let day = 86_400.0

  @Test("What a file declares is submitted; the same files again change nothing and write nothing")
  func unchanged() {
    var core = CoreHarness()
    let file = Declaration.file("a.task", Self.daily(), delay: .seconds(60))
    core.at(
      0, .declare(file),
      gives: [
        "put 1 a from 60s with payload", "report submitted 1 a waiting waits for earliestBegin",
        "put declaration 1 a of a.task", "arm date 60s",
      ])
    #expect(core.scheduler.task("a", of: 1000)?.declaredIn == "a.task")
    core.at(10, .reload(file), gives: [])
    var restarted = core.restarted()
    restarted.starts(at: 20, gives: ["arm date 60s"])
    restarted.at(30, .declare(file), gives: [])
    restarted.take(.timer, at: 60)
    restarted.at(61, .reload(file), gives: [])
    restarted.at(
      70, .runEnded(restarted.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 60s…70s", "put 1 a from 86460s period 1",
        "report ended #1 completed next 86460s", "arm date 86460s",
      ])
    restarted.at(80, .reload(file), gives: [])
  }

  @Test("A task that was to be done once and is done does not come again until its file says something else")
  func once() {
    var core = CoreHarness()
    let file = Declaration.file("a.task", .command("a"))
    core.take(.declare(file), at: 0)
    core.at(
      1, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 0s…1s", "delete 1", "put declaration 1 a of a.task finished",
        "report ended #1 completed",
      ])
    core.at(2, .reload(file), gives: [])
    var restarted = core.restarted()
    restarted.start(at: 3)
    restarted.at(4, .declare(file), gives: [])
    restarted.at(
      5, .reload(.file("a.task", .command("a"), payload: [2])),
      gives: [
        "put 2 a with payload", "report submitted 2 a waiting", "delete declaration 1",
        "put declaration 2 a of a.task", "put 2 a in #2", "put #2 a", "launch #2 a for 30s and 5s",
        "report launching #2",
      ])
  }

  @Test(
    "Another command keeps the date that the task waits for and the count of its periods; attempts begin anew"
  )
  func changedCommand() {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily())), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    core.at(
      2, .reload(.file("a.task", Self.daily(), deadlineDelay: .hours(1), payload: [2])),
      gives: [
        "delete 1", "put 2 a from 86400s until 90000s period 1 with payload",
        "report submitted 2 a waiting replacing waits for earliestBegin", "delete declaration 1",
        "put declaration 2 a of a.task",
      ])
    var failing = CoreHarness()
    failing.take(.declare(.file("a.task", Self.daily { $0.retry = Retry() })), at: 0)
    failing.take(.runEnded(failing.run(1), .status(1)), at: 1)
    failing.at(
      2, .reload(.file("a.task", Self.daily { $0.retry = Retry() }, payload: [2])),
      gives: [
        "delete 1", "put 2 a with payload", "report submitted 2 a waiting replacing", "delete declaration 1",
        "put declaration 2 a of a.task", "put 2 a in #2", "put #2 a", "launch #2 a for 30s and 5s",
        "report launching #2", "arm never",
      ])
  }

  @Test("Another period counts from the last date; another first date begins anew")
  func changedDates() {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily())), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    core.take(.reload(.file("a.task", Self.daily { $0.repeatEvery = .hours(1) }, payload: [2])), at: 2)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(3600))
    core.take(.reload(.file("a.task", Self.daily { $0.repeatEvery = .hours(1) }, delay: .hours(5))), at: 3)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(5 * 3600 + 3))
    core.take(.reload(.file("a.task", Self.daily { $0.earliestBegin = .at(100) }, payload: [3])), at: 4)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(100))
    #expect(core.scheduler.task("a", of: 1000)?.task.recurrence == 0)
  }

  @Test("A file that changes while its task runs: the run goes on, and the new task waits for the next date")
  func changedWhileRunning() {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily())), at: 0)
    core.at(
      10, .reload(.file("a.task", Self.daily(), payload: [2])),
      gives: [
        "put 2 a from 86400s period 1 with payload",
        "report submitted 2 a waiting waits for earliestBegin alreadyRunning", "delete declaration 1",
        "put declaration 2 a of a.task", "arm date 86400s",
      ])
    core.at(
      20, .runEnded(core.run(1), .status(0)),
      gives: ["put #1 a completed success exit 0 0s…20s", "delete 1", "report ended #1 completed"])
    var once = CoreHarness()
    once.take(.declare(.file("a.task", .command("a"))), at: 0)
    once.take(.reload(.file("a.task", .command("a"), payload: [2])), at: 10)
    once.at(
      20, .runEnded(once.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 0s…20s", "delete 1", "report ended #1 completed", "put 2 a in #2",
        "put #2 a", "launch #2 a for 30s and 5s", "report launching #2",
      ])
  }

  @Test("When its file is gone a waiting task is ended; it may then be submitted by hand")
  func removed() {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily(), delay: .seconds(60))), at: 0)
    core.at(
      1, .reload(),
      gives: ["delete 1", "report withdrawn 1 a of a.task", "delete declaration 1", "arm never"])
    core.take(.submit(.command("a") { $0.earliestBegin = .at(50) }), at: 2)
    #expect(core.scheduler.task("a", of: 1000)?.declaredIn == nil)
    core.at(3, .reload(), gives: [])
    #expect(core.scheduler.pendingCount == 1)
  }

  @Test(
    "When its file is gone while its task runs, the run goes on, and is neither repeated nor tried again",
    arguments: [Exit.status(0), .status(75), .unknown])
  func removedWhileRunning(exit: Exit) {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily { $0.retry = Retry() })), at: 0)
    core.at(1, .reload(), gives: ["put declaration 1 a of a.task withdrawn"])
    core.at(2, .reload(), gives: [])
    let directives = core.take(.runEnded(core.run(1), exit), at: 3)
    #expect(directives.contains("delete 1") && directives.contains("delete declaration 1"))
    #expect(core.scheduler.tasks(of: nil, prefix: "").isEmpty)
    #expect(!directives.contains { $0.hasPrefix("report gave up") })
  }

  @Test("A file that comes back while its last run goes on finds its task again")
  func broughtBack() {
    var core = CoreHarness()
    let file = Declaration.file("a.task", Self.daily())
    core.take(.declare(file), at: 0)
    core.take(.reload(), at: 1)
    core.at(2, .reload(file), gives: ["put declaration 1 a of a.task"])
    core.take(.runEnded(core.run(1), .status(0)), at: 3)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(Self.day))
  }

  @Test("The run of what a file said earlier is not repeated either when the file is gone")
  func removedAfterChange() {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily())), at: 0)
    core.take(.reload(.file("a.task", Self.daily(), payload: [2])), at: 1)
    core.at(
      2, .reload(),
      gives: [
        "delete 2", "report withdrawn 2 a of a.task", "delete declaration 2",
        "put declaration 1 a of a.task withdrawn", "arm never",
      ])
    core.at(
      3, .runEnded(core.run(1), .status(75)),
      gives: [
        "put #1 a completed failure exit 75 because exitStatus 0s…3s", "delete 1", "delete declaration 1",
        "report ended #1 completed",
      ])
  }

  @Test("What a file declares is not submitted by hand: the error names the file")
  func refusedByHand() {
    var core = CoreHarness()
    core.take(.declare(.file("/etc/a.task", Self.daily(), delay: .hours(1))), at: 0)
    for policy in ConflictPolicy.allCases {
      core.at(1, .submit(.command("a") { $0.onConflict = policy }), gives: ["reply notPermitted a"])
    }
    let reply = core.directives(.submit(.command("a")), at: 1).first
    guard case .reply(_, .failed(.notPermitted(_, let message))) = reply else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(message.contains("declared in /etc/a.task"))
    // Of another user it is another task.
    core.take(.submit(.command("a") { $0.earliestBegin = .at(50) }, uid: 1001), at: 2)
    #expect(core.scheduler.pendingCount == 2)
  }

  @Test("A cancelled task stays away over restarts, and comes back with a reload or when its file changes")
  func cancelled() {
    var core = CoreHarness()
    let file = Declaration.file("a.task", Self.daily(), delay: .seconds(60))
    core.take(.declare(file), at: 0)
    core.at(
      1, .cancel("a"),
      gives: [
        "delete 1", "report cancelled 1 a", "put declaration 1 a of a.task cancelled",
        "reply cancelled, declared in a.task", "arm never",
      ])
    core.at(2, .cancel("a"), gives: ["reply noSuchTask a"])
    core.at(2, .submit(.command("a")), gives: ["reply notPermitted a"])
    var restarted = core.restarted()
    restarted.start(at: 3)
    restarted.at(4, .declare(file), gives: [])
    restarted.at(
      5, .reload(file),
      gives: [
        "put 2 a from 65s with payload", "report submitted 2 a waiting waits for earliestBegin",
        "delete declaration 1", "put declaration 2 a of a.task", "arm date 65s",
      ])
    restarted.take(.call(.cancelAll), at: 6)
    restarted.at(
      7, .declare(.file("a.task", Self.daily(), delay: .seconds(60), payload: [2])),
      gives: [
        "put 3 a from 67s with payload", "report submitted 3 a waiting waits for earliestBegin",
        "delete declaration 2", "put declaration 3 a of a.task", "arm date 67s",
      ])
  }

  @Test("A cancelled run stops for good, also when the daemon dies before it has ended")
  func cancelledRun() {
    var core = CoreHarness()
    let file = Declaration.file("a.task", Self.daily())
    core.take(.declare(file), at: 0)
    core.at(
      1, .cancel("a"),
      gives: [
        "expire #1 cancelled in 5s", "report expiring #1 because cancelled in 5s",
        "put #1 a because cancelled", "put declaration 1 a of a.task cancelled",
        "reply cancelled, declared in a.task", "arm point 6s",
      ])
    var restarted = core.restarted()
    restarted.starts(
      at: 3,
      gives: [
        "put #1 a cancelled because cancelled 0s…3s", "delete 1", "report ended #1 cancelled", "arm never",
      ])
    restarted.at(4, .declare(file), gives: [])
  }

  @Test("A file with errors lets what it said before stay in force; without its name it would be gone")
  func unreadable() {
    var core = CoreHarness()
    core.take(.declare(.file("/usr/lib/tasks.d/a.task", Self.daily(), delay: .hours(1))), at: 0)
    core.at(1, .reload(unreadable: ["a.task"]), gives: [])
    core.at(2, .declare(DeclarationSet(isComplete: false)), gives: [])
    core.take(.reload(unreadable: ["b.task"]), at: 3)
    #expect(core.scheduler.pendingCount == 0)
  }

  @Test("A file that moves to another directory keeps its task")
  func moved() {
    var core = CoreHarness()
    core.take(.declare(.file("/usr/lib/a.task", Self.daily(), delay: .hours(1))), at: 0)
    core.at(
      1, .reload(.file("/etc/a.task", Self.daily(), delay: .hours(1))),
      gives: ["put declaration 1 a of /etc/a.task"])
    #expect(core.scheduler.task("a", of: 1000)?.declaredIn == "/etc/a.task")
  }

  @Test("A file takes over what was submitted by hand under its identifier")
  func takingOver() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.earliestBegin = .at(50) }), at: 0)
    core.at(
      1, .reload(.file("a.task", Self.daily(), delay: .hours(1))),
      gives: [
        "delete 1", "put 2 a from 3601s with payload",
        "report submitted 2 a waiting replacing waits for earliestBegin", "put declaration 2 a of a.task",
        "arm date 3601s",
      ])
  }

  @Test("What cannot be accepted is said with its file, and what the file said before stays in force")
  func refused() {
    var core = CoreHarness(configuration: .plain.with { $0.onlyCommandUser = 1000 })
    core.at(
      0, .declare(.file("a.task", Self.daily(), uid: 7)),
      gives: ["report refused declaration a@7 of a.task unavailable"])
    core.take(.declare(.file("a.task", Self.daily(), delay: .hours(1))), at: 1)
    core.at(
      2,
      .reload(
        .file("a.task", Self.daily { $0.runtimeLimit = .hours(9999) }, delay: .hours(1), payload: [2])),
      gives: ["report refused declaration a of a.task invalid runtimeLimitDurationUSec"])
    #expect(core.scheduler.task("a", of: 1000)?.task.id == TaskID(1))
  }

  @Test("A task for an application waits for its program, which need not be there when the file is read")
  func application() {
    var core = CoreHarness(configuration: .served)
    core.at(
      0, .declare(.file("a.task", .handled("remote.a")), .file("b.task", .handled("other.b"))),
      gives: [
        "put 1 remote.a with payload", "report submitted 1 remote.a waiting waits for noHandler",
        "put declaration 1 remote.a of a.task",
        "report refused declaration other.b of b.task notPermitted other.b",
      ])
    #expect(core.reasons("remote.a", at: 1) == ["noHandler"])
    let directives = core.take(.register("remote.a", on: 1), at: 2)
    #expect(directives.contains("deliver #1 remote.a for 30s and 5s to c1"))
  }

  @Test("A unit of the system is started for root's file only, and by nobody without a service manager")
  func unit() {
    var file = Declaration.file("a.task", .command("a"), uid: 0)
    file.unit = "fstrim.service"
    var core = CoreHarness()
    core.at(0, .declare(file), gives: ["report refused declaration a@0 of a.task unavailable"])
    core.take(.configurationChanged(.plain.with { $0.unitStarters = .privileged }), at: 1)
    core.take(.reload(file), at: 2)
    #expect(core.scheduler.runningCount == 1)
    file.uid = 1000
    #expect(
      core.take(.reload(file), at: 3).directives.first
        == "report refused declaration a of a.task permissionDenied")
  }

  @Test("While the disk takes nothing the files wait, the newest of them, and are applied when it does")
  func storeFailure() {
    var core = CoreHarness()
    core.take(.storeFailed(cause: "full"), at: 0)
    core.at(1, .declare(.file("a.task", Self.daily(), delay: .hours(1))), gives: [])
    core.at(2, .reload(.file("b.task", .command("b"), delay: .hours(2))), gives: [])
    core.at(
      3, .storeRecovered,
      gives: [
        "report store recovered", "put 1 b from 7203s with payload",
        "report submitted 1 b waiting waits for earliestBegin", "put declaration 1 b of b.task",
        "arm date 7203s",
      ])
    var ending = CoreHarness()
    ending.take(.shutdown, at: 1)
    ending.at(2, .declare(.file("a.task", Self.daily())), gives: [])
  }

  @Test("What is taken back because it could not be written is as if it had not been")
  func rolledBack() {
    var core = CoreHarness()
    core.take(.declare(.file("a.task", Self.daily(), delay: .hours(1))), at: 0)
    let before = core.scheduler.portrait
    core.fail(.reload(.file("b.task", .command("b"))), at: 1)
    #expect(core.scheduler.portrait == before)
  }

  @Test("Records of a salvaged store: a lost task is made again, of two records of a key the younger counts")
  func salvaged() {
    let file = Declaration.file("a.task", .command("a"), delay: .hours(1))
    func record(_ task: Int64, _ state: DeclarationRecord.State = .active) -> DeclarationRecord {
      DeclarationRecord(
        task: TaskID(task), uid: 1000, identifier: "a", file: "a.task", digest: file.digest,
        timing: file.timing,
        state: state)
    }
    var lost = CoreHarness(holding: StoreModel(declarations: [record(1), record(2)]))
    lost.at(
      1, .declare(file),
      gives: [
        "put 3 a from 3601s with payload", "report submitted 3 a waiting waits for earliestBegin",
        "delete declaration 2", "put declaration 3 a of a.task", "arm date 3601s",
      ])
    var done = CoreHarness(holding: StoreModel(declarations: [record(1), record(2, .finished)]))
    done.at(1, .declare(file), gives: [])
  }

  @Test("At a start, what a file changed or gave up while the daemon was down does not run as it was")
  func changedWhileDown() {
    var core = CoreHarness()
    core.take(
      .reload(
        .file("a.task", Self.daily(), delay: .seconds(60)),
        .file("b.task", .command("b"), delay: .seconds(60))), at: 0)
    var changed = core.restarted()
    let set = DeclarationSet([.file("a.task", Self.daily(), delay: .seconds(60), payload: [2])])
    let found = changed.take(
      .started(sameBoot: true, surviving: [], ended: [:], declared: set), at: 100)
    #expect(found.contains("report withdrawn 2 b of b.task"))
    #expect(found.filter { $0.hasPrefix("launch ") } == ["launch #1 a for 30s and 5s"])
    #expect(changed.scheduler.activeRuns.map(\.taskID) == [TaskID(3)])
    #expect(Invariants.violations(of: changed.scheduler, changed.store, at: changed.moment(100)) == [])
  }

  @Test("A run that was interrupted while its file was removed is not tried again")
  func removedWhileDown() {
    var core = CoreHarness()
    core.take(.reload(.file("a.task", Self.daily())), at: 0)
    var removed = core.restarted()
    removed.take(
      .started(sameBoot: true, surviving: [], ended: [:], declared: DeclarationSet()), at: 10)
    #expect(removed.scheduler.pendingCount == 0 && removed.store.tasks.isEmpty)
    #expect(removed.store.declarations.isEmpty)
  }

  /// What may become of a file while a run of what it said first goes on.
  enum Edit: String, CaseIterable { case first, second, gone }

  @Test(
    "Whatever becomes of a file while its run goes on: in the end there is what it says, once, or nothing")
  func editedWhileRunning() {
    let files: [Edit: Event] = [
      .first: .reload(.file("a.task", Self.daily())),
      .second: .reload(.file("a.task", Self.daily { $0.preventsSleep = true }, payload: [2])),
      .gone: .reload(),
    ]
    let payloads: [Edit: [UInt8]] = [.first: [1], .second: [2]]
    for restarts in [false, true] {
      for number in 0..<81 {
        let edits = (0..<4).map { Edit.allCases[number / [1, 3, 9, 27][$0] % 3] }
        var core = CoreHarness()
        core.take(.reload(.file("a.task", Self.daily())), at: 0)
        let run = core.run(1)
        var stored: [TaskID: [UInt8]] = [TaskID(1): [1]]
        for (index, edit) in edits.enumerated() {
          guard let event = files[edit] else { continue }
          for case .putTask(let task, let payload?) in core.decision(on: event, at: Double(index + 1)).changes
          {
            stored[task.id] = payload
          }
        }
        if restarts {
          core = core.restarted()
          core.start(at: 20, surviving: [run])
          if let last = files[edits[3]] {
            for case .putTask(let task, let payload?) in core.decision(on: last, at: 21).changes {
              stored[task.id] = payload
            }
          }
        }
        core.take(.runEnded(run, .status(0)), at: 30)
        core.take(.timer, at: 2 * Self.day)
        let left = core.scheduler.tasks(of: 1000, prefix: "")
        let expected = payloads[edits[3]].map { [$0] } ?? []
        #expect(left.map { stored[$0.task.id] } == expected, "\(edits) \(restarts)")
        #expect(core.scheduler.runningCount == expected.count, "\(edits) \(restarts)")
        #expect(Invariants.violations(of: core.scheduler, core.store, at: core.moment(2 * Self.day)) == [])
      }
    }
  }

  @Test("A reload brings back what was cancelled, also when its file was gone for a moment")
  func revivedAfterRemoval() {
    var core = CoreHarness()
    core.take(.reload(.file("a.task", Self.daily())), at: 0)
    core.take(.cancel("a"), at: 1)
    core.take(.reload(), at: 2)
    core.take(.reload(.file("a.task", Self.daily())), at: 3)
    core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 4)
    #expect(core.scheduler.tasks(of: 1000, prefix: "").count == 1)
  }
}
