package import LinuxSystem
import SchedulerCore

/// What logind's properties say.
package struct LoginManagerState {
  /// How long the machine waits for locks (`InhibitDelayMaxSec=`).
  private(set) var delayMaximumUSec: UInt64?
  /// What the machine is about to do.
  private(set) var departure: Departure?

  /// Reads the answer to GetAll. What is missing is not known.
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
