import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("A daemon that has nothing to do")
struct IdleTests {
  @Test(
    "10,000 tasks wait on 1,000 expressions, all services are there: no thread is scheduled in 60 s")
  func sleepsThrough() async throws {
    guard let program = Undisturbed.program else {
      return leaveOut("load and network of the machine wake the daemon; hiding them from it needs root")
    }
    let configuration = """
      \(DaemonProcess.quick)
      [Scheduler]
      MaxPendingPerUser=20000

      """
    let bus = try PrivateBus()
    let services = try [
      ("logind", "org.freedesktop.login1"), ("upower", "org.freedesktop.UPower"),
      ("networkmanager", "org.freedesktop.NetworkManager"),
      ("power_profiles_daemon", "net.hadess.PowerProfiles"),
    ].map { try MockedService($0, name: $1, on: bus.address) }
    for service in services { try service.waitUntilThere() }
    let daemon = try DaemonProcess(
      configuration: configuration, program: program,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    #expect(daemon.waitForLog("logind lets the machine wait"))
    let sources = try daemon.client().getConditions().observations?.map(\.source) ?? []
    #expect(Set(["upower", "power-profiles", "logind"]).isSubset(of: sources))
    try submitWaitingTasks(daemon)
    // A step of the clock is something to do.
    try await MachineClock.alone {
      let before = try await daemon.usageOnceThreadsRest()
      // The silence is what is measured here: there is no fact to wait for, but that nothing happens for so
      // long.
      #expect(await Silence.last(seconds: 60, while: daemon.pid))
      let after = try ProcessUsage(of: daemon.pid)
      #expect(after.contextSwitches == before.contextSwitches)
    }
    #expect(try daemon.client().status().pending == 10_000)
  }

  @Test(
    "The release build is resident with less than 12 MB when it has just started, then with less than 6 MB")
  func memory() async throws {
    guard let program = BuiltProduct.release("bgtaskd") else {
      return leaveOut("there is no release build of bgtaskd beside this one; `make release` makes it")
    }
    let lonely = try DaemonProcess(program: [program.path()])
    #expect(lonely.waitForLog("bgtaskd is not told when the machine is about to sleep"))
    let alone = try ProcessUsage(of: lonely.pid)
    let bus = try PrivateBus()
    let logind = try SimulatedLogind(on: bus.address)
    let daemon = try DaemonProcess(
      program: [program.path()], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    #expect(logind.wait(for: 1, "delay") && daemon.waitForLog("logind lets the machine wait"))
    let usage = try ProcessUsage(of: daemon.pid)
    for (name, usage) in [("without a bus", alone), ("with logind", usage)] {
      print(
        "bgtaskd, release, idle, \(name): \(usage.residentBytes / 1024) KiB, "
          + "anonymous \(usage.anonymousBytes / 1024) KiB")
    }
    #expect(usage.residentBytes < 12_000_000)
    // The start is over some seconds later, and what it took is given back.
    for daemon in [lonely, daemon] { try expectLittleMemory(daemon) }
    // What wakes it then and changes nothing leaves nothing behind either: the kernel's first word of
    // pressure comes some seconds after it was asked, without any. The silence is what is measured here.
    #expect(await Silence.last(seconds: 12, while: lonely.pid))
    for daemon in [lonely, daemon] { try expectLittleMemory(daemon) }
  }

  @Test("What the start took is given back by a release build that is told something ten times a second")
  func memoryWhileAsked() throws {
    guard let program = BuiltProduct.release("bgtaskd") else {
      return leaveOut("there is no release build of bgtaskd beside this one; `make release` makes it")
    }
    let daemon = try DaemonProcess(program: [program.path()])
    let client = try daemon.client()
    var percent = 0
    try expectLittleMemory(daemon) {
      percent = (percent + 1) % 100
      _ = try client.simulateConditions(["batteryPercent": "\(percent)"])
    }
  }

  private func expectLittleMemory(_ daemon: DaemonProcess, whileDoing work: () throws -> Void = {}) throws {
    let end = ContinuousClock.now + .seconds(20)
    while try ProcessUsage(of: daemon.pid).residentBytes >= 6_000_000, ContinuousClock.now < end {
      try work()
      poll(nil, 0, 100)
    }
    let settled = try ProcessUsage(of: daemon.pid).residentBytes
    #expect(settled < 6_000_000)
    print("bgtaskd, release, when its start is over: \(settled / 1024) KiB")
  }

  /// Some wait for tomorrow, some for power as well, some for power only.
  private func submitWaitingTasks(_ daemon: DaemonProcess) throws {
    let client = try daemon.client()
    _ = try client.simulateConditions(["powerSource": "battery", "batteryPercent": "80"])
    let tomorrow = SystemClock.wallUSec + 86_400_000_000
    for batch in 0..<10 {
      let requests = (0..<1000).map { number in
        var request = Wire.TaskRequest(
          identifier: "org.example.\(batch).\(number)", kind: .processing,
          command: Wire.Command(argv: ["/bin/true"]))
        if number % 3 != 0 { request.earliestBeginUSec = tomorrow + Int64(number) * 1_000_000 }
        if number % 3 != 1 { request.requiresExternalPower = true }
        // Time alone lets none of them start, and what time says of them wakes nobody.
        request.when =
          "external-power and between 00:00 and \(12 + batch):\(10 + number % 50) or battery > 90"
          + " and idle for \(1 + number % 20)min"
        return request
      }
      let refused = try client.submitBatch(requests).first { $0.task?.state != .waiting }
      #expect(refused == nil)
    }
  }
}
