import ConfigurationFiles
import Dispatch
import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

@testable import Daemon

@Suite("What the daemon keeps of applications' processes")
struct ApplicationProcessTests {
  @Test("Nothing of one that could not be started, nor of one that has ended")
  func failedStart() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "bgtaskd/applications.d"), withIntermediateDirectories: true)
    _ = try folder.write(
      "bgtaskd/applications.d/mail.conf",
      "[Application]\nPermittedIdentifiers=mail.*\nExec=/usr/bin/true\n")
    let options = try DaemonOptions(arguments: ["--user", "--executor=units"])
    let directories = InstanceDirectories(
      options, environment: { $0 == "XDG_CONFIG_HOME" ? folder.path : nil }, uid: 1, home: "/nonexistent")
    let configuration = ConfigurationLoader(options, directories).load().configuration
    try #require(configuration.manifests["mail"] != nil)

    let queue = DispatchQueue(label: "daemon")
    let events = Mailbox<Event>()
    var host = ProgramHost(options, isSystem: false, state: folder.path, uid: 1, environment: { _ in nil })
    // There is no such manager, so no start succeeds.
    host.manager = UnitManager(address: .bus("unix:path=\(folder.path("no-bus"))"), runsAsUsers: false)
    let programs = queue.sync {
      Daemon.Programs(
        queue: queue, log: SystemLog(.stderr, identifier: "test"), socket: folder.path("socket"),
        configuration, host: host, whenEnded: { _, _ in }, handler: { events.append($0) })
    }
    // Confined to its queue, also when it is let go of.
    defer { queue.sync { withExtendedLifetime(programs) {} } }
    for number in 0..<3 {
      let process = RunID(String(repeating: String(number), count: 32))
      queue.sync {
        programs.start(ApplicationStart(process: process, application: "mail", uid: geteuid()))
        #expect(programs.processes == [process])
      }
      let event = try #require(events.next())
      guard case .launchFailed(process, message: _, isPassing: true) = event else {
        Issue.record("\(event)")
        return
      }
      queue.sync {
        #expect(programs.filter(event) == event)
        #expect(programs.processes.isEmpty)
      }
    }
  }
}
