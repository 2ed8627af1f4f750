import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Another user on the system's socket")
struct OtherUserTests {
  private static func call(_ method: String, _ parameters: String = "{}", more: Bool = false) -> String {
    #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)"#
      + (more ? #","more":true}"# : "}")
  }

  /// What the daemon answers to the other user.
  private static func talk(_ daemon: DaemonProcess, _ messages: String...) throws -> [[String: Any]] {
    let run = try OtherUsers.run("talk.py", as: OtherUsers.mallory, [daemon.socket] + messages)
    try #require(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// A daemon of the system, or nil when that cannot be tested.
  private static func daemon() throws -> DaemonProcess? {
    if let obstacle = OtherUsers.obstacle {
      leaveOut(obstacle)
      return nil
    }
    return try DaemonProcess.calm(
      folder: TemporaryFolder(permissions: 0o711), socketName: "run/socket", arguments: ["--system"])
  }

  @Test("The system's socket is open to everybody, a user's own is not, and so are their directories")
  func permissions() throws {
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let system = try DaemonProcess(socketName: "run/socket", arguments: ["--system"])
    #expect(try mode(system.socket) == 0o666)
    #expect(try mode(system.folder.path("run")) == 0o755)
    #expect(try mode(system.folder.path("state")) == 0o700)
    let user = try DaemonProcess(socketName: "run/socket", arguments: ["--user"])
    #expect(try mode(user.socket) == 0o600)
    #expect(try mode(user.folder.path("run")) == 0o700)
  }

  @Test("A command of another user is not run as the daemon's: it is refused, with that reason")
  func commands() throws {
    guard let daemon = try Self.daemon() else { return }
    let request = #"{"identifier":"a","kind":"refresh","command":{"argv":["/bin/true"]}}"#
    let replies = try Self.talk(
      daemon, Self.call("Submit", #"{"request":\#(request)}"#),
      Self.call("SubmitBatch", #"{"requests":[\#(request)]}"#))
    #expect(replies[0]["error"] as? String == "io.bgtaskd.Scheduler.Unavailable")
    let message = (replies[0]["parameters"] as? [String: Any])?["message"] as? String
    #expect(message?.contains("cannot run commands as user \(OtherUsers.mallory)") == true)
    let results = (replies[1]["parameters"] as? [String: Any])?["results"] as? [[String: Any]]
    #expect(results?.count == 1)
    #expect((results?.first?["error"] as? String)?.hasSuffix("Unavailable") == true)
    #expect(try daemon.client().tasks(allUsers: true).isEmpty)
  }

  @Test("Another user neither sees nor changes the daemon's own user's tasks and runs")
  func privacy() throws {
    guard let daemon = try Self.daemon() else { return }
    let client = try daemon.client()
    let gate = try NamedPipe(daemon.folder, "gate")
    try client.submit(.later("waits"))
    try client.submit(.shell("runs", "read line < \(gate.path)"))
    let runId = try #require(
      try daemon.wait { client in
        let task = try client.get("runs").task
        return task.state == .running ? task.runId : nil
      })
    let replies = try Self.talk(
      daemon, Self.call("List"), Self.call("History"), Self.call("Get", #"{"identifier":"waits"}"#),
      Self.call("Explain", #"{"identifier":"waits"}"#), Self.call("Cancel", #"{"identifier":"waits"}"#),
      Self.call("CancelAll"), Self.call("SimulateLaunch", #"{"identifier":"waits"}"#),
      Self.call("SimulateExpiration", #"{"identifier":"runs"}"#),
      Self.call("Complete", #"{"runId":"\#(runId)","success":true}"#),
      Self.call("ShouldDefer", #"{"runId":"\#(runId)"}"#), Self.call("Output", #"{"runId":"\#(runId)"}"#))
    let parameters = replies.map { $0["parameters"] as? [String: Any] }
    #expect((parameters[0]?["tasks"] as? [Any])?.isEmpty == true)
    #expect((parameters[1]?["runs"] as? [Any])?.isEmpty == true)
    #expect(parameters[5]?["count"] as? Int == 0)
    for number in [2, 3, 4, 6, 7] {
      #expect(replies[number]["error"] as? String == "io.bgtaskd.Scheduler.NoSuchTask", "call \(number)")
    }
    for number in 8...10 {
      #expect(replies[number]["error"] as? String == "io.bgtaskd.Scheduler.NoSuchRun", "call \(number)")
    }
    #expect(try client.tasks().count == 2)
    gate.write()
    #expect(try daemon.waitForEnd(of: "runs")?.success == true)
    let late = try Self.talk(daemon, Self.call("Output", #"{"runId":"\#(runId)"}"#))
    #expect(late[0]["error"] as? String == "io.bgtaskd.Scheduler.NoSuchRun")
  }

  @Test("What is for root and the daemon's own user is denied to others")
  func privileges() throws {
    guard let daemon = try Self.daemon() else { return }
    let replies = try Self.talk(
      daemon, Self.call("List", #"{"allUsers":true}"#), Self.call("History", #"{"allUsers":true}"#),
      Self.call("Watch", #"{"allUsers":true}"#, more: true),
      Self.call("SimulateConditions", #"{"conditions":{"powerSource":"battery"}}"#),
      Self.call("Status"), Self.call("GetConditions"), Self.call("ExportRecord"),
      Self.call("ForgetRecord"))
    for number in [0, 1, 2, 3, 6, 7] {
      #expect(
        replies[number]["error"] as? String == "io.bgtaskd.Scheduler.PermissionDenied", "call \(number)")
    }
    #expect(replies[4]["error"] == nil)
    #expect(replies[5]["error"] == nil)
    #expect(try daemon.client().getConditions().powerSource == .external)
  }

  @Test("Another user's watch tells of the machine, and nothing of the daemon's own user's tasks")
  func watching() throws {
    guard let daemon = try Self.daemon() else { return }
    let ready = try NamedPipe(daemon.folder, "ready", permissions: 0o666)
    let watch = OtherUsers.begin("watch.py", as: OtherUsers.mallory, [daemon.socket, ready.path])
    #expect(try ready.read() == "ready")
    try daemon.client().submit(.shell("a"))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    try daemon.setPower("battery")
    #expect(try watch.finished().output == "conditions\n")
  }
}
