import CSystemd

/// A method call that waits for its answer. Confined to its bus's queue.
package final class BusCall {
  /// The call's number. A bus numbers its calls in the order in which they are made.
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

  /// Sends the message. The bus retains the call until it is answered.
  func send(_ message: OpaquePointer, on handle: OpaquePointer, limitUSec: UInt64) -> CInt {
    sd_bus_call_async(
      handle, &slot, message,
      { message, call, _ in
        guard let message, let call else { return 0 }
        Unmanaged<BusCall>.fromOpaque(call).takeUnretainedValue().answered(message)
        // 1 means handled. After 0 sd-bus goes on to send waiting messages, and aborts this process (assert)
        // where a send by the handler has found the connection broken.
        return 1
      }, Unmanaged.passUnretained(self).toOpaque(), limitUSec)
  }

  /// Stops waiting: the handler is not called any more. The callee may still carry out the call.
  package func cancel() {
    handler = nil
    letGo()
    bus?.forget(self)
  }

  /// Ends the call with an error, since no answer will come.
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
    // The bus retains this object until here.
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
    if slot != nil { bus?.checkQueue() }
    slot = sd_bus_slot_unref(slot)
  }
}
