package import LinuxSystem
import SchedulerCore

/// The state in logind's properties.
package struct LoginManagerState {
  /// The longest time that the machine waits for locks (`InhibitDelayMaxSec=`).
  private(set) var delayMaximumUSec: UInt64?
  /// The sleep or shutdown that is ahead.
  private(set) var departure: Departure?

  /// Reads the answer to GetAll. A missing property is unknown.
  package init(_ reader: BusReader) throws(BusError) {
    try reader.properties { (name, reader) throws(BusError) in
      switch name {
      case "InhibitDelayMaxUSec":
        delayMaximumUSec = try reader.variant("t") { (reader) throws(BusError) in try reader.uint64() }
      case "PreparingForSleep": if try Self.flag(reader) { departure = .sleep }
      case "PreparingForShutdown": if try Self.flag(reader) { departure = .shutdown }
      default: return false
      }
      return true
    }
  }

  private static func flag(_ reader: BusReader) throws(BusError) -> Bool {
    try reader.variant("b") { (reader) throws(BusError) in try reader.bool() }
  }
}
