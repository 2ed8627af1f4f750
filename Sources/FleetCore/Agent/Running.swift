import SchedulerCore

/// Runs: their begins, their ends, and the orders to stop them.
extension FleetAgent {
  mutating func began(_ begin: RunBegin, at now: BootTime) {
    guard let index = index(of: begin.id), holdings[index].isOpen else { return stopUnknown(begin.id, begin) }
    holdings[index].begin = begin
    changeStore(durably: true)
    if case .stopping = holdings[index].state { return }
    holdings[index].state = .running
    guard let name = holdings[index].grant?.class else { return }
    classes.entries[name]?.hasRun = true
    classes.entries[name]?.pause.reset()
    classes.entries[name]?.refusalPause.reset()
  }

  /// Takes in an end from the daemon.
  mutating func ended(_ report: RunReport, at now: BootTime) {
    end(report, at: now)
    guard let index = index(of: report.id) else { return }
    holdings[index].hasEnd = true
  }

  /// Ends a grant, which is reported at once. A task that has lost its lease before it began is given back,
  /// and so is a run that the agent itself has ended: the work is to be done elsewhere.
  private mutating func end(_ report: RunReport, at now: BootTime) {
    var report = report
    let hasBegun = !report.runId.isEmpty
    let isCutShort = report.outcome == .leaseLost || report.outcome == .cancelled
    if let index = index(of: report.id), isCutShort {
      switch holdings[index].state {
      case .stopping(.leaving): return release(report.id, .stopped, "the machine leaves the fleet", at: now)
      case .withdrawing,
        .running where holdings[index].isDropped && report.outcome == .cancelled:
        return release(report.id, .stopped, "it began when it was to be dropped", at: now)
      case .stopping(let code) where !code.isCancellation: report = report.with(.leaseLost)
      default: break
      }
    }
    if let index = index(of: report.id) {
      switch holdings[index].state {
      case .ended: return
      case .released where !hasBegun: return
      default: holdings[index].state = .ended(report)
      }
    } else {
      holdings.append(
        Holding(id: report.id, grant: nil, state: .ended(report), revision: upcomingRevision))
    }
    changeStore(durably: true)
    link.ask(by: now)
    if report.outcome == .leaseLost, !hasBegun {
      release(report.id, .conditions, "the lease was lost before the run began", at: now)
    }
  }

  /// Takes in that the daemon does not have the task and has no end of it.
  mutating func gone(_ id: GrantID, waitedFor reason: String? = nil, at now: BootTime) {
    guard let index = index(of: id), holdings[index].isLive else { return }
    if let begin = holdings[index].begin {
      let report = RunReport(
        id: id, outcome: .interrupted, success: false, runId: begin.runId, startedUSec: begin.startedUSec,
        message: "the daemon knows nothing of the run any more")
      return end(report, at: now)
    }
    switch holdings[index].state {
    case .withdrawing(let code, let message):
      if let reason { noteHeldBack(holdings[index].grant?.class, by: reason) }
      release(id, code, reason.map { "\(message): \($0)" } ?? message, at: now)
    case .stopping(.cancelled):
      end(RunReport(id: id, outcome: .cancelled, success: false, message: "did not begin"), at: now)
    case .stopping(.notYours): remove { $0.id == id }
    case .stopping(let code): release(id, .conditions, "given back: \(code.rawValue)", at: now)
    default: release(id, .conditions, "the daemon does not have the task any more", at: now)
    }
  }

  /// Ends a grant. The first reason stays.
  mutating func stop(_ id: GrantID, _ code: StopCode, at now: BootTime) {
    guard let index = index(of: id), holdings[index].isOpen else { return }
    switch holdings[index].state {
    case .granted:
      holdings[index].state = .stopping(code)
      gone(id, at: now)
    case .stopping: break
    default:
      holdings[index].state = .stopping(code)
      if hasDaemon { directives.append(.stop(id, code)) }
    }
  }

  /// Stops a task that the agent does not know to hold. An end that is to be reported stays.
  mutating func stopUnknown(_ id: GrantID, _ begin: RunBegin?) {
    directives.append(.tell(.unknownTask(id)))
    directives.append(.stop(id, .notYours))
    if let index = index(of: id), case .ended = holdings[index].state { return }
    remove { $0.id == id }
    holdings.append(
      Holding(
        id: id, grant: nil, state: .stopping(.notYours), begin: begin, revision: upcomingRevision))
    changeStore(durably: true)
  }
}
