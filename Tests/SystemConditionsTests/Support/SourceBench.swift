import Dispatch
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport

/// A bus of a test's own, and a source on it.
final class SourceBench {
  let bus: PrivateBus
  let queue = DispatchQueue(label: "source")
  let inbox = Inbox()
  private let connection: BusConnection
  private let source: any ConditionSource

  init(_ make: (BusConnection, DispatchQueue) -> any ConditionSource) throws {
    bus = try PrivateBus()
    connection = BusConnection(.bus(bus.address), queue: queue)
    source = make(connection, queue)
  }

  deinit { queue.sync { source.stop() } }

  func start() throws {
    try queue.sync {
      try source.start { [inbox] in inbox.take($0) }
      connection.start()
    }
  }

  func refresh() { queue.sync { (source as? any RefreshableSource)?.refresh() } }

  /// Starts a service, and waits until it has its name.
  func mock(_ template: String, _ name: String) throws -> MockedService {
    let service = try MockedService(template, name: name, on: bus.address)
    try service.waitUntilThere()
    return service
  }

  /// Waits until it holds of what was said.
  func sees(_ isTrue: (Conditions) -> Bool) -> Bool { inbox.wait(until: isTrue) }
}
