import Testing

@testable import SchedulerCore

@Suite("What begins when paths have changed")
struct PathChangeTests {
  private static func request(
    _ name: String = "index", _ paths: [String] = ["/a"], quiet: TimeSpan = .seconds(5),
    atLatest: TimeSpan = .minutes(1), ownChanges: OwnChanges = .count
  ) -> TaskRequest {
    var request = TaskRequest.command(name)
    request.pathTrigger = PathTrigger(paths, quiet: quiet, atLatest: atLatest, ownChanges: ownChanges)
    return request
  }

  /// Nothing has changed since the beginning of the test.
  private static let untouched = PathFinding.seen(PathStamp(digest: 1, newest: .at(-100)))

  private static func changed(_ digest: Int64, at seconds: Double) -> PathFinding {
    .seen(PathStamp(digest: digest, newest: .at(seconds)))
  }

  private static func starts(_ lines: [String]) -> Int { lines.count { $0.hasPrefix("launch ") } }

  /// A task that was submitted at 0 and is watched since 1.
  private static func watched(_ request: TaskRequest = request()) -> CoreHarness {
    var core = CoreHarness()
    let lines = core.take(.submit(request), at: 0)
    #expect(lines.contains("look 1: /a as 1000 in 10s"))
    #expect(starts(core.take(.pathsLooked(core.look(1), untouched), at: 1)) == 0)
    return core
  }

  /// The same after a change, with a run since 15.
  private static func running(_ request: TaskRequest = request()) -> CoreHarness {
    var core = watched(request)
    core.take(.pathsTouched(core.look(1)), at: 10)
    core.take(.timer, at: 15)
    core.take(.pathsLooked(core.look(2), changed(2, at: 10)), at: 15)
    core.take(.runStarted(core.run(1)), at: 15)
    return core
  }

