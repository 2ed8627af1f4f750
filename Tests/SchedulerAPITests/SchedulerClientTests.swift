import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

struct SchedulerClientTests {
  private static let task = Wire.Task(
    request: Samples.fullRequest, uid: 1000, state: .waiting, submittedUSec: 1, attempt: 1)
  private static let run = Wire.Run(
    runId: "r", identifier: "a", uid: 1000, kind: .refresh, attempt: 1, startedUSec: 1)
  private static let conditions = Wire.Conditions(
    powerSource: .battery, lowPowerMode: false, network: .none, idle: true, thermalPressure: false,
    cpuPressure: false, memoryPressure: false, ioPressure: false, storageLow: false, simulated: ["network"])

  private static let paused = Wire.PausedWork(uid: 1, identifiers: "a.*", sinceUSec: 3, author: 2)

  /// Answers every method as a daemon would.
  private static func answer(_ call: SchedulerCall, _ peer: ScriptedServer.Peer) {
    switch call {
    case .submit(let parameters):
      var task = task
      task.request = parameters.request
      peer.write(Message.reply(SchedulerMethod.Submit.Reply(task: task)))
    case .submitBatch(let parameters):
      let results = parameters.requests.map { _ in Wire.SubmitResult(.alreadyPending(identifier: "a")) }
      peer.write(Message.reply(SchedulerMethod.SubmitBatch.Reply(results: results)))
    case .cancel(let parameters):
      peer.write(Message.error(SchedulerInterfaceError.noSuchTask(identifier: parameters.identifier)))
    case .cancelAll: peer.write(Message.reply(SchedulerMethod.CancelAll.Reply(count: 3)))
    case .list(let parameters):
      let tasks = parameters.allUsers == true && parameters.identifierPrefix == "a" ? [task] : []
      peer.write(Message.reply(SchedulerMethod.List.Reply(tasks: tasks), continues: true))
      peer.write(Message.reply(SchedulerMethod.List.Reply(tasks: tasks)))
    case .get: peer.write(Message.reply(SchedulerMethod.Get.Reply(task: task, lastRuns: [run])))
    case .explain:
      peer.write(Message.reply(SchedulerMethod.Explain.Reply(canProceed: true, reasons: [])))
    case .history(let parameters):
      let runs = [Wire.Run](repeating: run, count: parameters.limit ?? 0)
      peer.write(Message.reply(SchedulerMethod.History.Reply(runs: runs)))
    case .output:
      peer.write(
        Message.reply(SchedulerMethod.Output.Reply(output: "a\n", truncated: true, inJournal: false)))
    case .watch:
      for number in 1...3 {
        let event = SchedulerMethod.Watch.Reply(event: "running", timeUSec: Int64(number), run: run)
        peer.write(Message.reply(event, continues: true))
      }
    case .getConditions:
      peer.write(Message.reply(SchedulerMethod.GetConditions.Reply(conditions: conditions)))
    case .waitFor:
      peer.write(Message.reply(SchedulerMethod.WaitFor.Reply(holds: true, expression: [])))
    case .listWaiting:
      peer.write(
        Message.reply(
          SchedulerMethod.ListWaiting.Reply(
            waiting: [.init(name: "a", uid: 1, sinceUSec: 2, when: "idle", missing: ["idle"])])))
    case .beginAssertion(let parameters):
      let limit = parameters.limitDurationUSec
      peer.write(
        Message.reply(
          SchedulerMethod.BeginAssertion.Reply(remainingDurationUSec: limit, graceDurationUSec: 5),
          continues: true))
      peer.write(
        Message.reply(
          SchedulerMethod.BeginAssertion.Reply(
            remainingDurationUSec: 0, graceDurationUSec: 4,
            reason: Wire.Reason(code: "sleep", message: "the machine goes to sleep")), continues: true))
    case .listAssertions:
      peer.write(
        Message.reply(
          SchedulerMethod.ListAssertions.Reply(
            assertions: [.init(why: "saving", uid: 1, sinceUSec: 2, limitDurationUSec: 3)])))
    case .pause: peer.write(Message.reply(SchedulerMethod.Pause.Reply(paused: paused, running: 3)))
    case .resume: peer.write(Message.reply(SchedulerMethod.Resume.Reply(resumed: [paused])))
    case .listPauses: peer.write(Message.reply(SchedulerMethod.ListPauses.Reply(pauses: [paused])))
    case .exportRecord:
      let change = Wire.RecordedChange(timeUSec: 1, field: "idle", value: "true")
      peer.write(Message.reply(SchedulerMethod.ExportRecord.Reply(changes: [change])))
    case .simulateConditions:
      peer.write(Message.reply(SchedulerMethod.SimulateConditions.Reply(conditions: conditions)))
    case .simulateLaunch: peer.write(Message.reply(SchedulerMethod.SimulateLaunch.Reply(runId: "r")))
    case .shouldDefer:
      peer.write(
        Message.reply(
          SchedulerMethod.ShouldDefer.Reply(
            shouldDefer: true, reason: Wire.Reason(code: "idle", message: "in use"))))
    case .status:
      peer.write(
        Message.reply(
          SchedulerMethod.Status.Reply(
            version: "1", startedUSec: 1, pending: 2, running: 3, reasonCodes: ["idle"], counters: ["a": 4],
            pid: 5)))
    case .renewLease, .complete, .reportProgress, .checkpoint, .handlerBegan, .simulateExpiration,
      .addIdentifiers,
      .forgetRecord, .setApplicationState:
      peer.write(Message.reply(Empty()))
    case .register:
      peer.write(Message.error(ServiceError.methodNotImplemented(method: "Register")))
    }
  }

