import SchedulerCore

/// Classes and verdicts.
extension FleetAgent {
  /// Takes in the classes that have work.
  mutating func learn(_ works: [WorkClass], at now: BootTime) {
    let isTooMany = works.count > ClassTable.most
    defer { hasToldManyClasses = isTooMany }
    if isTooMany, !hasToldManyClasses {
      directives.append(.tell(.tooManyClasses(followed: ClassTable.most)))
    }
    let gone = classes.replace(by: works)
    watchClasses(unwatch: gone)
    computeDates(at: now)
  }

  /// Has the daemon watch the classes that this machine may do, and no others.
  mutating func watchClasses(unwatch gone: [ClassID] = []) {
    guard hasDaemon else { return }
    var watch: [WorkClass] = []
    var unwatch = gone
    for id in classes.order {
      guard let entry = classes.entries[id] else { continue }
      let isAllowed = configuration.localUser(for: entry.work.user) != nil
      if isAllowed, !entry.isWatched {
        classes.entries[id]?.isWatched = true
        watch.append(entry.work)
      } else if !isAllowed, entry.isWatched {
        classes.entries[id]?.isWatched = false
        classes.entries[id]?.observed = nil
        unwatch.append(id)
      }
      if !isAllowed, toldDisallowed.count < ClassTable.most,
        toldDisallowed.insert(entry.work.user).inserted
      {
        directives.append(.tell(.disallowed(user: entry.work.user)))
      }
    }
    if !watch.isEmpty || !unwatch.isEmpty { directives.append(.look(watch: watch, unwatch: unwatch)) }
  }

  /// Takes in what the daemon has observed. A class with waiting work that becomes `holds` is claimed soon,
  /// and the first verdict about one is said soon: a person may be asking why the work waits. Later ones are
  /// said with the next exchange.
  mutating func observe(_ observations: [ClassObservation], at now: BootTime) {
    for observation in observations {
      let verdict = observation.verdict
      guard hasDaemon, var entry = classes.entries[verdict.class], entry.isWatched else { continue }
      let isNew = verdict.verdict == .holds && entry.observed?.verdict != .holds
      let isFirst = entry.observed == nil && entry.published == nil
      entry.observed = verdict
      entry.standing = observation.standing
      if isNew {
        entry.bidAt = now + entry.delay
        entry.pausedUntil = nil
      }
      if verdict.verdict != .holds { entry.bidAt = nil }
      classes.entries[verdict.class] = entry
      guard entry.work.waiting > 0 || link.isHinted else { continue }
      if isNew, takesWork, freePlaces > 0 {
        link.ask(by: now + entry.delay)
      } else if isFirst {
        link.ask(by: now + Standing.longestDelay)
      }
    }
  }

  /// Takes in that there may be work. The machines that are fitter for it ask before this one.
  mutating func hinted(at now: BootTime) {
    link.isHinted = true
    guard takesWork, freePlaces > 0 else { return }
    link.ask(by: max(now + classes.shortestDelay, link.heedsHintsAt ?? now))
  }

  /// Returns what the machine says about a class; `nil` while the daemon has not answered.
  func verdict(_ entry: ClassTable.Entry, at now: BootTime) -> ClassVerdict? {
    let id = entry.work.id
    if configuration.localUser(for: entry.work.user) == nil {
      return ClassVerdict(
        class: id, verdict: .disallowed, code: "disallowed",
        message: "tasks of \(entry.work.user) are not allowed here")
    }
    if !hasDaemon {
      return ClassVerdict(class: id, verdict: .lacks, code: "daemon", message: "bgtaskd does not answer")
    }
    // Requirements that hold do not begin work: a check does not hold, or the daemon's own settings wait.
    if entry.observed?.verdict == .holds, let reason = entry.heldBackBy, let pause = entry.pausedUntil,
      pause > now
    {
      return ClassVerdict(class: id, verdict: .lacks, code: reason, message: "does not begin: \(reason)")
    }
    return entry.observed
  }

  /// Returns the verdicts that the database does not know. Another sentence alone is no news.
  func changedVerdicts(at now: BootTime) -> [ClassVerdict] {
    var changed: [ClassVerdict] = []
    for id in classes.order {
      guard let entry = classes.entries[id], let verdict = verdict(entry, at: now) else { continue }
      let known = entry.published
      guard known?.verdict != verdict.verdict || known?.code != verdict.code else { continue }
      changed.append(verdict)
      if changed.count == ExchangeRequest.mostVerdicts { break }
    }
    return changed
  }
}
