import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Processes, restarts and clocks")
struct LifeTests {
  private let simulated = SimulatedScheduler(permitting: [Identifier.index, Identifier.refresh])

  @Test("R19: pending requests outlive the scheduler, and a run that goes on goes on")
  func restart() async throws {
    let tasks = simulated.scheduler.registerHolding(Identifier.index)
    let count = Counter()
    simulated.scheduler.registerCompleting(Identifier.refresh, count: count)
    try RefreshTests.submitRefresh(to: simulated.scheduler, after: 3600)
    try simulated.scheduler.submit(.index { $0.runtimeLimit = 7200 })
    try await simulated.advance(by: 600, waitingFor: .handler)
    simulated.restart()
    #expect(simulated.pending.map(\.identifier) == [Identifier.refresh])
    #expect(simulated.running.map(\.identifier) == [Identifier.index])
    try await simulated.advance(by: 3600, waitingFor: .handler)
    #expect(count.value == 1)
    try #require(tasks.last).setTaskCompleted(success: true)
    #expect(simulated.history.map(\.outcome) == [.completed, .completed])
  }

  @Test("R19: pending requests outlive a reboot; what was running is tried again by the new process (R38)")
  func reboot() async throws {
    simulated.scheduler.registerHolding(Identifier.index)
    simulated.scheduler.registerCompleting(Identifier.refresh)
    try RefreshTests.submitRefresh(to: simulated.scheduler, after: 3600)
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 0, waitingFor: .handler)
    simulated.reboot(downtime: 2 * 3600)
    let count = Counter()
    simulated.scheduler.registerCompleting(Identifier.index, count: count)
    simulated.scheduler.registerCompleting(Identifier.refresh, count: count)
    try await simulated.advance(by: 3600)
    #expect(count.value == 2)
    #expect(simulated.history(of: Identifier.index).map(\.outcome) == [.interrupted, .completed])
    #expect(simulated.history(of: Identifier.refresh).map(\.outcome) == [.completed])
  }

  @Test("R38: a process that dies in a run is replaced, and the run is tried again after a pause")
  func processDies() async throws {
    let launches = Counter()
    let tasks = HeldTasks()
    let simulated = SimulatedScheduler(permitting: [Identifier.index]) { scheduler in
      launches.add()
      scheduler.registerHolding(Identifier.index, tasks)
    }
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 0, waitingFor: .handler)
    #expect(launches.value == 1 && tasks.all.count == 1)
    simulated.endApplication()
    try await simulated.advance(by: 30, waitingFor: .handler)
    #expect(launches.value == 2 && tasks.all.count == 2)
    try #require(tasks.last).setTaskCompleted(success: true)
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.outcome) == [.interrupted, .completed])
  }

  @Test("A task whose application is not running launches it, and after a while without work ends it")
  func launchOnDemand() async throws {
    let count = Counter()
    let launches = Counter()
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh]) { scheduler in
      launches.add()
      RefreshTests.registerRefresh(on: scheduler, every: 4 * 3600, count: count)
    }
    try RefreshTests.submitRefresh(to: simulated.scheduler, after: 4 * 3600)
    try await simulated.advance(by: 24 * 3600)
    #expect(count.value == 6 && launches.value == 6)
    #expect(
      simulated.log.filter { $0.event == .applicationLaunched }.map(\.date)
        == (1...6).map { SimulatedScheduler.usualStart + Double($0) * 4 * 3600 })
    #expect(
      simulated.log.last { $0.event == .applicationEnded }?.date == SimulatedScheduler.usualStart + 24 * 3600
        - 4 * 3600 + 30)
  }

  @Test("An application that registers nothing when it is launched fails, and is tried again after pauses")
  func launchWithoutRegistration() async throws {
    let launches = Counter()
    let simulated = SimulatedScheduler(permitting: [Identifier.index]) { _ in launches.add() }
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 3600)
    #expect(launches.value > 1)
    #expect(simulated.history.allSatisfy { $0.outcome == .launchFailed })
    #expect(simulated.logText.contains("application cannot be started: "))
  }

  @Test(
    "While the machine sleeps no run time passes; what became due starts when it is awake and has settled")
  func suspend() async throws {
    let tasks = simulated.scheduler.registerHolding(Identifier.index)
    simulated.scheduler.registerCompleting(Identifier.refresh)
    try simulated.scheduler.submit(.index())
    try RefreshTests.submitRefresh(to: simulated.scheduler, after: 600)
    try await simulated.advance(by: 60, waitingFor: .handler)
    simulated.suspend(for: 8 * 3600)
    try await simulated.advance(by: 60, waitingFor: .handler)
    #expect(simulated.running.map(\.identifier) == [Identifier.index])
    #expect(
      simulated.history(of: Identifier.refresh).map(\.started)
        == [SimulatedScheduler.usualStart + 60 + 8 * 3600 + 5])
    try #require(tasks.last).setTaskCompleted(success: true)
  }

  @Test("A clock that is set forwards makes a date come, set backwards makes it wait longer")
  func clockSteps() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    try simulated.scheduler.submit(.index { $0.earliestBeginDate = Date(timeIntervalSinceNow: 3600) })
    simulated.stepClock(by: -1800)
    try await simulated.advance(by: 3600)
    #expect(simulated.history.isEmpty)
    simulated.stepClock(by: 3600)
    try await simulated.advance(by: 0)
    #expect(simulated.history.count == 1)
  }

  @Test("R36: an application that is in use gets no launch until it is in the background again")
  func foreground() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    simulated.scheduler.applicationState = .active
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 3600)
    #expect(simulated.explain(Identifier.index)?.reasons.map(\.code) == ["foreground"])
    simulated.scheduler.applicationState = .background
    try await simulated.advance(by: 0)
    #expect(simulated.history.count == 1)
  }

  @Test("R32: a lost network, low power mode, heat and a low battery each hold work back, with their codes")
  func conditions() throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    simulated.setConditions(atOnce: true) {
      $0.power = .battery
      $0.batteryPercent = 15
      $0.network = .none
      $0.isLowPowerModeEnabled = true
      $0.isHot = true
      $0.isMemoryShort = true
      $0.areProcessorsBusy = true
      $0.areDisksBusy = true
      $0.isStorageLow = true
      $0.isIdle = false
    }
    try simulated.scheduler.submit(
      .index {
        $0.requiresNetworkConnectivity = true
        $0.requiresUnmeteredNetwork = true
        $0.requiresStorageNotLow = true
      })
    let codes = try #require(simulated.explain(Identifier.index)).reasons.map(\.code)
    #expect(
      Set(codes) == [
        "network", "unmeteredNetwork", "idle", "batteryNotLow", "storageNotLow", "lowPowerMode",
        "thermalPressure",
        "memoryPressure", "cpuPressure", "ioPressure",
      ])
    try simulated.setAllRequirementsMet(for: Identifier.index)
    #expect(simulated.explain(Identifier.index)?.canProceed == true)
    // Nobody asked for the mains.
    #expect(simulated.conditions.power == .battery)
  }
}