  private func server() throws -> ScriptedServer {
    let service = Answerer().service
    return try ScriptedServer { peer in
      while let message = peer.read() {
        switch service.receive(message) {
        case .answer(let bytes, _): peer.write(bytes)
        case .call(let call, _, _): Self.answer(call, peer)
        }
      }
    }
  }

  @Test("Every method goes out as the daemon expects it and comes back typed")
  func methods() throws {
    let server = try server()
    let client = try SchedulerClient(path: server.path, timeLimit: .seconds(10))
    #expect(try client.submit(Samples.fullRequest) == Self.task)
    #expect(try client.submitBatch([Samples.request, Samples.request]).map(\.error).count == 2)
    #expect(try client.cancelAll() == 3)
    #expect(try client.tasks(identifierPrefix: "a", allUsers: true) == [Self.task, Self.task])
    #expect(try client.tasks() == [])
    #expect(try client.get("a").lastRuns == [Self.run])
    #expect(try client.explain("a").canProceed)
    #expect(try client.runs(limit: 2) == [Self.run, Self.run])
    #expect(try client.output(runId: "r").truncated)
    #expect(try client.getConditions() == Self.conditions)
    #expect(try client.simulateConditions(["network": "none"], clear: true) == Self.conditions)
    #expect(try client.simulateLaunch("a") == "r")
    #expect(try client.shouldDefer(runId: "r").reason?.code == "idle")
    #expect(try client.status().counters == ["a": 4])
    #expect(try client.listWaiting().map(\.name) == ["a"])
    #expect(try client.listAssertions().map(\.why) == ["saving"])
    #expect(try client.pause(identifiers: "a.*", stop: true).running == 3)
    #expect(try client.resume(everything: true).map(\.identifiers) == ["a.*"])
    #expect(try client.listPauses().map(\.author) == [2])
    #expect(try client.exportRecord().changes.map(\.field) == ["idle"])
    try client.forgetRecord()
    try client.complete(runId: "r", success: true)
    try client.reportProgress(runId: "r", progress: .init(completedUnitCount: 1, totalUnitCount: 2))
    try client.checkpoint(runId: "r")
    try client.handlerBegan(runId: "r")
    try client.simulateExpiration("a")
    try client.addIdentifiers(registration: "r", identifiers: ["b"])
    try client.setApplicationState(application: "a", state: .inactive)
    var conditions: [Wire.Conditions] = []
    try client.getConditions {
      conditions.append($0)
      return true
    }
    #expect(conditions == [Self.conditions])
    var times: [Int64] = []
    try client.watch {
      times.append($0.timeUSec)
      return times.count < 3
    }
    #expect(times == [1, 2, 3])
    let other = try self.server()
    var held: [SchedulerMethod.BeginAssertion.Reply] = []
    try SchedulerClient(path: other.path, timeLimit: .seconds(10)).beginAssertion(
      "saving", limitDurationUSec: 6
    ) {
      held.append($0)
      return $0.reason == nil
    }
    #expect(held.map(\.remainingDurationUSec) == [6, 0])
    #expect(held.map(\.graceDurationUSec) == [5, 4])
  }

  @Test("The interface's errors are thrown as such, the protocol's as what they are")
  func errors() throws {
    let server = try server()
    let client = try SchedulerClient(path: server.path, timeLimit: .seconds(10))
    #expect(throws: SchedulerInterfaceError.noSuchTask(identifier: "b")) { try client.cancel("b") }
    let error = #expect(throws: ClientError.self) {
      try client.connection.stream(
        SchedulerMethod.Register.self, .init(application: "a", identifiers: [])
      ) { _ in true }
    }
    guard case .reply(let reply) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reply.name == "org.varlink.service.MethodNotImplemented")
  }

  @Test("Every error of the interface survives the wire")
  func errorsOverTheWire() throws {
    let server = try ScriptedServer { peer in
      for error in Samples.errors {
        _ = peer.read()
        peer.write(Message.error(error))
      }
    }
    let client = try SchedulerClient(path: server.path, timeLimit: .seconds(10))
    for error in Samples.errors {
      #expect(throws: error) { try client.status() }
      #expect(!error.description.isEmpty)
    }
  }

  @Test(
    "The socket is what was asked for, else the variable, else the user's if it is there, else the system's")
  func paths() throws {
    let server = try ScriptedServer { _ in }
    // Stands in for a runtime directory with a daemon's socket in it.
    let directory = server.path + ".runtime"
    #expect(mkdir(directory, 0o700) == 0)
    #expect(mkdir(directory + "/bgtaskd", 0o700) == 0)
    let socket = directory + "/bgtaskd/bgtaskd.socket"
    defer {
      unlink(socket)
      rmdir(directory + "/bgtaskd")
      rmdir(directory)
    }
    let both = ["BGTASKD_SOCKET": "/b", "XDG_RUNTIME_DIR": directory]
    let runtime = ["XDG_RUNTIME_DIR": directory]
    #expect(SocketPath.choose("/a", environment: { both[$0] }) == "/a")
    #expect(SocketPath.choose(environment: { both[$0] }) == "/b")
    #expect(SocketPath.choose(environment: { runtime[$0] }) == SocketPath.system)
    #expect(symlink(server.path, socket) == 0)
    #expect(SocketPath.choose(environment: { runtime[$0] }) == socket)
    #expect(SocketPath.choose(environment: { _ in nil }) == "/run/bgtaskd/bgtaskd.socket")
  }
}
