import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

/// The minute's form of `make transfers`.
@Suite("Program, helper and daemon killed at any moment, a download arrives whole", .serialized)
struct DaemonKillTests {
  private static let identifier = "io.bgtaskd.tests.fetching"
  private static let kills = KillTests.isLong ? 20 : 9

  /// Who may be killed.
  private enum Victim: CaseIterable { case program, helper, daemon }

  @Test(
    "One by one and together, each time after some bytes more; the program hears of it once",
    arguments: [UInt64(3), 10])
  func kills(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let server = try WebServer(in: folder)
    try KillTests.fill(folder.path("files/a"))
    let size = KillTests.mebibytes << 20
    let checksum = try Bench.sha256(ofFile: folder.path("files/a"))
    // On a loopback it would be there before anybody is killed.
    let command = [
      BuiltProduct.url("handling-program").path(percentEncoded: false), folder.path("notes"), "fetches",
      "\(server.address)/a", "\(KillTests.mebibytes << 17)", Self.identifier,
    ]
    try folder.write(
      "applications.d/fetching.conf",
      """
      [Application]
      Name=fetching
      PermittedIdentifiers=\(Self.identifier)
      Kinds=processing
      Exec=/usr/bin/env "STATE_DIRECTORY=\(folder.path("kept"))" \(command.joined(separator: " "))

      """)
    let daemon = try DaemonProcess(
      folder: folder,
      configuration: DaemonProcess.quick + """
        [Scheduler]
        ProcessingSpacingSec=0
        RuntimeBudgetPerHourSec=0
        LaunchRetrySec=50ms

        """)
    try daemon.client().simulateConditions(["network": "unmetered", "idle": "yes"])
    var program = try start(command, daemon, folder)
    let transfer = try #require(
      try daemon.wait { try $0.tasks(identifierPrefix: "\(Self.identifier).").first?.request.identifier })
    let session = folder.path("kept/transfers/\(Self.identifier)/")
    let part = session + transfer.dropFirst(Self.identifier.utf8.count + 1) + "/.data.bgtask-part"

    var generator = SplitMix64(seed: seed)
    // Behind the last there are two seconds' work: a program killed while it is told would be told again.
    let places = (0..<Self.kills).map { _ in Int.random(in: 0..<(size * 3 / 4), using: &generator) }.sorted()
    // Each ends an attempt.
    var helperKills = 0
    for (number, place) in places.enumerated() {
      let isLast = number == places.count - 1
      let events = try FolderEvents(of: (part as NSString).deletingLastPathComponent)
      #expect(events.wait { KillTests.length(part) >= place })
      let chosen = Int.random(in: 1..<(1 << Victim.allCases.count), using: &generator)
      var victims = Set(
        Victim.allCases.enumerated().filter { chosen & (1 << $0.offset) != 0 }.map(\.element))
      // At last nobody is there, and bgtaskd starts the program when all has come.
      if isLast { victims.insert(.program) }
      // The daemon first: it would tell others to end, and write down how they have.
      if victims.contains(.daemon) { daemon.killHard() }
      if victims.contains(.program) { kill(program.processIdentifier, SIGKILL) }
      // A daemon that comes back ends what its predecessor has begun, and begins it again.
      if victims.contains(.helper) { killHelpers(of: daemon) }
      let endsAttempt = victims.contains(.helper) || victims.contains(.daemon)
      if victims.contains(.daemon) { try daemon.start() }
      if victims.contains(.program) {
        program.waitUntilExit()
        if !isLast { program = try start(command, daemon, folder) }
      }
      if endsAttempt {
        helperKills += 1
        try goOn(transfer, daemon, after: helperKills)
      }
    }
    let log = try FolderEvents(of: folder.path)
    #expect(log.wait { FileManager.default.fileExists(atPath: folder.path("notes.fetched")) })
    #expect(try daemon.waitForEnd(of: Self.identifier)?.success == true)
    #expect(try Bench.sha256(ofFile: folder.path("notes.fetched")) == checksum)
    let notes = try String(contentsOfFile: folder.path("notes"), encoding: .utf8)
    let told = notes.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
    #expect(told.count { $0 == "finished" } == 1)
    #expect(told.allSatisfy { $0 == "finished" || $0 == "registered" }, "\(notes)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: session).isEmpty)
    #expect(log.wait { server.sentBytes >= size })
    let twice = server.sentBytes - size
    // What is on its way when it is killed, in the kernel's hands at both ends: more of it when the rate is
    // bounded, since the server is ahead.
    #expect(twice >= 0 && twice <= helperKills << 22, "\(twice) bytes twice, by \(helperKills) kills")
    guard KillTests.isLong else { return }
    let share = Double(twice) / Double(size)
    #expect(share < 0.02)
    print("\(KillTests.mebibytes) MiB, \(Self.kills) kills: \(twice) bytes twice, \(share * 100) %")
  }

  /// Starts the program as a person does.
  private func start(
    _ command: [String], _ daemon: DaemonProcess, _ folder: TemporaryFolder
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging([
      "BGTASKD_SOCKET": daemon.socket, "STATE_DIRECTORY": folder.path("kept"),
    ]) { $1 }
    try process.begin()
    return process
  }

  /// What was killed is tried again after a pause, which nobody needs to wait for.
  private func goOn(_ transfer: String, _ daemon: DaemonProcess, after attempt: Int) throws {
    let goesOn = try daemon.wait { client -> Bool? in
      guard let task = try client.tasks(identifierPrefix: transfer).first else { return true }
      guard task.attempt > attempt else { return nil }
      if task.state == .waiting { _ = try? client.simulateLaunch(transfer) }
      return task.state == .running ? true : nil
    }
    #expect(goesOn == true)
  }

  private func killHelpers(of daemon: DaemonProcess) {
    for pid in (try? ProcessTable.all()) ?? []
    where ProcessTable.environmentValue(of: pid, "BGTASKD_SOCKET") == daemon.socket
      && ProcessTable.environmentValue(of: pid, "BGTASK_TRANSFER") != nil
    {
      kill(pid, SIGKILL)
    }
  }
}
