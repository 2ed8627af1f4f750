import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemConditions
import TaskExecution
import TaskStore

extension Shell {
  /// Finds out what became of the runs that were under way, and then decides for the first time.
  /// - Parameter declared: The tasks that files declare.
  func begin(sameBoot: Bool, declared: DeclarationSet) {
    takeOver { shell, survivors in
      shell.hearServices { $0.started(survivors, sameBoot: sameBoot, declared: declared) }
    }
  }

  /// Waits for services on the bus: before they answer, it is unknown whether a user is active.
  private func hearServices(then body: @escaping @Sendable (isolated Shell) -> Void) {
    conditions.wait(limitUSec: Self.answerUSec) { self.onQueue(body) }
  }

  /// The longest wait of the start for services on the bus that hang, in microseconds.
  private static let answerUSec: Int64 = 1_000_000

  /// Finds the programs that were at work when the last daemon ended.
  private func takeOver(then body: @escaping @Sendable (isolated Shell, Survivors) -> Void) {
    let runs = scheduler.runsWithPrograms
    store.payloads(of: runs.map(\.taskID)) { read in
      let payloads = (try? read.get()) ?? [:]
      self.later { $0.adopt(runs, payloads, then: body) }
    }
  }

  /// Adopts the runs. A run whose request cannot be read hides nothing of the others.
  private func adopt(
    _ runs: [Run], _ payloads: FoundPayloads,
    then body: @escaping @Sendable (isolated Shell, Survivors) -> Void
  ) {
    var known: [(run: Run, request: Wire.TaskRequest?)] = []
    var unread: [RunID: String] = [:]
    for run in runs {
      switch (payloads[run.taskID] ?? .failure(.missing)).request(of: run.taskID) {
      case .success(let request): known.append((run, request))
      case .failure(let problem):
        known.append((run, nil))
        unread[run.id] = problem.message
      }
    }
    programs.adopt(known) { result in
      self.onQueue { shell in
        shell.tookOver(
          result.map { survivors in
            var survivors = survivors
            // A missing run may be the work of a unit that was there already, of whatever name. Children of
            // this daemon's predecessor are found by their environment.
            if shell.host.manager != nil {
              for run in survivors.missing { survivors.unidentified[run] = unread[run] }
            }
            return survivors
          }, then: body)
      }
    }
  }

  private func tookOver(
    _ result: Result<Survivors, BusError>, then body: @escaping @Sendable (isolated Shell, Survivors) -> Void
  ) {
    guard phase != .ended else { return }
    do throws(BusError) {
      stopLeftovers(try result.get(), then: body)
    } catch {
      // Nothing was decided yet, so the next start finds everything unchanged.
      log.write(
        LogEntry(.error, "Cannot start: systemd, which is to run the programs, cannot be reached: \(error)."))
      exit(ExitCode.system.rawValue)
    }
  }

  /// Stops what is left of missing runs, which must not go on beside their next attempts.
  private func stopLeftovers(
    _ survivors: Survivors, then body: @escaping @Sendable (isolated Shell, Survivors) -> Void
  ) {
    guard !survivors.missing.isEmpty else { return body(self, survivors) }
    leftovers.stop(survivors.missing) { report in
      self.onQueue { shell in
        if report.remaining > 0 {
          shell.log.write(
            LogEntry(.warning, "\(report.remaining) processes of interrupted runs cannot be ended."))
        }
        body(shell, survivors)
      }
    }
  }

  private func started(_ survivors: Survivors, sameBoot: Bool, declared: DeclarationSet) {
    guard phase != .ended else { return }
    phase = .deciding
    take(
      .started(
        sameBoot: sameBoot, surviving: survivors.running, ended: survivors.ended,
        unidentified: survivors.unidentified, declared: declared))
  }

  /// Shows how far the start is, and ends it when all is decided and on disk.
  func showStart() {
    if let (done, all) = scheduler.startProgress {
      return statusLine.update("Starting: \(done) of \(all) tasks have their places")
    }
    let line = pendingText
    // After this batch, which is as much of the start as all before it.
    later { $0.nowListening(line) }
  }

  private func nowListening(_ line: String) {
    guard phase == .deciding else { return }
    ProgramText.release()
    opening.end()
    store.endProgress()
    serviceManager.ready(status: statusText(line))
    serviceManager.startWatchdog()
    log.write(
      LogEntry(
        .started, "bgtaskd \(ProductVersion.number) listens on \(address), \(line)."))
    for text in scheduler.heldBack(of: nil) { log.write(LogEntry(.error, "\(text).")) }
    phase = .listening
    server.open()
    if isReloadDue { reload() }
    memoryOfWork.worked()
  }

  func wokeUp(_ cause: WakeUpCause) {
    conditions.refresh()
    switch cause {
    case .due: take(.timer)
    case .clockChanged: take(.clockChanged)
    case .resumed: take(.resumed)
    }
  }

  func received(_ signal: Int32) {
    switch signal {
    // A reload waits until the daemon listens: the start declares what the files said before.
    case SIGHUP: phase == .listening ? reload() : (isReloadDue = true)
    default:
      // A daemon that was asked before sends its last answers, and decides nothing any more.
      guard phase != .ended else { return }
      let what = host.manager == nil ? "running work is told to stop" : "running work goes on"
      log.write(LogEntry(.stopping, "Ending; \(what)."))
      serviceManager.stopping(status: "Ending; \(what)")
      // Before all tasks have their places nothing was started, so there is nothing to stop.
      if scheduler.startProgress != nil { return endSoon() }
      phase = .ending
      take(host.manager == nil ? .shutdown : .handOver)
    }
  }

  /// Ends the daemon without another decision. Closing the store waits for its thread, which must not wait
  /// for this queue then: the thread delivers the result of its write first, and leaves.
  func endSoon() {
    phase = .ended
    if !isWriting { later { $0.sendRest() } }
  }

  /// Sends the answers that are on their way, once nothing is decided any more and everything is on disk, and
  /// ends the daemon.
  func sendRest() {
    tellAll()
    server.end { self.onQueue { $0.end() } }
  }

  private func end() -> Never {
    store.close()
    exit(ExitCode.success.rawValue)
  }
}
