import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import Testing

struct ProgressTests {
  private let daemon: ScriptedDaemon
  private let scheduler: BGTaskScheduler
  private let task: BGContinuedProcessingTask

  init() throws {
    daemon = try ScriptedDaemon()
    scheduler = BGTaskScheduler(daemon)
    let launched = try scheduler.launchedTask(
      by: daemon, kind: .continued, title: "Export", subtitle: "starts")
    task = try #require(launched as? BGContinuedProcessingTask)
  }

  @Test("R51: A loop of a million increments sends few reports: the first at once, and the last for sure")
  func loop() {
    task.progress.totalUnitCount = 1_000_000
    #expect(daemon.next(\.progress)?.totalUnitCount == 1_000_000)
    for _ in 0..<1_000_000 { task.progress.completedUnitCount += 1 }
    task.setTaskCompleted(success: true)
    let reports = daemon.allCalls.compactMap(\.progress)
    #expect(reports.last?.completedUnitCount == 1_000_000)
    #expect(reports.count < 100)
    guard case .complete = daemon.allCalls.last else {
      Issue.record("\(String(describing: daemon.allCalls.last))")
      return
    }
  }

  @Test("A daemon that comes back hears how far the run is")
  func comesBack() throws {
    task.progress.totalUnitCount = 10
    task.progress.completedUnitCount = 4
    while let report = daemon.next(\.progress), report.completedUnitCount != 4 {}
    daemon.stop()
    try daemon.start()
    #expect(daemon.next(\.registration)?.runs == ["run1"])
    #expect(daemon.next(\.progress)?.completedUnitCount == 4)
  }

  @Test("R51: A run that makes no progress reports none")
  func none() {
    task.setTaskCompleted(success: true)
    #expect(daemon.allCalls.compactMap(\.progress).isEmpty)
  }

  @Test(
    "R53: Title and subtitle go with the progress; what is obeyed or misread, or too long, does not"
  )
  func title() {
    task.progress.totalUnitCount = 10
    task.progress.completedUnitCount = 4
    task.updateTitle("Export\u{1B}[2J\u{202E}", subtitle: String(repeating: "ä", count: 200))
    #expect(task.title == "Export\u{1B}[2J\u{202E}")
    while let report = daemon.next(\.progress) {
      guard report.title != "Export" else { continue }
      #expect(report.completedUnitCount == 4)
      #expect(report.totalUnitCount == 10)
      #expect(report.title == "Export [2J")
      #expect(report.subtitle == String(repeating: "ä", count: 126) + "…")
      return
    }
    Issue.record("no report with the new title")
  }

  @Test("R51: What children do counts, those that were added and those that became one by themselves")
  func children() throws {
    task.progress.totalUnitCount = 100
    let added = Progress(totalUnitCount: 10, parent: task.progress, pendingUnitCount: 50)
    task.progress.becomeCurrent(withPendingUnitCount: 50)
    let implicit = Progress(totalUnitCount: 10)
    task.progress.resignCurrent()
    added.completedUnitCount = 5
    // Nobody says that it changed: it is seen within half a second.
    while let report = daemon.next(\.progress), report.completedUnitCount != 25 {}
    added.completedUnitCount = 10
    implicit.completedUnitCount = 10
    task.setTaskCompleted(success: true)
    #expect(daemon.allCalls.compactMap(\.progress).last?.completedUnitCount == 100)
  }

  @Test("R51: Units of work under a current progress that no child took count")
  func resigned() throws {
    task.progress.totalUnitCount = 2
    task.progress.becomeCurrent(withPendingUnitCount: 1)
    task.progress.resignCurrent()
    while let report = daemon.next(\.progress), report.completedUnitCount != 1 {}
    #expect(daemon.allCalls.compactMap(\.progress).last?.completedUnitCount == 1)
  }

  @Test("Counts below zero, which mean not known, are not sent")
  func indeterminate() {
    task.progress.totalUnitCount = -1
    task.progress.completedUnitCount = -1
    task.updateTitle("Export", subtitle: "goes on")
    task.setTaskCompleted(success: true)
    for report in daemon.allCalls.compactMap(\.progress) {
      #expect(report.completedUnitCount == 0)
      #expect(report.totalUnitCount == 0)
    }
    #expect(daemon.allCalls.compactMap(\.progress).last?.subtitle == "goes on")
  }

  @Test("A continued task is a source of progress, as others see it")
  func reporting() {
    let reporting: any ProgressReporting = task
    #expect(reporting.progress === task.progress)
  }
}
