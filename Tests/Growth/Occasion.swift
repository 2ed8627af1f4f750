import SchedulerCore

/// Something that happens to a daemon full of tasks.
struct Occasion: Sendable {
  let name: String
  /// How its cost may grow.
  var growth = Growth.withTasks
  let happens: @Sendable (inout SimulatedDaemon) -> Void

  /// How the cost of something may grow when there are more tasks.
  enum Growth {
    /// As their number does.
    case withTasks
    /// Not at all: it has nothing to do with them.
    case notAtAll
  }
}

extension Occasion {
  /// What happens to tasks that wait.
  static let waiting: [Occasion] = [
    Occasion(name: "submitted one by one") { $0.submitMissing() },
    Occasion(name: "a stranger's task", growth: .notAtAll) { $0.submitAndCancel(uid: 1) },
    Occasion(name: "one more task", growth: .notAtAll) { $0.submitAndCancel(uid: 1000) },
    Occasion(name: "a timer", growth: .notAtAll) { $0.take(.timer) },
    Occasion(name: "a lease is renewed", growth: .notAtAll) { $0.renewFirst() },
    Occasion(name: "the lid is closed and opened", growth: .notAtAll) { daemon in
      for isClosed in [true, false] { daemon.take(.conditions([.flag(.lidClosed, isClosed)])) }
    },
    Occasion(name: "listed") { $0.list() },
    Occasion(name: "explained one by one") { $0.explainEach() },
    Occasion(name: "power comes and goes") { $0.comesAndGoes(.powerSource(.external)) },
    Occasion(name: "another network comes and goes") {
      $0.comesAndGoes(.network(.unmetered), .names(.networkNames, ["home"]))
    },
    Occasion(name: "a tunnel comes and goes") { $0.comesAndGoes(.flag(.vpn, true)) },
    Occasion(name: "nobody is there, then somebody") { $0.comesAndGoes(.flag(.idle, true)) },
    Occasion(name: "an hour goes by") { $0.pass(3660) },
    Occasion(name: "the clock is set a day ahead and back") { daemon in
      for seconds in [86_400 + Wish.noon, 0] { daemon.setClock(aheadBy: seconds) }
    },
    Occasion(name: "the zone changes and changes back") { daemon in
      // It is noon there.
      for offset in [Int64(Wish.noon), 0] { daemon.take(.zoneChanged(ZoneRules(firstOffset: offset))) }
    },
    Occasion(name: "the machine sleeps") { daemon in
      daemon.take(.departing(.sleep, limit: .seconds(5)))
      daemon.take(.resumed)
      daemon.pass(60)
    },
    Occasion(name: "the rules are read again") { daemon in
      for minutes: Int64 in [2, 1] {
        let rules = daemon.scheduler.configuration.with { $0.recheck = .minutes(minutes) }
        daemon.take(.configurationChanged(rules))
      }
    },
    Occasion(name: "all are paused, wanted and resumed") { $0.pauseAndResume() },
    Occasion(name: "the disk is full for a while") { $0.fillDisk() },
    Occasion(name: "the daemon is started again") { $0.restart() },
    Occasion(name: "all are cancelled") { $0.cancelAll() },
  ]

  /// What happens to tasks that run, a few at a time.
  static let running: [Occasion] = [
    Occasion(name: "submitted in batches") { $0.submitBatches(notBefore: .at(1000)) },
    Occasion(name: "due at one date") { $0.pass(1000) },
    Occasion(name: "what they need comes") { $0.fulfil() },
    Occasion(name: "they run one after the other") { $0.finishAll() },
  ]

  /// What happens to tasks that all run at a time.
  static let together: [Occasion] = [
    Occasion(name: "submitted in batches, with places for all") { $0.submitBatches() },
    Occasion(name: "they begin together") { daemon in
      daemon.fulfil()
      // They begin gradually first.
      daemon.pass(60)
    },
    Occasion(name: "they are stopped together") { $0.lack() },
  ]

  /// What happens to tasks that files ask for.
  static let declared: [Occasion] = [
    Occasion(name: "declared") { $0.declare(1) },
    Occasion(name: "read again") { $0.declare(1) },
    Occasion(name: "all files change") { $0.declare(2) },
    Occasion(name: "all files go") { $0.declare(nil) },
  ]
}
