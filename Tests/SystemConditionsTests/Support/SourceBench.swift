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

  /// Starts it.
  /// - Parameter hearing: Called on the source's queue with what it says, before tests can see that.
  func start(_ hearing: @escaping @Sendable ([ConditionChange]) -> Void = { _ in }) throws {
    try queue.sync {
      try source.start { [inbox] in
        hearing($0)
        inbox.take($0)
      }
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
