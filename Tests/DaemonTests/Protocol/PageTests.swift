import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("Lists and histories in pages")
struct PageTests {
  @Test("Without more a list goes on where a cursor says, and holds what comes and goes meanwhile")
  func cursors() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.submitBatch((0..<7).map { .later("task-\($0)") })
    var cursor: String?
    var names: [String] = []
    var pages: [Int] = []
    repeat {
      let page = try client.connection.call(SchedulerMethod.List.self, .init(limit: 3, cursor: cursor))
      names += page.tasks.map(\.request.identifier)
      pages.append(page.tasks.count)
      cursor = page.cursor
      if pages.count == 1 {
        try client.cancel("task-3")
        try client.submit(.later("task-45"))
      }
    } while cursor != nil
    #expect(names == ["task-0", "task-1", "task-2", "task-4", "task-5", "task-6", "task-45"])
    #expect(pages == [3, 3, 1])
    // A page that holds the last has no cursor, also when it is full.
    let whole = try client.connection.call(SchedulerMethod.List.self, .init(limit: 7))
    #expect(whole.tasks.count == 7 && whole.cursor == nil)
  }

  @Test("With more a limit ends the list, and says where it goes on")
  func limitedStream() throws {
    let daemon = try DaemonProcess.calm()
    try daemon.client().submitBatch((0..<600).map { .later("task-\(1000 + $0)") })
    let connection = try RawConnection(to: daemon)
    try connection.send(Message.call(SchedulerMethod.List.self, .init(limit: 550), more: true))
    let first = try #require(try connection.receive())
    #expect(first.count("tasks") == 500 && first.continues && first.string("cursor") == nil)
    let second = try #require(try connection.receive())
    #expect(second.count("tasks") == 50 && !second.continues)
    let cursor = try #require(second.string("cursor"))
    try connection.send(Message.call(SchedulerMethod.List.self, .init(cursor: cursor), more: true))
    #expect(try connection.receive()?.count("tasks") == 50)
  }

  @Test("A list that does not fit into one reply is refused without more, and never cut silently")
  func tooLarge() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    let text = String(repeating: "x", count: 100_000)
    for number in 0..<12 {
      try client.submit(
        .later("task-\(10 + number)").with { $0.command = Wire.Command(argv: ["/bin/echo", text]) })
    }
    let connection = try RawConnection(to: daemon)
    let refused = try #require(try connection.call(#"{"method":"io.bgtaskd.Scheduler.List"}"#))
    #expect(refused.error == "io.bgtaskd.Scheduler.TooLarge")
    #expect(refused.int("limit") == 1 << 20)
    #expect(refused.string("message")?.contains("with more") == true)
    // Pages are bounded in bytes.
    try connection.send(Message.call(SchedulerMethod.List.self, .init(), more: true))
    var counts: [Int] = []
    var goesOn = true
    while goesOn {
      let page = try #require(try connection.receive())
      #expect(page.description.utf8.count < 600_000)
      counts.append(page.count("tasks") ?? 0)
      goesOn = page.continues
    }
    #expect(counts.reduce(0, +) == 12 && counts.count >= 3)
    #expect(try client.tasks().count == 12)
  }

  @Test("A history reaches all that is kept, in pages with more, or by its cursor")
  func history() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    for number in 0..<60 {
      try client.submit(.shell("task.\(number)"))
      let run = try daemon.waitForEnd(of: "task.\(number)")
      #expect(run?.success == true)
    }
    let all = try client.runs()
    #expect(all.count == 60)
    var cursor: String?
    var runs: [Wire.Run] = []
    var pages: [Int] = []
    repeat {
      let page = try client.connection.call(
        SchedulerMethod.History.self, .init(limit: 25, cursor: cursor))
      runs += page.runs
      pages.append(page.runs.count)
      cursor = page.cursor
    } while cursor != nil
    #expect(pages == [25, 25, 10])
    #expect(runs == all)
    let usual = try client.connection.call(SchedulerMethod.History.self, .init())
    #expect(usual.runs.count == 50 && usual.cursor != nil)
    #expect(try client.runs(limit: 7) == Array(all.prefix(7)))
  }

  @Test("A list has each task's last run for who asks, and a run is found by the beginning of its name")
  func lastRuns() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.submit(.shell("again", "exit 3").with { $0.repeatDurationUSec = 3_600_000_000 })
    let run = try #require(try daemon.waitForEnd(of: "again"))
    try client.submit(.shell("new").with { $0.earliestBeginUSec = 4_102_444_800_000_000 })
    let tasks = try client.list(lastRuns: true).tasks
    #expect(tasks.map(\.request.identifier) == ["again", "new"])
    #expect(tasks.map(\.lastRun) == [run, nil] && tasks.map(\.reasonCount) == [1, 1])
    #expect(try client.list().tasks.allSatisfy { $0.lastRun == nil })
    let found = try client.history(runId: String(run.runId.prefix(9)))
    #expect(found.runs == [run])
    let shown = try daemon.control("logs", "--run", String(run.runId.prefix(4)))
    #expect(shown.status == 0, "\(shown.errors)")
    let none = try daemon.control("logs", "--run", run.runId.first == "0" ? "1" : "0")
    #expect(none.status == 1 && none.errors.contains("no run's name begins with"))
  }

  @Test(
    "What is no cursor and no limit is refused by name",
    arguments: [
      ("List", #"{"cursor":"nonsense"}"#, "cursor"), ("List", #"{"cursor":"-1"}"#, "cursor"),
      ("List", #"{"limit":0}"#, "limit"), ("History", #"{"cursor":"nonsense"}"#, "cursor"),
      ("History", #"{"limit":-1}"#, "limit"), ("History", #"{"runId":"0G"}"#, "runId"),
      ("History", #"{"runId":""}"#, "runId"), ("History", #"{"runId":"a","identifier":"a"}"#, "runId"),
    ])
  func wrong(method: String, parameters: String, field: String) throws {
    let connection = try RawConnection(to: DaemonProcess())
    let reply = try connection.call(
      #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)}"#)
    #expect(reply?.error == "io.bgtaskd.Scheduler.InvalidRequest")
    #expect(reply?.string("field") == field)
  }
}
