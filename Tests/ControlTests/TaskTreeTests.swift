import SchedulerAPI
import SchedulerCore
import Testing

@testable import Control

@Suite("list --tree")
struct TaskTreeTests {
  private static func task(_ name: String, after: [String] = [], any: [String] = [], uid: UInt32 = 1000)
    -> Wire.Task
  {
    var request = Wire.TaskRequest(identifier: name, kind: .processing)
    if !after.isEmpty || !any.isEmpty {
      request.order = Wire.Order(after: after.isEmpty ? nil : after, afterAny: any.isEmpty ? nil : any)
    }
    return Wire.Task(request: request, uid: uid, state: .waiting, submittedUSec: 1, attempt: 1)
  }

  private static func tree(_ tasks: [Wire.Task]) -> [String] {
    TaskTree.ordered(tasks).map { String(repeating: ">", count: $0.depth) + $0.task.request.identifier }
  }

  @Test("What comes after another one stands below the first of them that is there")
  func ordered() {
    #expect(
      Self.tree([
        Self.task("check", after: ["prune"]), Self.task("other"),
        Self.task("prune", after: ["gone", "backup"]),
        Self.task("mail", any: ["backup"]), Self.task("backup"), Self.task("alone", after: ["gone"]),
      ]) == ["other", "backup", ">prune", ">>check", ">mail", "alone"])
  }

  @Test("Another user's task of the name is another one, and a circle of two moments is shown once")
  func odd() {
    #expect(
      Self.tree([Self.task("a", after: ["b"]), Self.task("b", uid: 0)]) == ["a", "b"])
    #expect(Self.tree([Self.task("a", after: ["b"]), Self.task("b", after: ["a"])]) == ["a", ">b"])
    #expect(Self.tree([Self.task("a", after: ["a"])]) == ["a"])
  }

  @Test("The names are set in, in the characters that the terminal has", arguments: ["C", "C.UTF-8"])
  func shown(locale: String) throws {
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .list:
        exchange.reply(tasks: [Self.task("backup"), Self.task("prune", after: ["backup"])])
      default: exchange.hangUp()
      }
    }
    let run = ControlRun.run(["list", "--tree"], daemon: daemon, width: 80, variables: ["LANG": locale])
    #expect(run.output.contains(locale == "C" ? "`- prune" : "└ prune"), "\(run.output)")
    #expect(!ControlRun.run(["list"], daemon: daemon, width: 80).output.contains("- prune"))
  }
}
