import ConfigurationFiles
import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemConditions
import SystemdSyntax
import TaskExecution
import TaskStore

extension Shell {
  /// Starts everything, on the daemon's queue.
  nonisolated func begin() {
    later { $0.start() }
  }

  private func start() {
    let queue = executor.queue
    SignalSource.ignoreBrokenPipes()
    do {
      let surroundings = Surroundings(
        timer: try WakeUpTimer(queue: queue) { cause in self.onQueue { $0.wokeUp(cause) } },
        serviceManager: ServiceManager(queue: queue),
        leftovers: LeftoverProcesses(queue: queue, grace: configuration.scheduler.expirationGrace),
        conditions: SystemConditionSources(queue: queue, stateDirectory: directories.state),
        loginManager: makeLoginManager(queue))
      self.surroundings = surroundings
      try signals.deliver(on: queue) { signal in self.onQueue { $0.received(signal) } }
      if BackgroundTaskDaemon.variable(named: "NOTIFY_SOCKET") != nil {
        statusLine = StatusLine(queue: queue, show: surroundings.serviceManager.status)
      }
      // What the machine is like is known before anything is decided.
      startConditions(surroundings.conditions)
      surroundings.loginManager.start()
      let server = try Server(self, surroundings.serviceManager)
      self.server = server
      programs = Programs(
        queue: queue, log: log, socket: server.path ?? socket.path, manifests: configuration.manifests,
        host: host
      ) { run, end in
        self.onQueue { $0.programs?.ended(run, end) }
      } handler: { event in
        self.onQueue { shell in shell.programs?.filter(event).map(shell.take) }
      }
      takeOver()
    } catch {
      log.write(LogEntry(.error, "Cannot start: \(error)."))
      exit(Self.exitCode(for: error).rawValue)
    }
  }

  private static func exitCode(for error: any Error) -> ExitCode {
    if case .inUse = error as? ListenError { .taken } else { .system }
  }

  private func startConditions(_ sources: SystemConditionSources) {
    let report = sources.start { changes in self.onQueue { $0.take(.conditions(changes)) } }
    for failure in report.failures {
      log.write(LogEntry(.warning, "Conditions of \(failure.name) cannot be watched: \(failure.error)."))
    }
    guard !report.absent.isEmpty else { return }
    let absent = report.absent.joined(separator: ", ")
    log.write(LogEntry(.info, "Not on this machine, so nothing waits for it: \(absent)."))
  }

  /// Looks for the programs that were at work when the last daemon ended.
  private func takeOver() {
    let runs = scheduler.runsWithPrograms
    store.payloads(of: runs.map(\.taskID)) { read in
      let payloads = (try? read.get()) ?? [:]
      self.later { $0.adopt(runs, payloads) }
    }
  }

  /// What cannot be read of one run's request hides nothing of the others.
  private func adopt(_ runs: [Run], _ payloads: FoundPayloads) {
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
    programs?.adopt(known) { result in
      self.onQueue { shell in
        shell.tookOver(
          result.map { survivors in
            var survivors = survivors
            // It may be the work of a unit that was there already, of whatever name. Children of this
            // daemon's predecessor are found by their environment.
            if shell.host.manager != nil {
              for run in survivors.missing { survivors.unidentified[run] = unread[run] }
            }
            return survivors
          })
      }
    }
  }

  private func tookOver(_ result: Result<Survivors, BusError>) {
    do throws(BusError) {
      stopLeftovers(try result.get())
    } catch {
      // Nothing was decided yet, so the next start finds all as it is.
      log.write(
        LogEntry(.error, "Cannot start: systemd, which is to run the programs, cannot be reached: \(error)."))
      exit(ExitCode.system.rawValue)
    }
  }

  /// Runs whose programs nobody knows must not go on beside their next attempts.
  private func stopLeftovers(_ survivors: Survivors) {
    guard !survivors.missing.isEmpty, let leftovers = surroundings?.leftovers else {
      return started(survivors)
    }
    leftovers.stop(survivors.missing) { report in
      self.onQueue { shell in
        if report.remaining > 0 {
          shell.log.write(
            LogEntry(.warning, "\(report.remaining) processes of interrupted runs cannot be ended."))
        }
        shell.started(survivors)
      }
    }
  }

  private func started(_ survivors: Survivors) {
    hasStarted = true
    take(
      .started(
        sameBoot: isSameBoot, surviving: survivors.running, ended: survivors.ended,
        unidentified: survivors.unidentified, declared: declared))
    declared = .unread
    look { scheduler, _ in
      let line = "\(scheduler.pendingCount) tasks pending"
      // Behind the first batch, which is as much of the start as all before it.
      return { shell in shell.later { $0.nowListening(line) } }
    }
  }

  private func nowListening(_ line: String) {
    ProgramText.release()
    surroundings?.serviceManager.ready(status: statusText(line))
    surroundings?.serviceManager.startWatchdog()
    log.write(
      LogEntry(
        .notice, "bgtaskd \(ProductVersion.number) listens on \(server?.path ?? socket.path), \(line).",
        messageID: MessageID.started))
    isListening = true
    if isReloadDue { reload() }
  }

  private func wokeUp(_ cause: WakeUpCause) {
    surroundings?.conditions.refresh()
    switch cause {
    case .due: take(.timer)
    case .clockChanged: take(.clockChanged)
    case .resumed: take(.resumed)
    }
  }

  private func received(_ signal: Int32) {
    switch signal {
    // What files say is told after what was there before.
    case SIGHUP: isListening ? reload() : (isReloadDue = true)
    default:
      let what = host.manager == nil ? "running work is told to stop" : "running work goes on"
      log.write(LogEntry(.notice, "Ending; \(what).", messageID: MessageID.stopping))
      surroundings?.serviceManager.stopping(status: "Ending; \(what)")
      // Before the first decision there is nothing to stop.
      if hasStarted { take(host.manager == nil ? .shutdown : .handOver) } else { end() }
    }
  }

  /// Nothing runs any more and everything is on disk.
  func end() -> Never {
    tellAll()
    server?.close()
    store.close()
    exit(ExitCode.success.rawValue)
  }
}
