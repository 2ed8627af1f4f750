import CSystemd
package import Dispatch
import Glibc

/// The address of a D-Bus bus.
package enum BusAddress: Hashable, Sendable {
  /// The system's bus (`DBUS_SYSTEM_BUS_ADDRESS`, else `/run/dbus/system_bus_socket`).
  case system
  /// The user's bus (`DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`).
  case user
  /// The bus at this address (`unix:path=/…`).
  case bus(String)
}

/// A connection to a bus, over sd-bus (sd-bus(3)). Confined to its queue. It never blocks, and has no thread
/// and, while nothing is under way, no timer of its own.
///
/// The connection lasts until ``close()``, until its last reference is gone, or until the bus disconnects.
/// After the first two no handler is called; after the third every waiting call gets an error, then
/// `whenLost` is called once. A lost connection is not made again: the owner makes a new one.
package final class Bus {
  /// The messages that one turn handles, so that other work on the queue is not held up.
  private static let batchLimit = 64

  private enum State {
    case open
    /// Closed from within a handler, while sd-bus is still at work.
    case closing
    case closed
  }

  private let queue: DispatchQueue
  private let handle: OpaquePointer
  private var whenLost: ((BusError) -> Void)?
  private var state = State.open
  private var isProcessing = false
  private var isDue = false
  private var calls: [UInt64: BusCall] = [:]
  private var nextCall: UInt64 = 0
  private var watched: CInt = -1
  private var reading: DescriptorSource?
  private var writing: DescriptorSource?
  private var timer: Countdown?
  private var timerUSec = UInt64.max

  /// Starts to connect. Messages that are sent meanwhile wait.
  /// - Parameter whenLost: Called on the queue, never from within a method of this class, when the bus has
  ///   disconnected or refuses this process.
  /// - Throws: ``BusError/connection(_:)`` when nothing listens at the address.
  package init(_ address: BusAddress, queue: DispatchQueue, whenLost: @escaping (BusError) -> Void)
    throws(BusError)
  {
    self.queue = queue
    self.whenLost = whenLost
    handle = try Self.open(address)
    update()
  }

  deinit { end() }

  /// Whether the connection can still be used.
  package var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// The number of calls that wait for their answer.
  package var waitingCalls: Int { calls.count }

  /// Calls a method.
  /// - Parameters:
  ///   - target: The object, interface and method.
  ///   - limitUSec: The time limit for the answer in microseconds; 25 s by default, as everywhere on D-Bus.
  ///   - write: Appends the arguments.
  ///   - handler: Called on the queue, once, never from within this method.
  /// - Throws: ``BusError/format(_:)`` for arguments that a message cannot carry, ``BusError/connection(_:)``
  ///   when the connection is gone; then the handler is not called.
  @discardableResult
  package func call(
    _ target: BusTarget, limitUSec: Int64 = 25_000_000,
    write: (BusWriter) throws(BusError) -> Void = { _ in },
    handler: @escaping (Result<BusMessage, BusError>) -> Void
  ) throws(BusError) -> BusCall {
    try checkOpen()
    var message: OpaquePointer?
    defer { sd_bus_message_unref(message) }
    try busCall("sd_bus_message_new_method_call", target.member) {
      sd_bus_message_new_method_call(
        handle, &message, target.destination, target.path, target.interface, target.member)
    }
    guard let message else { throw .format("no message") }
    try write(BusWriter(message))
    let call = BusCall(self, number: nextCall, handler)
    nextCall += 1
    try busCall("sd_bus_call_async", target.member) {
      call.send(message, on: handle, limitUSec: UInt64(max(limitUSec, 1)))
    }
    calls[call.number] = call
    update()
    return call
  }

  /// Sends a signal: a broadcast, or to the target's destination alone where it has one.
  /// - Throws: As ``call(_:limitUSec:write:handler:)``.
  package func emit(_ target: BusTarget, write: (BusWriter) throws(BusError) -> Void = { _ in })
    throws(BusError)
  {
    try checkOpen()
    var message: OpaquePointer?
    defer { sd_bus_message_unref(message) }
    try busCall("sd_bus_message_new_signal", target.member) {
      sd_bus_message_new_signal(handle, &message, target.path, target.interface, target.member)
    }
    guard let message else { throw .format("no message") }
    try write(BusWriter(message))
    try busCall("sd_bus_send", target.member) {
      target.destination == nil
        ? sd_bus_send(handle, message, nil) : sd_bus_send_to(handle, message, target.destination, nil)
    }
    update()
  }

  /// Subscribes a handler to signals. The bus gets the rule before any message that is sent after this call.
  /// A bus that refuses the rule is lost.
  /// - Throws: ``BusError`` when the rule is malformed or the connection is gone.
  package func match(_ rule: BusRule, handler: @escaping (BusMessage) -> Void) throws(BusError) -> BusMatch {
    try checkOpen()
    let match = BusMatch(self, handler)
    try match.begin(try rule.text(), on: handle)
    update()
    return match
  }

  /// Closes the connection. No handler is called afterwards.
  package func close() {
    guard case .open = state else { return }
    whenLost = nil
    state = .closing
    if !isProcessing { end() }
  }

  /// The error for calls that wait while the bus disconnects; nil while it is connected. sd-bus answers such
  /// calls itself, with an error that looks like the peer's.
  var loss: BusError? { sd_bus_is_open(handle) > 0 ? nil : Self.loss(ECONNRESET) }

  private static func loss(_ code: CInt) -> BusError { .connection(SystemError(call: "bus", code: code)) }

  func forget(_ call: BusCall) { calls[call.number] = nil }

  private func checkOpen() throws(BusError) {
    checkQueue()
    guard isOpen else { throw .connection(SystemError(call: "bus", code: ENOTCONN)) }
  }

  /// Traps where an open connection is used off its queue: two threads in sd-bus at a time break it, and it
  /// ends the process then, sooner or later (sd-bus(3)).
  func checkQueue() { if isOpen { dispatchPrecondition(condition: .onQueue(queue)) } }

  private static func open(_ address: BusAddress) throws(BusError) -> OpaquePointer {
    var handle: OpaquePointer?
    switch address {
    case .system: try busCall("connect", "system bus") { sd_bus_open_system(&handle) }
    case .user: try busCall("connect", "user bus") { sd_bus_open_user(&handle) }
    case .bus(let text):
      try busCall("sd_bus_new") { sd_bus_new(&handle) }
      do throws(BusError) {
        try busCall("sd_bus_set_address", text) { sd_bus_set_address(handle, text) }
        try busCall("sd_bus_set_bus_client") { sd_bus_set_bus_client(handle, 1) }
        try busCall("connect", text) { sd_bus_start(handle) }
      } catch {
        sd_bus_unref(handle)
        throw error
      }
    }
    guard let handle else { throw .connection(SystemError(call: "connect", code: ENOTCONN)) }
    return handle
  }

  private func process() {
    guard case .open = state, !isProcessing else { return }
    isProcessing = true
    var answer: CInt = 0
    var left = Self.batchLimit
    repeat {
      answer = sd_bus_process(handle, nil)
      left -= 1
    } while answer > 0 && left > 0 && isOpen
    isProcessing = false
    if case .closing = state {
      end()
    } else if answer < 0 {
      lose(-answer)
    } else {
      update()
    }
  }

  /// Watches the descriptor, events and time that sd-bus waits for (sd_bus_get_fd(3), sd_bus_get_timeout(3)).
  private func update() {
    guard case .open = state, !isProcessing else { return }
    guard sd_bus_is_open(handle) > 0 else { return loseLater(ECONNRESET) }
    var due = UInt64.max
    let (number, events) = (sd_bus_get_fd(handle), sd_bus_get_events(handle))
    guard number >= 0, events >= 0, sd_bus_get_timeout(handle, &due) >= 0 else {
      return loseLater(ECONNRESET)
    }
    do throws(SystemError) {
      try watch(number)
    } catch {
      return loseLater(error.code)
    }
    setPaused(reading, events & CInt(POLLIN) == 0)
    setPaused(writing, events & CInt(POLLOUT) == 0)
    arm(due)
  }

  /// Watches a descriptor, which changes while sd-bus tries an address with several alternatives.
  private func watch(_ number: CInt) throws(SystemError) {
    guard number != watched else { return }
    reading?.cancel()
    writing?.cancel()
    // A duplicate, because sd-bus may close its own descriptor at any time.
    let descriptor = SharedDescriptor(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    reading = try DescriptorSource(descriptor, for: .reading, queue: queue) { [weak self] in self?.process() }
    writing = try DescriptorSource(descriptor, for: .writing, queue: queue) { [weak self] in self?.process() }
    watched = number
  }

  private func setPaused(_ source: DescriptorSource?, _ isPaused: Bool) {
    if isPaused { source?.pause() } else { source?.resume() }
  }

  private func arm(_ due: UInt64) {
    let now = UInt64(SystemClock.monotonicUSec)
    if due <= now { return processLater() }
    guard due != timerUSec else { return }
    timer?.cancel()
    timerUSec = due
    timer =
      due == .max
      ? nil
      : Countdown(uSec: Int64(clamping: due - now), queue: queue) { [weak self] in
        self?.timerUSec = .max
        self?.process()
      }
  }

  private func processLater() {
    guard !isDue else { return }
    isDue = true
    queue.runLater { [weak self] in
      self?.isDue = false
      self?.process()
    }
  }

  private func loseLater(_ code: CInt) {
    queue.runLater { [weak self] in self?.lose(code) }
  }

  private func lose(_ code: CInt) {
    guard case .open = state else { return }
    let error = Self.loss(code)
    let waiting = calls.values.sorted { $0.number < $1.number }
    let whenLost = whenLost
    end()
    for call in waiting { call.fail(error) }
    whenLost?(error)
  }

  private func end() {
    if case .closed = state { return }
    state = .closed
    whenLost = nil
    reading?.cancel()
    writing?.cancel()
    timer?.cancel()
    (reading, writing, timer) = (nil, nil, nil)
    calls = [:]
    sd_bus_close(handle)
    sd_bus_unref(handle)
  }
}
