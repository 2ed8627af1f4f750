import LinuxSystem

/// A device event of the kernel: an event that was read is read again from its parts.
enum UeventsTarget: FuzzTarget {
  static let name = "uevents"

  private static let datagramBytes = 16 * 1024

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let event = try? KernelEvent(parsing: Array(bytes)[...]) else { return }
    hold(bytes.count <= datagramBytes, "an event is short")
    let again = Array("\(event.action)@\(event.devicePath)\0SUBSYSTEM=\(event.subsystem)\0".utf8)
    // A byte that is not UTF-8 becomes three.
    guard again.count <= datagramBytes else { return }
    hold((try? KernelEvent(parsing: again[...])) == event, "an event is read again: \(event)")
  }
}
