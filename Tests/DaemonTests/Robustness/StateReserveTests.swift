import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The last of the state directory's disk")
struct StateReserveTests {
  @Test(
    "Requests cannot fill the disk so far that the end of a run finds no room, and it is there after a kill")
  func reserve() throws {
    guard let disk = try SmallDisk(size: "24m") else { return }
    let daemon = try DaemonProcess(
      configuration: DaemonProcess.quick
        + "[Store]\nStateReserveBytes=8M\n[Scheduler]\nMaxPendingBytesPerUser=1G\n",
      stateDirectory: disk.path("state"))
    let client = try daemon.client()
    let gate = try NamedPipe(daemon.folder, "gate")
    let running = Wire.TaskRequest.shell("org.example.running", "read line < \(gate.path)")
    let runID = try #require(try client.submit(running).runId)

    let large = String(repeating: "x", count: 100_000)
    var refusal: String?
    for number in 0..<1000 {
      let request = Wire.TaskRequest.later("org.example.large.\(number)").with {
        $0.command?.environment = ["LARGE": large]
      }
      do {
        _ = try client.submit(request)
      } catch SchedulerInterfaceError.unavailable(let message) {
        refusal = message
        break
      }
    }
    #expect(
      refusal?.contains("are kept for the ends of runs (StateReserveBytes=)") == true, "\(refusal ?? "")")
    // How much is left of the last large request's room is up to the pages: a cancelled one leaves enough.
    _ = try client.cancel("org.example.large.0")
    let roomy = try client.status()
    #expect(roomy.storeFailure == nil && roomy.roomShortage == nil)
    // What is smaller fits until that is taken as well.
    #expect(throws: SchedulerInterfaceError.self) {
      for number in 0..<1000 { _ = try client.submit(.later("org.example.small.\(number)")) }
    }
    let shortage = try client.status().roomShortage
    #expect(shortage?.contains("are kept for the ends of runs (StateReserveBytes=)") == true)

    gate.write("done")
    #expect(try daemon.waitForEnd(of: "org.example.running")?.outcome == .completed)
    daemon.killHard()
    try daemon.start()
    #expect(try daemon.client().runs(identifier: "org.example.running").map(\.runId) == [runID])
  }

  @Test("A user's pending bytes are bounded, and the refusal names the setting")
  func bytesOfUser() throws {
    let daemon = try DaemonProcess(
      configuration: DaemonProcess.quick + "[Scheduler]\nMaxPendingBytesPerUser=300K\n")
    let client = try daemon.client()
    let large = String(repeating: "x", count: 100_000)
    func request(_ number: Int) -> Wire.TaskRequest {
      .later("org.example.large.\(number)").with { $0.command?.environment = ["LARGE": large] }
    }
    for number in 0..<3 { _ = try client.submit(request(number)) }
    #expect {
      _ = try client.submit(request(3))
    } throws: { error in
      guard case SchedulerInterfaceError.unavailable(let message) = error else { return false }
      return message.contains("of 307200 bytes (MaxPendingBytesPerUser=)")
    }
    // What was restored counts as well.
    #expect(daemon.stop() == 0)
    try daemon.start()
    #expect(throws: SchedulerInterfaceError.self) { try daemon.client().submit(request(3)) }
    _ = try daemon.client().cancel("org.example.large.0")
    _ = try daemon.client().submit(request(3))
  }
}
