import Testing

@testable import SchedulerCore

@Suite("Applications in use")
struct ForegroundRules {
  @Test("R36: an application in use gets no refresh and no processing launch until it is in the background")
  func r36() {
    for state in [ApplicationState.active, .inactive] {
      for kind in [Kind.refresh, .processing] {
        var core = CoreHarness.connected("mail.sync")
        core.at(0, .isNow(state, "mail", on: 1), gives: ["reply done"])
        core.at(
          1, .submit(.handled("mail.sync") { $0.kind = kind }),
          gives: [
            "put 1 mail.sync with payload", "report submitted 1 mail.sync waiting waits for foreground",
            "reply submitted 1 mail.sync waiting",
          ])
        // Moving between the two states in use changes nothing.
        core.at(2, .isNow(.inactive, "mail", on: 1), gives: ["reply done"])
        let lines = core.take(.isNow(.background, "mail", on: 1), at: 3)
        #expect(lines.contains { $0.hasPrefix("deliver #1 mail.sync") }, "\(lines)")
      }
    }
  }

  @Test("R36: a lost connection is not in use any more, whether it registered or not")
  func connectionLost() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.isNow(.active, "mail", on: 7), at: 0)
    core.take(.submit(.handled("mail.sync")), at: 1)
    core.at(
      2, .disconnected(7),
      gives: [
        "put 1 mail.sync in #1", "put #1 mail.sync", "deliver #1 mail.sync for 30s and 5s to c1",
        "report launching #1",
      ])
  }

  @Test("R36: it is in use as long as one of its connections says so, and only for that user and application")
  func several() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.isNow(.active, "mail", on: 7), at: 0)
    core.take(.isNow(.inactive, "mail", on: 8), at: 0)
    core.take(.isNow(.active, "photos", on: 9, uid: 1001), at: 0)
    core.take(.submit(.handled("mail.sync")), at: 1)
    core.take(.submit(.handled("photos.scan")), at: 1)
    core.take(.submit(.handled("mail.sync"), uid: 1001), at: 1)
    #expect(core.scheduler.activeRuns.map(\.taskID.value) == [2, 3])
    core.at(2, .isNow(.background, "mail", on: 7), gives: ["reply done"])
    #expect(core.reasons("mail.sync", at: 2) == ["foreground"])
    // A connection is of one application: it leaves the one for the other.
    core.at(
      3, .isNow(.active, "photos", on: 8),
      gives: [
        "reply done", "put 1 mail.sync in #3", "put #3 mail.sync",
        "deliver #3 mail.sync for 30s and 5s to c1", "report launching #3",
      ])
  }

  @Test("R36: what runs goes on when its application comes into use; only launches wait")
  func running() {
    var core = CoreHarness.delivered(.handled("mail.sync"))
    core.at(1, .isNow(.active, "mail", on: 1), gives: ["reply done"])
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .running)
  }

  @Test("R36: the state is of an application with a manifest")
  func unknown() {
    var core = CoreHarness(configuration: .served)
    core.at(0, .isNow(.active, "nobody", on: 1), gives: ["reply invalid application"])
    core.at(0, .isNow(.active, "", on: 1), gives: ["reply invalid application"])
    #expect(core.scheduler.tables.foreground.isEmpty)
  }

  @Test("R36: a process of ours that is in use is not told to end for having nothing to do")
  func ourProcess() {
    var core = CoreHarness.started(.handled("mail.sync"))
    core.take(.isNow(.active, "mail", on: 1), at: 1)
    core.at(
      2, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…2s", "delete 1", "report ended #1 completed", "reply done",
        "arm never",
      ])
    core.at(60, .timer, gives: ["arm never"])
    core.at(61, .isNow(.background, "mail", on: 1), gives: ["reply done", "arm point 91s"])
  }
}
