import CSystemd

/// A message that has come from the bus. Confined to its bus's queue.
package final class BusMessage {
  let handle: OpaquePointer

  /// Retains a message of sd-bus.
  package init(sharing handle: OpaquePointer) { self.handle = sd_bus_message_ref(handle) }

  deinit { sd_bus_message_unref(handle) }

  /// The sender's unique name (`:1.7`), which the bus vouches for; nil for the error of a call that was not
  /// delivered.
  package var sender: String? { Self.text(sd_bus_message_get_sender(handle)) }
  /// The path of the message's object.
  package var path: String? { Self.text(sd_bus_message_get_path(handle)) }
  /// The interface of the method or signal.
  package var interface: String? { Self.text(sd_bus_message_get_interface(handle)) }
  /// The signal's name.
  package var member: String? { Self.text(sd_bus_message_get_member(handle)) }
  /// The types of the arguments.
  package var signature: String { Self.text(sd_bus_message_get_signature(handle, 1)) ?? "" }

  /// Reads the arguments from the first one on. Arguments that `body` leaves unread are ignored.
  /// - Throws: What `body` throws.
  package func read<Value>(_ body: (BusReader) throws(BusError) -> Value) throws(BusError) -> Value {
    try busCall("sd_bus_message_rewind") { sd_bus_message_rewind(handle, 1) }
    return try body(BusReader(self))
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
