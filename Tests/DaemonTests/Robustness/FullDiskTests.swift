import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("A daemon whose disk is full")
struct FullDiskTests {
  /// Submits until the disk takes nothing: what room the log has left takes a few more, and somebody else
  /// takes at once what it gives back.
  /// - Returns: The last, refused identifier, why, and those that were accepted before it.
  private func submitUntilRefused(
    _ client: SchedulerClient, _ prefix: String, on disk: SmallDisk
  ) throws -> (refused: String, message: String, accepted: [String])? {
    var accepted: [String] = []
    for number in 0..<5000 {
      let identifier = "\(prefix).\(number)"
      #expect(disk.fill())
      do {
        _ = try client.submit(.later(identifier))
        accepted.append(identifier)
      } catch SchedulerInterfaceError.unavailable(let message) {
        #expect(disk.fill())
        if try client.status().storeFailure != nil { return (identifier, message, accepted) }
      }
    }
    return nil
  }

  @Test("Callers are refused with the cause, running work goes on, and the next call finds the room again")
  func full() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let daemon = try DaemonProcess(stateDirectory: disk.path("state"))
    let client = try daemon.client()
    var accepted = [try client.submit(.later("org.example.before")).request.identifier]
    let gate = try NamedPipe(daemon.folder, "gate")
    let running = Wire.TaskRequest.shell("org.example.running", "read line < \(gate.path); echo $line")
    let runID = try #require(try client.submit(running).runId)

    let refusal = try #require(try submitUntilRefused(client, "org.example.full", on: disk))
    accepted += refusal.accepted
    #expect(refusal.message.contains("no space left"), "\(refusal.message)")
    #expect(try client.status().storeFailure?.contains("no space left") == true)
    let batch = try client.submitBatch([.later("org.example.batch.1"), .later("org.example.batch.2")])
    #expect(batch.map(\.error) == ["io.bgtaskd.Scheduler.Unavailable", "io.bgtaskd.Scheduler.Unavailable"])
    #expect(throws: SchedulerInterfaceError.self) { try client.cancel("org.example.before") }
    // Looking needs no room.
    #expect(Set(try client.tasks().map(\.request.identifier)) == Set(accepted + ["org.example.running"]))

    // The program goes on, and ends while its end cannot be written.
    gate.write("went on")
    let isOver = try daemon.wait { try $0.status().running == 0 ? true : nil }
    #expect(isOver == true)
    #expect(try client.status().storeFailure != nil)

    #expect(disk.makeRoom())
    accepted.append(try client.submit(.later("org.example.after")).request.identifier)
    #expect(try client.status().storeFailure == nil)
    let run = try #require(try client.runs(identifier: "org.example.running").first)
    #expect(run.runId == runID)
    #expect(run.outcome == .completed)
    #expect(run.exitStatus == 0)
    #expect(try client.output(runId: runID).output == "went on\n")

    daemon.killHard()
    try daemon.start()
    let again = try daemon.client()
    #expect(try again.tasks().map(\.request.identifier) == accepted.sorted())
    #expect(try again.runs().map(\.runId) == [runID])
    #expect(try again.output(runId: runID).output == "went on\n")
  }

  @Test("What becomes due starts only when its run can be recorded, which the daemon finds out by itself")
  func due() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let daemon = try DaemonProcess(stateDirectory: disk.path("state"))
    let client = try daemon.client()
    _ = try client.simulateConditions(["powerSource": "battery"])
    let request = Wire.TaskRequest.shell("org.example.power").with { $0.requiresExternalPower = true }
    #expect(try client.submit(request).state == .waiting)
    _ = try #require(try submitUntilRefused(client, "org.example.full", on: disk))

    _ = try client.simulateConditions(["powerSource": "external"])
    #expect(try client.get("org.example.power").task.state == .waiting)
    let explanation = try client.explain("org.example.power")
    #expect(!explanation.canProceed)
    #expect(
      explanation.reasons.contains {
        $0.observed?.contains("no space left") == true || $0.message.contains("no space left")
      }, "\(explanation)")
    #expect(try client.runs(identifier: "org.example.power").isEmpty)

    #expect(disk.makeRoom())
    #expect(daemon.waitForLog("The state can be written again."))
    #expect(try daemon.waitForEnd(of: "org.example.power")?.outcome == .completed)
  }

  @Test(
    "A daemon that is killed while its disk is full comes back with what it had acknowledged, and no more")
  func killed() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let daemon = try DaemonProcess(stateDirectory: disk.path("state"))
    let client = try daemon.client()
    let running = Wire.TaskRequest.program("org.example.running", "/bin/sleep", "1000")
    let runID = try #require(try client.submit(running).runId)
    let refusal = try #require(try submitUntilRefused(client, "org.example.full", on: disk))
    #expect(throws: SchedulerInterfaceError.self) { try client.submit(.later("org.example.refused")) }
    daemon.killHard()
    #expect(disk.makeRoom())

    try daemon.start()
    let again = try daemon.client()
    // Its end was not witnessed, so it is recorded as interrupted, and is tried again.
    let run = try #require(try daemon.waitForEnd(of: "org.example.running"))
    #expect(run.runId == runID)
    #expect(run.outcome == .interrupted)
    let pending = Set(try again.tasks().map(\.request.identifier))
    #expect(pending == Set(refusal.accepted + ["org.example.running"]))
    _ = try again.submit(.later("org.example.after"))
  }
}
