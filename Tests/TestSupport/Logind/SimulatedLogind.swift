import CSystemd
import Dispatch
import Foundation
import LinuxSystem

/// A service on a test's own bus that behaves like systemd-logind for sleep, shutdown and inhibitor locks
/// (org.freedesktop.login1(5)): a lock is a pipe, and ends when its holder closes it; a lock is refused while
/// the machine is about to go. A container can show the real logind's behavior for shutdown only.
package final class SimulatedLogind: @unchecked Sendable {
  // Sendable: the bus is used on the queue only, the locks behind the condition.

  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  private static let onQueue = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "logind")
  private var bus: OpaquePointer?
  private var watch: DescriptorSource?
  private let condition = NSCondition()
  private var held: [(number: Int, lock: Lock, source: DescriptorSource)] = []
  private var granted = 0
  private var ahead: Going?
  private var refusal: String?
  private var limitUSec: UInt64

  /// A lock that a program holds.
  package struct Lock: Hashable, Sendable {
    /// The inhibited operations, separated by colons.
    package var what: String
    /// The holder's name for itself.
    package var who: String
    /// The holder's reason for the lock.
    package var why: String
    /// The mode: `delay` or `block`.
    package var mode: String

    /// Creates a lock's description.
    package init(what: String, who: String, why: String, mode: String) {
      self.what = what
      self.who = who
      self.why = why
      self.mode = mode
    }
  }

  /// The ways in which the machine goes.
  package enum Going: String, Sendable {
    case sleep = "PrepareForSleep"
    case shutdown = "PrepareForShutdown"
  }

  /// Takes logind's name on the bus.
  /// - Parameters:
  ///   - limitUSec: The time for which it says that it waits for locks.
  ///   - ahead: The way in which the machine is about to go already.
  package init(on address: String, limitUSec: UInt64 = 5_000_000, ahead: Going? = nil) throws {
    self.limitUSec = limitUSec
    self.ahead = ahead
    queue.setSpecific(key: Self.onQueue, value: true)
    try queue.sync { try begin(address) }
  }

  deinit { end() }

  /// The locks that are held, in the order in which they were granted.
  package var locks: [Lock] { condition.withLock { held.map(\.lock) } }

  /// The number of locks that were ever granted.
  package var grantedLocks: Int { condition.withLock { granted } }

  /// Waits until this holds of the locks.
  /// - Returns: `false` when 20 s went by before that.
  package func wait(until isThere: ([Lock]) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    condition.lock()
    defer { condition.unlock() }
    while !isThere(held.map(\.lock)) {
      guard condition.wait(until: end) else { return isThere(held.map(\.lock)) }
    }
    return true
  }

  /// Waits until this many locks have been granted in all.
  /// - Returns: `false` when 20 s went by before that.
  package func wait(granted count: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    condition.lock()
    defer { condition.unlock() }
    while granted < count {
      guard condition.wait(until: end) else { return granted >= count }
    }
    return true
  }

  /// Waits until this many locks of a mode are held.
  /// - Returns: `false` when 20 s went by before that.
  package func wait(for count: Int, _ mode: String) -> Bool {
    wait { locks in locks.count { $0.mode == mode } == count }
  }

  /// Sends the signal that the machine is about to go, or that it is back or has stayed.
  package func say(_ going: Going, _ isAhead: Bool) {
    condition.withLock { ahead = isAhead ? going : nil }
    queue.sync {
      var message: OpaquePointer?
      defer { sd_bus_message_unref(message) }
      var flag = CInt(isAhead ? 1 : 0)
      sd_bus_message_new_signal(bus, &message, Self.path, Self.manager, going.rawValue)
      sd_bus_message_append_basic(message, Self.code("b"), &flag)
      send(message)
    }
  }

  /// Refuses locks of this mode with AccessDenied, as polkit does; `nil` grants all.
  package func refuse(_ mode: String?) { condition.withLock { refusal = mode } }

  /// Sets the time for which it says that it waits for locks.
  package func setLimit(_ uSec: UInt64) { condition.withLock { limitUSec = uSec } }

  /// Leaves the bus, and forgets all locks.
  package func end() {
    // A handler on the queue may hold the last reference.
    if DispatchQueue.getSpecific(key: Self.onQueue) == true { leave() } else { queue.sync { leave() } }
    condition.withLock { held = [] }
  }

  private func leave() {
    guard let bus else { return }
    watch = nil
    sd_bus_flush_close_unref(bus)
    self.bus = nil
  }

  private func begin(_ address: String) throws {
    var new: OpaquePointer?
    let object = Unmanaged.passUnretained(self).toOpaque()
    guard sd_bus_new(&new) >= 0, sd_bus_set_address(new, address) >= 0, sd_bus_set_bus_client(new, 1) >= 0,
      sd_bus_start(new) >= 0,
      sd_bus_add_object(
        new, nil, Self.path,
        { message, object, _ in
          guard let message, let object else { return 0 }
          return Unmanaged<SimulatedLogind>.fromOpaque(object).takeUnretainedValue().called(message)
        }, object) >= 0, sd_bus_request_name(new, Self.name, 0) >= 0
    else { throw BootedSystemError("the bus at \(address) does not take \(Self.name)") }
    bus = new
    watch = try DescriptorSource(
      SharedDescriptor(owning: dup(sd_bus_get_fd(new))), for: .reading, queue: queue
    ) {
      [weak self] in self?.process()
    }
    process()
  }

  private func process() { while let bus, sd_bus_process(bus, nil) > 0 {} }

  private func send(_ message: OpaquePointer?) {
    sd_bus_send(bus, message, nil)
    sd_bus_flush(bus)
  }

  private func called(_ message: OpaquePointer) -> CInt {
    switch String(cString: sd_bus_message_get_member(message)) {
    case "Inhibit": inhibit(message)
    case "GetAll": properties(message)
    default: return 0
    }
    return 1
  }

  private func inhibit(_ message: OpaquePointer) {
    var words: [String] = []
    var text: UnsafePointer<CChar>?
    while words.count < 4, sd_bus_message_read_basic(message, Self.code("s"), &text) > 0, let text {
      words.append(String(cString: text))
    }
    let lock = Lock(what: words[0], who: words[1], why: words[2], mode: words[3])
    let (going, refused) = condition.withLock { (ahead, refusal) }
    if going != nil {
      return fail(message, "org.freedesktop.login1.OperationInProgress", "The operation is in progress")
    }
    if refused == lock.mode {
      return fail(message, "org.freedesktop.DBus.Error.AccessDenied", "Permission denied")
    }
    do {
      let pipe = try OutputPipe()
      // The lock is held before any program can see that it is granted.
      try hold(lock, pipe.reading)
      var number = pipe.writing.number
      reply(message) { sd_bus_message_append_basic($0, Self.code("h"), &number) }
    } catch {
      fail(message, "org.freedesktop.DBus.Error.LimitsExceeded", "\(error)")
    }
  }

  private func hold(_ lock: Lock, _ reading: SharedDescriptor) throws(SystemError) {
    let number = granted + 1
    let source = try DescriptorSource(reading, for: .reading, queue: queue) { [weak self] in
      self?.released(number)
    }
    condition.withLock {
      granted = number
      held.append((number, lock, source))
      condition.broadcast()
    }
  }

  private func released(_ number: Int) {
    condition.withLock {
      held.removeAll { $0.number == number }
      condition.broadcast()
    }
  }

  private func properties(_ message: OpaquePointer) {
    let (going, limit) = condition.withLock { (ahead, limitUSec) }
    reply(message) { reply in
      sd_bus_message_open_container(reply, Self.code("a"), "{sv}")
      // The real service has properties of many types there.
      property("HandleLidSwitch", "s", in: reply) { sd_bus_message_append_basic(reply, $0, "ignore") }
      var limitUSec = limit
      property("InhibitDelayMaxUSec", "t", in: reply) { sd_bus_message_append_basic(reply, $0, &limitUSec) }
      for (name, value) in [("PreparingForSleep", Going.sleep), ("PreparingForShutdown", .shutdown)] {
        var flag = CInt(going == value ? 1 : 0)
        property(name, "b", in: reply) { sd_bus_message_append_basic(reply, $0, &flag) }
      }
      sd_bus_message_close_container(reply)
    }
  }

  private func property(_ name: String, _ type: String, in reply: OpaquePointer?, _ append: (CChar) -> Void) {
    sd_bus_message_open_container(reply, Self.code("e"), "sv")
    sd_bus_message_append_basic(reply, Self.code("s"), name)
    sd_bus_message_open_container(reply, Self.code("v"), type)
    append(CChar(bitPattern: type.utf8.first ?? 0))
    sd_bus_message_close_container(reply)
    sd_bus_message_close_container(reply)
  }

  private func reply(_ message: OpaquePointer, _ write: (OpaquePointer?) -> Void) {
    var answer: OpaquePointer?
    defer { sd_bus_message_unref(answer) }
    sd_bus_message_new_method_return(message, &answer)
    write(answer)
    send(answer)
  }

  private func fail(_ message: OpaquePointer, _ name: String, _ text: String) {
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    sd_bus_error_set(&error, name, text)
    sd_bus_reply_method_error(message, &error)
    sd_bus_flush(bus)
  }

  private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
