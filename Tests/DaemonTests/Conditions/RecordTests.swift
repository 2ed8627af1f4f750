import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The record of conditions, in the daemon")
struct RecordTests {
  private static let upower = "org.freedesktop.UPower"
  private static let path = "/org/freedesktop/UPower"
  private static let records = "\(DaemonProcess.quick)RecordConditions=yes\n"

  /// A machine on whose bus UPower is.
  private struct Bench {
    let bus: PrivateBus
    let logind: MockedLogind
    let power: MockedService

    init() throws {
      bus = try PrivateBus()
      logind = try MockedLogind(on: bus)
      try logind.open("c1", uid: Int(getuid()))
      power = try MockedService("upower", name: upower, on: bus.address)
      try power.waitUntilThere()
    }

    func daemon(_ configuration: String = records, stateDirectory: String? = nil) throws -> DaemonProcess {
      try DaemonProcess(
        configuration: configuration, stateDirectory: stateDirectory,
        environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    /// Changes the source of power, and waits until the daemon knows it.
    func set(_ source: Wire.PowerSource, _ daemon: DaemonProcess) throws {
      try power.set(path, upower, "OnBattery", ["b", source == .battery ? "true" : "false"])
      let known = try daemon.wait { try $0.getConditions().powerSource == source ? true : nil }
      try #require(known == true)
    }
  }

  private static func record(_ daemon: DaemonProcess) throws -> [Wire.RecordedChange] {
    var changes: [Wire.RecordedChange] = []
    try daemon.client().exportRecord { page in
      changes += page.changes
      return true
    }
    return changes
  }

  /// The values of a field, without repetitions.
  private static func values(_ field: String, _ changes: [Wire.RecordedChange]) -> [String] {
    changes.filter { $0.field == field }.map { $0.value ?? "unknown" }
      .reduce(into: []) { values, value in if values.last != value { values.append(value) } }
  }

  @Test("What sources say is kept over kills, restarts and the daemon's end, and the time between is unknown")
  func kept() throws {
    let bench = try Bench()
    let daemon = try bench.daemon()
    try bench.set(.battery, daemon)
    try bench.set(.external, daemon)
    let first = try Self.record(daemon)
    #expect(Self.values("powerSource", first).suffix(2) == ["battery", "external"])
    #expect(Self.values("machine", first) == ["on"])
    daemon.killHard()
    try daemon.start()
    let second = try Self.record(daemon)
    // The last line only said that it held until then.
    #expect(Array(second.prefix(first.count - 1)) == first.dropLast())
    #expect(Self.values("machine", second) == ["on", "unknown", "on"])
    #expect(daemon.stop() == 0)
    try daemon.start()
    #expect(Self.values("machine", try Self.record(daemon)) == ["on", "unknown", "on", "unknown", "on"])
    let dates = try Self.record(daemon).map(\.timeUSec)
    #expect(dates == dates.sorted())
    try daemon.client().forgetRecord()
    let left = try Self.record(daemon)
    #expect(left.first?.timeUSec ?? 0 > second.last?.timeUSec ?? .max)
    #expect(Self.values("machine", left) == ["on"])
  }

  @Test("Nobody's name is in it, nor in the file, unless somebody asks for names")
  func names() throws {
    let bench = try Bench()
    let daemon = try bench.daemon()
    try bench.set(.battery, daemon)
    let users = try #require(try daemon.client().getConditions().users)
    let user = try #require(users.first)
    #expect(try Self.record(daemon).allSatisfy { $0.value?.contains(user) != true })
    #expect(Self.values("users", try Self.record(daemon)) == ["unknown"])
    _ = daemon.stop()
    let named = try bench.daemon("\(Self.records)RecordNames=yes\n")
    #expect(Self.values("users", try Self.record(named)) == [users.sorted().joined(separator: ";")])
  }

  @Test("Where it is switched off nothing is recorded, and what was recorded stays until it is deleted")
  func off() throws {
    let daemon = try DaemonProcess()
    let before = try Self.record(daemon)
    #expect(!before.isEmpty)
    _ = daemon.stop()
    _ = try daemon.folder.write("bgtaskd.conf", "\(DaemonProcess.quick)RecordConditions=no\n")
    try daemon.start()
    let after = try Self.record(daemon)
    #expect(
      after.dropLast() == before.dropLast() && after.last?.field == "machine" && after.last?.value == nil)
    try daemon.client().forgetRecord()
    #expect(try Self.record(daemon).isEmpty)
    _ = daemon.stop()
    try daemon.start()
    #expect(try Self.record(daemon).isEmpty)
  }

  @Test("Time in which the disk took nothing is not observed, and then all is said again")
  func fullDisk() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let bench = try Bench()
    let daemon = try bench.daemon(stateDirectory: disk.path("state"))
    let client = try daemon.client()
    try bench.set(.external, daemon)
    var isFull = false
    for number in 0..<5000 where !isFull {
      #expect(disk.fill())
      do { _ = try client.submit(.later("full.\(number)")) } catch SchedulerInterfaceError.unavailable {
        #expect(disk.fill())
        isFull = try client.status().storeFailure != nil
      }
    }
    try #require(isFull)
    let recorded = try Self.record(daemon)
    for _ in 0..<3 {
      try bench.set(.battery, daemon)
      try bench.set(.external, daemon)
    }
    try bench.set(.battery, daemon)
    #expect(try Self.record(daemon) == recorded)
    #expect(disk.makeRoom())
    _ = try client.submit(.later("after"))
    let after = try Self.record(daemon)
    let isRecorded = Array(after.prefix(recorded.count)) == recorded
    #expect(isRecorded)
    let rest = Array(after.dropFirst(recorded.count))
    #expect(rest.first?.field == "machine" && rest.first?.value == nil)
    #expect(Self.values("machine", rest) == ["unknown", "on"])
    #expect(Self.values("powerSource", rest) == ["battery"])
    daemon.killHard()
    try daemon.start()
    #expect(try Self.record(daemon).starts(with: after.dropLast()))
  }

  @Test("bgtaskctl writes it as comma-separated values that say nothing of whose they are")
  func exported() throws {
    let daemon = try DaemonProcess()
    let run = try FinishedProgram.run(
      BuiltProduct.url("bgtaskctl"), ["--socket", daemon.socket, "record", "export"])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "device,unix_time,field,value")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("this,") && $0.split(separator: ",").count >= 3 })
    #expect(lines.count == 1 + (try Self.record(daemon).count))
    let name = ProcessInfo.processInfo.hostName
    #expect(!run.output.contains(name))
  }
}
