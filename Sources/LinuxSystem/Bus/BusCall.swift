import CSystemd

/// A method call that waits for its answer. Confined to its bus's queue.
package final class BusCall {
  /// Calls of a bus are numbered in the order in which they are made.
  let number: UInt64
  private weak var bus: Bus?
  private var handler: ((Result<BusMessage, BusError>) -> Void)?
  private var slot: OpaquePointer?

  init(_ bus: Bus, number: UInt64, _ handler: @escaping (Result<BusMessage, BusError>) -> Void) {
    self.bus = bus
    self.number = number
    self.handler = handler
  }

  deinit { letGo() }

  /// Sends the message. The call is held by its bus until it is answered.
  func send(_ message: OpaquePointer, on handle: OpaquePointer, limitUSec: UInt64) -> CInt {
    sd_bus_call_async(
      handle, &slot, message,
      { message, call, _ in
        guard let message, let call else { return 0 }
        Unmanaged<BusCall>.fromOpaque(call).takeUnretainedValue().answered(message)
        // It was handled. After 0 sd-bus goes on to send what waits, and ends this process (assert) when what
        // the handler has sent has found the connection broken.
        return 1
      }, Unmanaged.passUnretained(self).toOpaque(), limitUSec)
  }

  /// Waits no longer: the handler is not called any more. What the call does, it does.
  package func cancel() {
    handler = nil
    letGo()
    bus?.forget(self)
  }

  /// There will be no answer.
  func fail(_ error: BusError) {
    let handler = handler
    self.handler = nil
    letGo()
    handler?(.failure(error))
  }

  private func answered(_ message: OpaquePointer) {
    let handler = handler
    self.handler = nil
    letGo()
    // The last that this object does: its bus holds it until then.
    bus?.forget(self)
    if let error = bus?.loss {
      handler?(.failure(error))
    } else if let error = BusError(in: message) {
      handler?(.failure(error))
    } else {
      handler?(.success(BusMessage(sharing: message)))
    }
  }

  private func letGo() {
    slot = sd_bus_slot_unref(slot)
  }
}
