import SchedulerCore

/// What people and the machine do with the tasks.
extension SimulatedDaemon {
  /// The tasks that are missing come, one at a time.
  mutating func submitMissing() {
    for (number, request) in requests.enumerated() {
      let key = key(number)
      guard scheduler.task(key.identifier, of: key.uid) == nil else { continue }
      take(.submit(sinceBeginning(request), uid: key.uid))
    }
    requireAll()
  }

  /// All tasks come, as many at a time as a caller may send. None begins before a date.
  mutating func submitBatches(notBefore date: WallTime? = nil) {
    let dated = requests.map { request in request.with { $0.earliestBegin = date ?? $0.earliestBegin } }
    var first = 0
    while first < count {
      let uid = key(first).uid
      let rest = (first..<min(first + 1000, count))
      let end = rest.first { key($0).uid != uid } ?? rest.upperBound
      take(.submitBatch(Array(dated[first..<end]), uid: uid))
      first = end
    }
    requireAll()
  }

  /// Files ask for all tasks, or for none.
  mutating func declare(_ payload: UInt8?) {
    let declarations = requests.enumerated().map { number, request in
      Declaration.file("/\(number).task", request, uid: key(number).uid, payload: payload.map { [$0] } ?? [])
    }
    take(.declare(DeclarationSet(payload == nil ? [] : declarations)))
    if payload != nil { requireAll() }
  }

  private mutating func requireAll() {
    require(scheduler.pendingCount + scheduler.runningCount >= count, "not all were accepted")
  }

  /// All that the tasks ask for is there, and for so long that they may start.
  mutating func fulfil() {
    answersYes = true
    take(.call(.resume(nil)))
    for event in helpers.touchPaths() { take(event) }
    take(.conditions(.fulfilled))
    pass(wish.ripensAfter)
  }

  /// The machine has nothing of it any more, and that settles.
  mutating func lack() {
    answersYes = false
    take(.conditions(.lacking))
    pass(6)
  }

  /// Runs end one after the other, and time goes by where none is left, until each task has had its own.
  mutating func finishAll() {
    var waits = 0
    while succeeded.count < count, !isExhausted {
      if finishOldest() { continue }
      waits += 1
      guard waits < 1000 + 10 * count, passToWakeUp() else { break }
    }
    require(wish.mayBeMissed || succeeded.count == count, "not all have run")
  }

  /// Returns whether something ran.
  @discardableResult
  mutating func finishOldest() -> Bool {
    guard let launch = helpers.oldest else { return false }
    take(helpers.finish(launch, wish.exit(launch.run.attempt)))
    return true
  }

  /// As at the beginning: nothing runs, and all tasks wait.
  mutating func calmDown() {
    while finishOldest(), !isExhausted {}
    if scheduler.pendingCount < count { submitMissing() }
  }

  /// The owners of the tasks.
  var users: [UInt32] { Set((0..<count).map { key($0).uid }).sorted() }

  /// Everybody takes back what they have submitted.
  mutating func cancelAll() {
    for uid in users { take(.call(.cancelAll, uid: uid)) }
  }

  /// One of the tasks is trusted for as long as at first.
  mutating func renewFirst() {
    guard let seconds = wish.leaseSeconds else { return }
    let key = key(0)
    take(
      .call(
        .renewLease(identifier: key.identifier, until: moment.boot + .of(seconds)), uid: key.uid))
  }

  /// A task comes and goes that has nothing to do with the others.
  mutating func submitAndCancel(uid: UInt32) {
    take(.submit(.command("org.other") { $0.earliestBegin = .at(1_000_000) }, uid: uid))
    take(.cancel("org.other", uid: uid))
  }

  /// Something of the machine is there for long enough to count, and then it is not.
  mutating func comesAndGoes(_ change: ConditionChange...) {
    take(.conditions(change))
    pass(6)
    lack()
  }

  /// Everybody's tasks are paused, may begin except for that, and are resumed.
  mutating func pauseAndResume() {
    for uid in users { take(.pause("org.example.*", uid: uid)) }
    take(.conditions(.fulfilled))
    pass(6)
    for uid in users {
      take(.call(.resume(PauseScope(uid: uid, identifiers: "org.example.*")), uid: uid))
    }
    lack()
  }

  /// The disk takes nothing, then it does again.
  mutating func fillDisk() {
    let event = Event.conditions([.flag(.vpn, true)])
    fail(event)
    take(.storeFailed(cause: "no space left"))
    take(event)
    pass(6)
    take(.storeRecovered)
    lack()
  }

  /// Dates are as far away as they were at the beginning.
  private func sinceBeginning(_ request: TaskRequest) -> TaskRequest {
    let passed = moment.wall - .at(0)
    return request.with {
      $0.earliestBegin = $0.earliestBegin.map { $0 + passed }
      $0.deadline = $0.deadline.map { $0 + passed }
    }
  }
}
