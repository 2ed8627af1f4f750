import BackgroundTasks
import Foundation
import TestSupport
import Testing

@Suite("Errors that the built daemon gave, told apart in every way that is in use")
struct DaemonErrorTests {
  private let daemon: DaemonProcess
  private let scheduler: BGTaskScheduler

  init() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "applications.d/app.conf", "[Application]\nPermittedIdentifiers=org.example.*\nExec=/bin/true\n")
    daemon = try DaemonProcess.calm("MaxConcurrentContinued=1\nDisabledKinds=processing\n", folder: folder)
    scheduler = BGTaskScheduler(backend: DaemonBackend(path: daemon.socket))
    scheduler.applicationName = "app"
  }

  /// What is refused, for each of the four reasons, by their numbers. Before that, whatever is in its way is
  /// accepted.
  private func refused() throws -> [Int: () throws -> Void] {
    let scheduler = scheduler
    let continued = ["a", "b"].map { name in
      let request = BGContinuedProcessingTaskRequest(
        identifier: "org.example.\(name)", title: name, subtitle: "")
      request.strategy = .fail
      return request
    }
    #expect(scheduler.register(forTaskWithIdentifier: continued[0].identifier, using: nil) { _ in })
    #expect(scheduler.register(forTaskWithIdentifier: continued[1].identifier, using: nil) { _ in })
    try scheduler.submit(continued[0])
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.c", after: 3600))
    return [
      1: { try scheduler.submit(BGProcessingTaskRequest(identifier: "org.example.d")) },
      2: { try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.d", after: 3600)) },
      3: { try scheduler.submit(BGAppRefreshTaskRequest(identifier: "com.other")) },
      4: { try scheduler.submit(continued[1]) },
    ]
  }

  @Test("Each way finds each error, and its words are the daemon's")
  func ways() throws {
    let expected: [Int: SubmissionFailure] = [
      1: .unavailable, 2: .tooMany, 3: .notPermitted, 4: .cannotRunNow,
    ]
    for (number, submit) in try refused().sorted(by: { $0.key < $1.key }) {
      for (way, tell) in ErrorShapeTests.ways {
        #expect(tell(submit) == expected[number], "\(number), by \(way)")
      }
      do {
        try submit()
        Issue.record("\(number) was accepted")
      } catch {
        #expect((error as? BGTaskScheduler.Error)?.code.rawValue == number)
        #expect(Submitter.isRefusedForNow(error) == [2, 4].contains(number))
        #expect((error as NSError).domain == "BGTaskSchedulerErrorDomain")
        #expect((error as NSError).code == number)
        #expect(error.localizedDescription == (error as NSError).localizedDescription)
        #expect(error.localizedDescription.count > 20)
      }
    }
  }

  @Test("A daemon that is away is unavailable, in every way")
  func away() throws {
    daemon.killHard()
    for (way, tell) in ErrorShapeTests.ways {
      let failure = tell { try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.c")) }
      #expect(failure == .unavailable, "by \(way)")
    }
  }
}
