import BackgroundApplication
import BackgroundTasks

// The examples of README.md: TutorialTests compares them. Top-level code and a program's entry point cannot
// stand in tests, so the first example is a function's body here, and the second has no @main.

func classicExample() throws {
  BGTaskScheduler.shared.register(
    forTaskWithIdentifier: "org.example.feeds.refresh", using: nil
  ) { task in
    let work = Task { task.setTaskCompleted(success: await Feeds.refresh()) }
    task.expirationHandler = { work.cancel() }  // task.expirationReason says why
  }
  let request = BGAppRefreshTaskRequest(identifier: "org.example.feeds.refresh")
  request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
  try BGTaskScheduler.shared.submit(request)  // throws with a text that says what to do
  dispatchMain()
}

struct FeedProgram: BackgroundApplication {
  var tasks: some BackgroundTaskSet {
    AppRefresh("org.example.feeds.refresh", every: .minutes(15)) {
      print("reads the feeds")
    }
    Processing(
      "org.example.feeds.clean", every: .hours(24), when: .externalPower && .idle
    ) { progress in
      progress.totalUnitCount = 3
      for year in ["2023", "2024", "2025"] {
        try Task.checkCancellation()  // throws when the run is told to stop
        print("removes the entries of \(year)")
        progress.completedUnitCount += 1
      }
    }
  }
}

extension Feeds {
  static func refresh() async -> Bool { true }
}
