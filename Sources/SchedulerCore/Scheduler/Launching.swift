/// Launches on demand: the milestones of a program that was started for a run.
extension Scheduler {
  /// Records that the executor has started the process.
  mutating func processStarted(_ id: RunID, at moment: Moment) {
    guard var active = runOnDemand(of: id), active.run.milestones.started == nil else { return }
    active.run.milestones.started = active.sinceLaunch(moment.monotonic)
    tables.setRun(active.run.id, active)
  }

  /// Records that a program of the process registers. The executor may report the start later than this.
  /// - Parameter connected: The time of the process's first connection.
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

  /// Records that a program calls the run's handler. This is a milestone once, and only of a run for which
  /// the program was started.
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
    // The program outlives the daemon, and the next daemon cannot know the milestone otherwise.
    storeIfPossible(active.run)
    if isNews, let usual {
      report(.slowLaunch(active.run, application: application.name, took: time, usual: usual))
    }
    return .done
  }

  /// Returns the run that the process was started for, while the run waits for it.
  private func runOnDemand(of process: RunID) -> ActiveRun? {
    tables.indexes.runsByProcess[process]?.lazy.compactMap { tables.runs[$0] }.first(where: \.isOnDemand)
  }
}

extension ActiveRun {
  /// Returns the time since the run's launch; `nil` when that is not known.
  fileprivate func sinceLaunch(_ now: MonotonicTime) -> TimeSpan? { began.map { max(now - $0, .zero) } }

  /// Records that a program has the run. It may be another one than was started for it, and quicker.
  mutating func noteDelivery(at now: MonotonicTime, isOfProcess: Bool) {
    isOnDemand = isOnDemand && isOfProcess
    if isOnDemand { run.milestones.delivered = sinceLaunch(now) } else { run.milestones = LaunchMilestones() }
  }
}
