import Dispatch
import LinuxSystem
import TestSupport

/// A connection to a bus that a test uses from its own thread.
final class BusClient {
  private let queue = DispatchQueue(label: "client")
  private let bus: Bus

  init(_ address: String) throws {
    bus = try queue.sync { [queue] in try Bus(.bus(address), queue: queue) { _ in } }
  }

  deinit { queue.sync { bus.close() } }

  /// Asks the bus itself: what was sent before, it has passed on.
  func roundTrip() -> Bool {
    let answers = Mailbox<Bool>()
    let target = BusTarget(
      destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId")
    queue.sync {
      _ = try? bus.call(target) { answers.append((try? $0.get()) != nil) }
    }
    return answers.next() ?? false
  }

  /// Calls a method without arguments of the manager, and does not wait for the answer.
  func callManager(_ method: String) {
    let target = BusTarget(
      destination: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
      interface: "org.freedesktop.systemd1.Manager", member: method)
    queue.sync {
      _ = try? bus.call(target) { _ in }
    }
  }

  /// Sends a signal.
  func emit(_ target: BusTarget, write: (BusWriter) throws(BusError) -> Void) throws {
    try queue.sync { try bus.emit(target, write: write) }
  }
}
