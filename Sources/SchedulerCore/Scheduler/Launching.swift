/// Launches on demand: how far the program that was started for a run has come.
extension Scheduler {
  /// The executor has started the process.
  mutating func processStarted(_ id: RunID, at moment: Moment) {
    guard var active = runOnDemand(of: id), active.run.milestones.started == nil else { return }
    active.run.milestones.started = active.sinceLaunch(moment.monotonic)
    tables.setRun(active.run.id, active)
  }

  /// A program of the process registers. What the executor has to say of its start may come later than this.
  /// - Parameter connected: When its process first was connected.
  mutating func processRegistered(_ id: RunID, connected: MonotonicTime?, at moment: Moment) {
    guard var active = runOnDemand(of: id), active.run.milestones.registered == nil else { return }
    let registered = active.sinceLaunch(moment.monotonic)
    let connected = connected.flatMap { active.sinceLaunch(min($0, moment.monotonic)) }
    let started = active.run.milestones.started
    active.run.milestones.connected = connected
    active.run.milestones.registered = registered
    active.run.milestones.started = [started, connected ?? registered].compactMap(\.self).min()
    tables.setRun(active.run.id, active)
  }

  /// A program says that the run's handler is called. Once, and of a run for which it was started, that is a
  /// milestone; otherwise nothing follows from it.
  mutating func handlerBegan(
    _ id: RunID, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    var active = try run(id, of: caller)
    guard active.isOnDemand, active.delivered != nil, active.run.milestones.handled == nil,
      let time = active.sinceLaunch(moment.monotonic), let application = active.application
    else { return .done }
    active.run.milestones.handled = time
    var use = tables.uses[application] ?? ApplicationUse()
    let usual = use.launches.median(exceededTwiceBy: time)
    active.run.milestones.usual = usual
    let isNews = use.launches.add(time)
    tables.setUse(application, use)
    tables.setRun(id, active)
    // The program outlives the daemon, and the next one cannot know it.
    storeIfPossible(active.run)
    if isNews, let usual {
      report(.slowLaunch(active.run, application: application.name, took: time, usual: usual))
    }
    return .done
  }

  /// The run that the process was started for, while it waits for it.
  private func runOnDemand(of process: RunID) -> ActiveRun? {
    tables.indexes.runsByProcess[process]?.lazy.compactMap { tables.runs[$0] }.first(where: \.isOnDemand)
  }
}

extension ActiveRun {
  /// How long ago it was launched; nil when nobody knows.
  fileprivate func sinceLaunch(_ now: MonotonicTime) -> TimeSpan? { began.map { max(now - $0, .zero) } }

  /// A program has it, which may be another one that was quicker than the one that was started.
  mutating func noteDelivery(at now: MonotonicTime, isOfProcess: Bool) {
    isOnDemand = isOnDemand && isOfProcess
    if isOnDemand { run.milestones.delivered = sinceLaunch(now) } else { run.milestones = LaunchMilestones() }
  }
}
