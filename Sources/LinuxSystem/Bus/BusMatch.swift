import CSystemd

/// Calls a handler for the signals that a rule is for, until it is cancelled or nobody holds it. Confined to
/// its bus's queue.
package final class BusMatch {
  private var handler: ((BusMessage) -> Void)?
  private var slot: OpaquePointer?

  init(_ handler: @escaping (BusMessage) -> Void) { self.handler = handler }

  deinit { cancel() }

  /// Asks the bus for the signals. It is asked before all that is sent later.
  func begin(_ rule: String, on handle: OpaquePointer) throws(BusError) {
    try busCall("sd_bus_add_match_async", rule) {
      sd_bus_add_match_async(
        handle, &slot, rule,
        { message, match, _ in
          guard let message, let match else { return 0 }
          Unmanaged<BusMatch>.fromOpaque(match).takeUnretainedValue().handler?(BusMessage(sharing: message))
          return 0
        }, nil, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  /// Stops for good.
  package func cancel() {
    handler = nil
    slot = sd_bus_slot_unref(slot)
  }
}