  @Test("It is looked at and watched; a change lets it begin when that has been quiet for long enough")
  func quiet() {
    var core = Self.watched()
    #expect(core.reasons("index", at: 1) == ["pathChange"])
    core.take(.pathsTouched(core.look(1)), at: 10)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(15))
    let lines = core.take(.timer, at: 15)
    #expect(lines.contains { $0.hasPrefix("look 2:") })
    #expect(Self.starts(core.take(.pathsLooked(core.look(2), Self.changed(2, at: 10)), at: 15)) == 1)
  }

  @Test("What goes on changing begins so long after the first change, at the latest")
  func atLatest() {
    var core = Self.watched(Self.request(quiet: .seconds(5), atLatest: .seconds(12)))
    core.take(.pathsTouched(core.look(1)), at: 10)
    core.take(.timer, at: 15)
    core.take(.pathsLooked(core.look(2), Self.changed(2, at: 14)), at: 15)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(19))
    core.take(.timer, at: 19)
    core.take(.pathsLooked(core.look(3), Self.changed(3, at: 19)), at: 19)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(22))
    core.take(.timer, at: 22)
    #expect(Self.starts(core.take(.pathsLooked(core.look(4), Self.changed(4, at: 22)), at: 22)) == 1)
  }

  @Test("What was no change lets nothing begin, and is given more time each time it happens again")
  func falseAlarms() {
    var core = Self.watched()
    core.take(.pathsTouched(core.look(1)), at: 10)
    core.take(.timer, at: 15)
    #expect(Self.starts(core.take(.pathsLooked(core.look(2), Self.untouched), at: 15)) == 0)
    core.take(.pathsTouched(core.look(2)), at: 20)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(30))
    core.take(.timer, at: 30)
    core.take(.pathsLooked(core.look(3), Self.untouched), at: 30)
    for _ in 0..<8 {
      let number = core.notation.looks.count
      core.take(.pathsTouched(core.look(number)), at: 100)
      guard let point = core.scheduler.volatile.armed?.monotonic else { break }
      #expect(point <= .at(160), "no later than a change may be served")
      core.take(.timer, at: 160)
      core.take(.pathsLooked(core.look(number + 1), Self.untouched), at: 160)
    }
  }

  @Test(
    "Where own changes are ignored what the run changes does not start it again; what changes after it does")
  func ownChanges() {
    var core = Self.running(Self.request(ownChanges: .ignore))
    let lines = core.take(.runEnded(core.run(1), .status(0)), at: 20)
    #expect(lines.contains { $0.hasPrefix("look 3:") })
    // The last of its changes was just before its end.
    #expect(Self.starts(core.take(.pathsLooked(core.look(3), Self.changed(3, at: 20)), at: 21)) == 0)
    #expect(core.reasons("index", at: 21) == ["pathChange"])
    core.take(.pathsTouched(core.look(3)), at: 30)
    core.take(.timer, at: 35)
    #expect(Self.starts(core.take(.pathsLooked(core.look(4), Self.changed(4, at: 30)), at: 35)) == 1)
  }

  @Test("What changes between its end and the first look after it is seen by its date")
  func between() {
    var core = Self.running(Self.request(ownChanges: .ignore))
    core.take(.runEnded(core.run(1), .status(0)), at: 20)
    #expect(Self.starts(core.take(.pathsLooked(core.look(3), Self.changed(3, at: 20.5)), at: 30)) == 1)
  }

  @Test("What is gone by the first look after the run was removed by it, or later, as its folder says")
  func removed() {
    for (date, isChanged) in [(19.9, false), (20.5, true)] {
      var core = Self.running(Self.request(ownChanges: .ignore))
      core.take(.runEnded(core.run(1), .status(0)), at: 20)
      let gone = PathFinding.seen(PathStamp(digest: 0, newest: nil, missing: .at(date)))
      core.take(.pathsLooked(core.look(3), gone), at: 21)
      core.take(.timer, at: 27)
      let lines = isChanged ? core.take(.pathsLooked(core.look(4), gone), at: 27) : []
      #expect(Self.starts(lines) == (isChanged ? 1 : 0))
      // What was not there before is not gone, whatever else happens in its folder.
      guard isChanged else { continue }
      core.take(.runStarted(core.run(2)), at: 27)
      core.take(.runEnded(core.run(2), .status(0)), at: 30)
      let still = PathFinding.seen(PathStamp(digest: 0, newest: nil, missing: .at(31)))
      core.take(.pathsLooked(core.look(5), still), at: 32)
      #expect(core.explanation("index", at: 32)?.reasons.first?.observed == "none")
    }
  }

  @Test("A change during a run starts it again, whatever its date, and so does one right before that began")
  func duringRun() {
    for date in [17.0, 19.9, -50] {
      var core = Self.running()
      core.take(.runEnded(core.run(1), .status(0)), at: 20)
      var lines = core.take(.pathsLooked(core.look(3), Self.changed(3, at: date)), at: 20)
      if date > 0 {
        #expect(Self.starts(lines) == 0 && core.reasons("index", at: 20) == ["pathChange"])
        core.take(.timer, at: date + 5)
        lines = core.take(.pathsLooked(core.look(4), Self.changed(3, at: date)), at: date + 5)
      }
      #expect(Self.starts(lines) == 1, "\(date)")
    }
    var core = Self.running()
    core.take(.runEnded(core.run(1), .status(0)), at: 20)
    core.take(.pathsLooked(core.look(3), Self.changed(2, at: 10)), at: 20)
    #expect(core.explanation("index", at: 20)?.reasons.first?.observed == "none")
  }

  @Test("What waited for something else after the look has seen what changed before it began")
  func sawBefore() {
    for (date, isChanged) in [(50.0, false), (99.9, false), (100.5, true)] {
      var request = Self.request(quiet: .zero)
      request.requirements = [.externalPower]
      var core = Self.watched(request)
      core.take(.conditions([.powerSource(.battery)]), at: 2)
      core.take(.pathsTouched(core.look(1)), at: 10)
      core.take(.timer, at: 15)
      core.take(.pathsLooked(core.look(2), Self.changed(2, at: 10)), at: 15)
      #expect(Self.starts(core.take(.conditions([.powerSource(.external)]), at: 100)) == 1)
      core.take(.runStarted(core.run(1)), at: 100)
      core.take(.runEnded(core.run(1), .status(0)), at: 110)
      let lines = core.take(.pathsLooked(core.look(3), Self.changed(3, at: date)), at: 110)
      #expect(Self.starts(lines) == (isChanged ? 1 : 0), "\(date)")
    }
  }

  @Test("Runs that each change what they watch come after growing pauses, up to an hour, and it is said")
  func growingPauses() {
    var core = Self.watched(Self.request(quiet: .zero))
    core.take(.pathsTouched(core.look(1)), at: 10)
    core.take(.timer, at: 11)
    var (now, look) = (11.0, 2)
    var pauses: [Double] = []
    core.take(.pathsLooked(core.look(look), Self.changed(2, at: 10)), at: now)
    for run in 1...16 {
      core.take(.runStarted(core.run(run)), at: now)
      now += 2
      var lines = core.take(.runEnded(core.run(run), .status(0)), at: now)
      look += 1
      let ended = now
      let finding = Self.changed(Int64(2 + run), at: now - 1)
      lines = core.take(.pathsLooked(core.look(look), finding), at: now)
      if run == 8 {
        #expect(core.reasons("index", at: now) == ["ownPathChange"])
        let reason = core.explanation("index", at: now)?.reasons.first
        #expect(reason?.message.contains("during each of the last 8") == true)
        #expect(reason?.required?.contains("OwnChanges=ignore") == true)
        core = core.restarted()
        core.start(at: now)
        look += 1
        core.take(.pathsLooked(core.look(look), finding), at: now)
        #expect(core.reasons("index", at: now) == ["ownPathChange"])
      }
      if Self.starts(lines) == 0, let point = core.scheduler.volatile.armed?.monotonic {
        now = Double((point - .at(0)).uSec) / 1e6
        core.take(.timer, at: now)
        look += 1
        lines = core.take(.pathsLooked(core.look(look), finding), at: now)
      }
      #expect(Self.starts(lines) == 1, "run \(run)")
      pauses.append((now - ended).rounded())
    }
    #expect(pauses == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600])
    // One that changes nothing puts an end to it.
    core.take(.runStarted(core.run(17)), at: now)
    core.take(.runEnded(core.run(17), .status(0)), at: now + 2)
    core.take(.pathsLooked(core.look(look + 1), Self.changed(18, at: now - 1)), at: now + 2)
    core.take(.pathsTouched(core.look(look + 1)), at: now + 10)
    core.take(.timer, at: now + 11)
    let lines = core.take(.pathsLooked(core.look(look + 2), Self.changed(19, at: now + 10)), at: now + 11)
    #expect(Self.starts(lines) == 1)
  }

  @Test("What takes its place while it runs goes on with what has changed since that began")
  func replacedDuringRun() {
    var core = Self.running()
    core.take(.submit(Self.request()), at: 18)
    core.take(.runEnded(core.run(1), .status(0)), at: 20)
    #expect(Self.starts(core.take(.pathsLooked(core.look(3), Self.changed(3, at: 16)), at: 21)) == 1)
  }

  @Test("What changed while the daemon was down is seen, also that something is gone")
  func restarted() {
    for (finding, isChanged) in [
      (Self.changed(2, at: 500), true), (.seen(PathStamp(digest: 0, newest: nil)), true),
      (Self.untouched, false),
    ] {
      var core = Self.watched().restarted()
      core.start(at: 1000)
      #expect(core.notation.looks.count == 2)
      var lines = core.take(.pathsLooked(core.look(2), finding), at: 1000)
      if Self.starts(lines) == 0, isChanged {
        core.take(.timer, at: 1005)
        lines = core.take(.pathsLooked(core.look(3), finding), at: 1005)
      }
      #expect(Self.starts(lines) == (isChanged ? 1 : 0), "\(finding)")
    }
  }

  @Test("A failed attempt is tried again without another change; one that is given up waits for the next")
  func retried() {
    var request = Self.request()
    request.retry = Retry(backoff: .linear, initial: .seconds(1), maximum: .seconds(1), maximumAttempts: 2)
    var core = Self.running(request)
    core.take(.runEnded(core.run(1), .status(1)), at: 16)
    #expect(Self.starts(core.take(.timer, at: 17)) == 1)
    core.take(.runStarted(core.run(2)), at: 17)
    core.take(.runEnded(core.run(2), .status(1)), at: 18)
    #expect(core.reasons("index", at: 18) == ["pathChange"])
  }

  @Test("It comes together with conditions, and what changes meanwhile does not take back that it is due")
  func conditions() {
    var request = Self.request()
    request.requirements = [.externalPower]
    var core = Self.watched(request)
    core.take(.conditions([.powerSource(.battery)]), at: 2)
    core.take(.pathsTouched(core.look(1)), at: 10)
    core.take(.timer, at: 15)
    let lines = core.take(.pathsLooked(core.look(2), Self.changed(2, at: 10)), at: 15)
    #expect(Self.starts(lines) == 0 && lines.contains("unwatch 2"))
    #expect(core.reasons("index", at: 16) == ["externalPower"])
    #expect(Self.starts(core.take(.conditions([.powerSource(.external)]), at: 100)) == 1)
  }

  @Test("Nobody watches for what is cancelled, paused or replaced; what is resumed is looked at anew")
  func unwatched() {
    var core = Self.watched()
    #expect(core.take(.cancel("index"), at: 2).contains("unwatch 1"))
    core = Self.watched()
    let scope = PauseScope(uid: 1000, identifiers: "index")
    let pause = Call.pause(scope, until: nil, stops: false)
    core.take(.call(pause, uid: 1000), at: 2)
    #expect(core.take(.pathsTouched(core.look(1)), at: 2).contains("unwatch 1"))
    #expect(core.reasons("index", at: 2) == ["paused", "pathChange"])
    let lines = core.take(.call(.resume(scope), uid: 1000), at: 30)
    #expect(lines.contains { $0.hasPrefix("look 2:") })
    core = Self.watched()
    #expect(core.take(.submit(Self.request()), at: 2).contains("unwatch 1"))
    // It goes on with what the one before it has seen.
    #expect(Self.starts(core.take(.pathsLooked(core.look(2), Self.changed(2, at: -50)), at: 2)) == 1)
  }

  @Test("What cannot be watched says why, and is tried again after growing pauses")
  func problem() {
    var core = CoreHarness()
    core.take(.submit(Self.request()), at: 0)
    core.take(.pathsLooked(core.look(1), .failed("/a: Permission denied")), at: 1)
    #expect(core.explanation("index", at: 1)?.reasons.first?.observed == "/a: Permission denied")
    #expect(core.reasons("index", at: 1) == ["pathProblem"])
    #expect(core.scheduler.volatile.armed?.monotonic == .at(31))
    core.take(.timer, at: 31)
    core.take(.pathsLooked(core.look(2), .failed("/a: Permission denied")), at: 31)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(91))
    core.take(.timer, at: 91)
    core.take(.pathsLooked(core.look(3), Self.untouched), at: 92)
    #expect(core.reasons("index", at: 92) == ["pathChange"])
  }

  @Test("Users take turns in looking, one at a time, and each may wait for so many paths")
  func turns() {
    var core = CoreHarness()
    for number in 0..<3 { core.take(.submit(Self.request("t\(number)"), uid: 10), at: 0) }
    core.take(.submit(Self.request("other"), uid: 11), at: 0)
    #expect(core.notation.looks.count == 2)
    core.take(.pathsLooked(core.look(1), Self.untouched), at: 1)
    #expect(core.notation.looks.count == 3)
    let eight = (0..<PathTrigger.limit).map { "/\($0)" }
    for number in 3..<10 { core.take(.submit(Self.request("t\(number)", eight), uid: 10), at: 1) }
    let lines = core.take(.submit(Self.request("more", eight), uid: 10), at: 1)
    #expect(lines == ["reply invalid pathChange.paths"])
  }

  @Test("What an action calls for begins without a change")
  func called() {
    var core = Self.watched()
    var other = TaskRequest.command("other")
    other.actions = [.success: .task("index")]
    core.take(.submit(other), at: 2)
    core.take(.runStarted(core.run(1)), at: 2)
    #expect(Self.starts(core.take(.runEnded(core.run(1), .status(0)), at: 3)) == 1)
  }
}
