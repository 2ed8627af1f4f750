/// The role of a power supply for the machine, from its `type` (and `usb_type`).
package enum PowerSupplyKind: Hashable, Sendable {
  /// Power from outside: a charger, a dock, a wireless pad.
  case adapter
  case battery
  /// An uninterruptible supply: outside of the machine, but itself a battery.
  case uninterruptible
  /// No type, or none that the kernel documents.
  case unrecognized

  /// The kind by the files of a supply.
  /// - Parameters:
  ///   - type: The text of `type`: `Mains`, `Battery`, `UPS`, `USB`, `USB_C`, `USB_PD`, `USB_DCP`, …,
  ///     `BrickID` (a charger that names itself to Apple's devices), `Wireless` (a charging pad: power from
  ///     outside as well).
  ///   - usbType: The text of `usb_type`; only supplies on a USB port have the file, whatever `type` says.
  package init(type: String?, usbType: String?) {
    switch type {
    case "Mains", "BrickID", "Wireless": self = .adapter
    case "Battery": self = .battery
    case "UPS": self = .uninterruptible
    case let type? where type.hasPrefix("USB"): self = .adapter
    default: self = usbType == nil ? .unrecognized : .adapter
    }
  }
}
