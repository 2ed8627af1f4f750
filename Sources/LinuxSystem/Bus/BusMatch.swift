import CSystemd

/// A subscription that calls a handler for the signals of a rule, until it is cancelled or deallocated.
/// Confined to its bus's queue.
package final class BusMatch {
  private weak var bus: Bus?
  private var handler: ((BusMessage) -> Void)?
  private var slot: OpaquePointer?

  init(_ bus: Bus, _ handler: @escaping (BusMessage) -> Void) { (self.bus, self.handler) = (bus, handler) }

  deinit { cancel() }

  /// Sends the rule to the bus, ahead of all messages that are sent later.
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

  /// Ends the subscription for good.
  package func cancel() {
    handler = nil
    // The bus is told that the rule is over.
    if slot != nil { bus?.checkQueue() }
    slot = sd_bus_slot_unref(slot)
  }
}
