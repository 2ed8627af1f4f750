import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("Calls that are sent ahead of their replies")
struct PipeliningTests {
  private static let method = "io.bgtaskd.Scheduler"

  @Test("A hundred calls in one piece are answered in their order, whatever each of them takes")
  func order() throws {
    let connection = try RawConnection(to: DaemonProcess.calm())
    // What is written to disk, what is read from disk, what is known at once and what is wrong, in turns.
    let messages = (0..<100).flatMap { number -> [UInt8] in
      let message =
        switch number % 4 {
        case 0: Message.call(SchedulerMethod.Submit.self, .init(request: .later("task-\(number)")))
        case 1: Message.call(SchedulerMethod.Get.self, .init(identifier: "task-\(number - 1)"))
        case 2: Message.call(SchedulerMethod.Explain.self, .init(identifier: "none-\(number)"))
        default: Message.call(SchedulerMethod.Cancel.self, .init(identifier: "not allowed \(number)"))
        }
      return message
    }
    try connection.send(messages)
    for number in 0..<100 {
      let reply = try #require(try connection.receive())
      switch number % 4 {
      case 0, 1:
        #expect(reply.string("task.request.identifier") == "task-\(number - number % 4)", "call \(number)")
      case 2: #expect(reply.string("identifier") == "none-\(number)")
      default:
        #expect(reply.error == "\(Self.method).InvalidRequest")
        #expect(reply.string("message")?.contains("not allowed \(number)") == true)
      }
    }
  }

  @Test("The answer to a batch has a result for each request, and is no copy of a large task for each")
  func batches() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    let text = String(repeating: "x", count: 100_000)
    try client.submit(.later("large").with { $0.command = Wire.Command(argv: ["/bin/echo", text]) })
    let kept = try client.submitBatch(
      Array(repeating: .later("large").with { $0.onConflict = .keep }, count: 1000))
    #expect(kept.count == 1000)
    #expect(kept.allSatisfy { $0.error == nil && $0.task?.request.identifier == "large" })
    let whole = kept.count { $0.task?.request.command?.argv.last == text }
    #expect((10...21).contains(whole))
    // Each takes the place of the one before, which is over when the answer is written.
    let replaced = try client.submitBatch(Array(repeating: .later("again"), count: 1000))
    #expect(replaced.count == 1000 && replaced.allSatisfy { $0.task != nil && $0.error == nil })
  }

  @Test("A oneway call is carried out and not answered, also when it is wrong")
  func oneway() throws {
    let connection = try RawConnection(to: DaemonProcess.calm())
    try connection.send(
      Message.call(SchedulerMethod.Submit.self, .init(request: .later("quiet")), oneway: true)
        + Message.call(SchedulerMethod.Cancel.self, .init(identifier: "nobody"), oneway: true)
        + Message.call("io.bgtaskd.Scheduler.Nothing", parameters: Array("{}".utf8), oneway: true)
        + Message.call(SchedulerMethod.Get.self, .init(identifier: "quiet"))
        + Message.call(SchedulerMethod.Status.self, Empty()))
    #expect(try connection.receive()?.string("task.request.identifier") == "quiet")
    #expect(try connection.receive()?.int("pending") == 1)
  }

  @Test("Who ends its side of the connection gets all its answers, then the end")
  func halfClosed() throws {
    let connection = try RawConnection(to: DaemonProcess.calm())
    let calls = (0..<20).map {
      Message.call(SchedulerMethod.Submit.self, .init(request: .later("task-\($0)")))
    }
    try connection.send(calls.flatMap(\.self))
    connection.finishSending()
    for number in 0..<20 {
      #expect(try connection.receive()?.string("task.request.identifier") == "task-\(number)")
    }
    #expect(try connection.receive() == nil)
  }

  @Test("What comes behind a long batch on its connection finds all of it; others have their turn in between")
  func longBatch() throws {
    let daemon = try DaemonProcess.calm()
    let requests = (0..<500).map { number in
      let names = (0..<24).map { "network \"n\(number)-\($0)\"" }
      return Wire.TaskRequest.later("task-\(number)").with { $0.when = names.joined(separator: " or ") }
    }
    let connection = try RawConnection(to: daemon)
    try connection.send(
      Message.call(SchedulerMethod.SubmitBatch.self, .init(requests: requests))
        + Message.call(SchedulerMethod.Cancel.self, .init(identifier: "task-499"))
        + Message.call(SchedulerMethod.Status.self, Empty()))
    #expect(try connection.receive()?.count("results") == 500)
    #expect(try connection.receive()?.error == nil)
    #expect(try connection.receive()?.int("pending") == 499)
  }

  @Test("Two lists on one connection come whole and one after the other, also to a slow reader")
  func twoLists() throws {
    let daemon = try DaemonProcess.calm()
    let tasks = (0..<1500).map {
      Wire.TaskRequest.later("org.example.with.a.long.name.number-\(10_000 + $0)")
    }
    let client = try daemon.client()
    for part in [tasks[..<1000], tasks[1000...]] { try client.submitBatch(Array(part)) }
    let connection = try RawConnection(to: daemon)
    let list = Message.call(SchedulerMethod.List.self, .init(), more: true)
    // Nothing is read before both are on their way: the socket is full long before the first list is through.
    try connection.send(list + list + Message.call(SchedulerMethod.Status.self, Empty()))
    for _ in 0..<2 {
      var counts: [Int] = []
      var goesOn = true
      while goesOn {
        let page = try #require(try connection.receive())
        counts.append(page.count("tasks") ?? 0)
        goesOn = page.continues
      }
      #expect(counts == [500, 500, 500])
    }
    #expect(try connection.receive()?.int("pending") == 1500)
  }

  @Test("More calls than may be in flight wait in the socket, and all are answered")
  func manyCalls() throws {
    let connection = try RawConnection(to: DaemonProcess())
    let count = 1000
    let call = Message.call(SchedulerMethod.Explain.self, .init(identifier: "nobody"))
    try connection.send((0..<count).flatMap { _ in call })
    for _ in 0..<count { #expect(try connection.receive()?.error == "\(Self.method).NoSuchTask") }
  }
}
