import Dispatch
import LinuxSystem
import TestSupport

/// A private bus, and connections to it that are used from a test's thread.
final class BusBench {
  let daemon: PrivateBus
  let queue = DispatchQueue(label: "bus")
  let lost = Mailbox<String>()

  init() throws { daemon = try PrivateBus() }

  func connect(on other: DispatchQueue? = nil) throws -> Bus {
    let queue = other ?? queue
    return try queue.sync { [lost] in
      try Bus(.bus(daemon.address), queue: queue) { lost.append("\($0)") }
    }
  }

  func onQueue<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try queue.sync(execute: body) }

  static func driver(_ member: String) -> BusTarget {
    BusTarget(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: member)
  }

  /// Calls a method and waits for what `read` makes of the answer.
  func call<Answer: Sendable>(
    _ bus: Bus, _ target: BusTarget, limitUSec: Int64 = 10_000_000,
    write: (BusWriter) throws(BusError) -> Void = { _ in },
    read: @escaping (BusReader) throws(BusError) -> Answer
  ) throws -> Result<Answer, BusError>? {
    let inbox = Mailbox<Result<Answer, BusError>>()
    try onQueue {
      _ = try bus.call(target, limitUSec: limitUSec, write: write) { answer in
        inbox.append(answer.flatMap { message in Result { () throws(BusError) in try message.read(read) } })
      }
    }
    return inbox.next()
  }

  /// Sends a signal from one connection to itself, and reads it.
  func echo<Answer: Sendable>(
    _ write: (BusWriter) throws(BusError) -> Void, _ read: @escaping (BusReader) throws(BusError) -> Answer
  ) throws -> Result<Answer, BusError>? {
    let bus = try connect()
    let inbox = Mailbox<Result<Answer, BusError>>()
    let match = try onQueue {
      let match = try bus.match(BusRule(interface: "org.example.Test", member: "Echo")) { message in
        inbox.append(Result { () throws(BusError) in try message.read(read) })
      }
      try bus.emit(
        BusTarget(destination: nil, path: "/", interface: "org.example.Test", member: "Echo"), write: write)
      return match
    }
    defer {
      onQueue {
        match.cancel()
        bus.close()
      }
    }
    return inbox.next()
  }
}
