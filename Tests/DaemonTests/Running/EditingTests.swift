import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Changing and repeating tasks by hand, in the daemon")
struct EditingTests {
  @Test("What edit changes is so afterwards, and all else is as it was")
  func edits() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    let request = Wire.TaskRequest.later("org.example.backup").with {
      $0.when = "idle"
      $0.retry = Wire.Retry(backoff: .linear, maximumAttempts: 3)
      $0.command?.environment = ["A": "1"]
    }
    try client.submit(request)
    let before = try client.get("org.example.backup").task.request
    let edited = try daemon.control(
      "edit", "org.example.backup", "--when", "idle and not hot", "-E", "B=2", "--overdue-after", "3d",
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(edited.output.contains("  when: idle → idle and not hot\n"), "\(edited.output)")
    #expect(edited.output.split(separator: "\n").count == 4, "\(edited.output)")
    let after = try client.get("org.example.backup").task.request
    let expected = before.with {
      $0.when = "idle and not hot"
      $0.overdueAfterDurationUSec = 3 * 86_400_000_000
      $0.command?.environment = ["A": "1", "B": "2"]
      $0.onConflict = after.onConflict
    }
    #expect(after == expected)
  }

  @Test("Another calendar begins with its first date; a series that runs goes on after the run")
  func dates() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.submit(.shell("yearly").with { $0.calendar = ["*-12-24 18:00"] })
    #expect(try daemon.control("edit", "yearly", "--calendar", "minutely").status == 0)
    let date = try #require(try client.get("yearly").task.request.earliestBeginUSec)
    #expect(date <= .now + 61_000_000)

    let ready = try NamedPipe(daemon.folder, "ready")
    try client.submit(
      .shell("hourly", Programs.polite(ready, status: 0)).with { $0.repeatDurationUSec = 3_600_000_000 })
    _ = try ready.read()
    let edited = try daemon.control("edit", "hourly", "--title", "x")
    #expect(edited.output.contains("the change applies to the next run"), "\(edited.output)\(edited.errors)")
    try client.simulateExpiration("hourly")
    #expect(try daemon.waitForEnd(of: "hourly") != nil)
    let next = try client.get("hourly").task
    #expect(next.state == .waiting && next.request.title == "x")
    #expect((next.request.earliestBeginUSec ?? 0) > .now, "it does not run again at once")
  }

  @Test("A declared task's file that was changed in an editor is in force when edit ends, or it says why not")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "tasks.d/a.task",
      "[Task]\nDelay=1h\nEvery=1d\nTitle=Old\nKind=processing\nCommand=/bin/true\n")
    let daemon = try DaemonProcess.calm("DisabledKinds=refresh\n", folder: folder)
    func edit(_ script: String) throws -> FinishedProgram {
      // An editor needs a terminal, which script(1) has.
      let words = [BuiltProduct.url("bgtaskctl").path(), "--color=never", "edit", "a"].joined(separator: " ")
      return try FinishedProgram.run(
        URL(filePath: "/usr/bin/script"), ["-q", "-e", "-c", words, "/dev/null"],
        environment: ["BGTASKD_SOCKET": daemon.socket, "EDITOR": "sed -i \(script)", "VISUAL": nil])
    }
    let taken = try edit("s/Old/New/")
    #expect(
      taken.status == 0 && taken.output.contains("bgtaskd has taken the change over: a is as the file"),
      "\(taken)")
    #expect(try daemon.client().get("a").task.request.title == "New")
    let same = try edit("s/Every=1d/Every=24h/")
    #expect(
      same.status == 0 && same.output.contains("The file still says the same about a as before."), "\(same)")
    let wrong = try edit("s/Every=24h/Every=often/")
    #expect(wrong.status == 65 && wrong.output.contains("\(path):3: Every="), "\(wrong)")
    #expect(try daemon.client().get("a").task.request.title == "New")
    let impossible = try edit("-e s/often/1d/ -e s/processing/refresh/")
    #expect(impossible.status == 65 && impossible.output.contains("is not possible"), "\(impossible)")
    #expect(try daemon.client().get("a").task.request.kind == .processing)
  }

  @Test(
    "A declared task that an editor makes one of a fleet is dropped by the daemon, and edit says what is next"
  )
  func fleetFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "tasks.d/a.task", "[Task]\nOnCalendar=daily\nTitle=Old\nKind=processing\nCommand=/bin/true\n")
    let daemon = try DaemonProcess.calm(folder: folder)
    let words = [BuiltProduct.url("bgtaskctl").path(), "--color=never", "edit", "a"].joined(separator: " ")
    let run = try FinishedProgram.run(
      URL(filePath: "/usr/bin/script"), ["-q", "-e", "-c", words, "/dev/null"],
      environment: [
        "BGTASKD_SOCKET": daemon.socket, "EDITOR": "sed -i s/Title=Old/Fleet=nightly/", "VISUAL": nil,
      ])
    #expect(run.status == 0 && run.output.contains("bgtaskd has dropped a"), "\(run)")
    #expect(run.output.contains("bgtaskctl fleet apply hands it in"), "\(run)")
    #expect(try daemon.client().list().tasks.isEmpty)
  }

  @Test("rerun starts what waits for its next date, and follows it to its end")
  func reruns() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.submit(.shell("org.example.sync", "exit 3").with { $0.repeatDurationUSec = 3_600_000_000 })
    let first = try #require(try daemon.waitForEnd(of: "org.example.sync"))
    let again = try daemon.control("rerun", "--wait", String(first.runId.prefix(8)))
    #expect(again.status == 3, "\(again.output)\(again.errors)")
    #expect(try client.runs(identifier: "org.example.sync").count == 2)
    try client.submit(.shell("org.example.once"))
    let once = try #require(try daemon.waitForEnd(of: "org.example.once"))
    let gone = try daemon.control("rerun", once.runId)
    #expect(gone.status == 1 && gone.errors.contains("but not its request"), "\(gone.errors)")
  }

  @Test("What a person has told to stop says so")
  func byHand() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("a", Programs.polite(ready, status: 1)))
    _ = try ready.read()
    #expect(try daemon.control("expire", "a").status == 0)
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.stopReason?.code == "simulated" && run.stopReason?.message == "a person told it to stop")
    #expect(try daemon.control("history").output.contains("stopped (by hand)"))
    #expect(daemon.waitForLog("a: told to stop within 5s: a person told it to stop"))
  }
}
