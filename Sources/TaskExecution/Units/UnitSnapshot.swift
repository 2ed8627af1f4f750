package import LinuxSystem
import SchedulerCore

/// The known properties of a unit, newer ones over older ones.
package struct UnitSnapshot: Hashable, Sendable {
  var loadState = ""
  var activeState = ""
  var subState = ""
  var result = ""
  var mainPID: UInt32 = 0
  var mainCode: Int32 = 0
  var mainStatus: Int32 = 0
  var startUSec: UInt64 = 0
  var exitUSec: UInt64 = 0
  var startMonotonicUSec: UInt64 = 0
  /// The beginning of the unit's present activity, or of its last one when it is inactive
  /// (`InactiveExitTimestamp`).
  var activeUSec: UInt64 = 0
  var conditionResult = true
  var controlGroup = ""
  /// Whether the processes that the program has started live on (`KillMode=process`).
  var leavesBehind = false
  /// The number of the job that is to change the unit's state; 0 without one.
  var job: UInt32 = 0

  /// A snapshot without any property.
  package init() {}

  /// siginfo's `si_code` of a child that ended (waitid(2)).
  private enum Code {
    static let exited: Int32 = 1
    static let killed: Int32 = 2
    static let dumped: Int32 = 3
  }

  /// Takes over properties; those without a place here are skipped.
  /// - Throws: ``BusError/format(_:)``.
  package mutating func take(_ reader: BusReader) throws(BusError) {
    try reader.properties { (name, reader) throws(BusError) in try take(name, reader) }
  }

  private mutating func take(_ name: String, _ reader: BusReader) throws(BusError) -> Bool {
    switch name {
    case "LoadState": loadState = try Self.text(reader)
    case "ActiveState": activeState = try Self.text(reader)
    case "SubState": subState = try Self.text(reader)
    case "Result": result = try Self.text(reader)
    case "ControlGroup": controlGroup = try Self.text(reader)
    case "KillMode": leavesBehind = try Self.text(reader) == "process"
    case "Job":
      job = try reader.variant("(uo)") { (reader) throws(BusError) in
        try reader.structure("uo") { (reader) throws(BusError) in
          let job = try reader.uint32()
          try reader.skip("o")
          return job
        }
      }
    case "MainPID": mainPID = try reader.variant("u") { (reader) throws(BusError) in try reader.uint32() }
    case "ExecMainCode": mainCode = try Self.int32(reader)
    case "ExecMainStatus": mainStatus = try Self.int32(reader)
    case "ExecMainStartTimestamp": startUSec = try Self.uint64(reader)
    case "ExecMainExitTimestamp": exitUSec = try Self.uint64(reader)
    case "ExecMainStartTimestampMonotonic": startMonotonicUSec = try Self.uint64(reader)
    case "InactiveExitTimestamp": activeUSec = try Self.uint64(reader)
    case "ConditionResult":
      conditionResult = try reader.variant("b") { (reader) throws(BusError) in try reader.bool() }
    default: return false
    }
    return true
  }

  private static func text(_ reader: BusReader) throws(BusError) -> String {
    try reader.variant("s") { (reader) throws(BusError) in try reader.string(limit: 4096) }
  }

  private static func int32(_ reader: BusReader) throws(BusError) -> Int32 {
    try reader.variant("i") { (reader) throws(BusError) in try reader.int32() }
  }

  private static func uint64(_ reader: BusReader) throws(BusError) -> UInt64 {
    try reader.variant("t") { (reader) throws(BusError) in try reader.uint64() }
  }

  /// Whether systemd does not know the unit: it makes up a unit for any name that it is asked about.
  var isMissing: Bool { loadState == "not-found" && isInactive }
  /// Whether nothing of the unit is left, and no job is about to start it. A change comes in two signals, the
  /// process before the state: with a process the state is an old one.
  var isInactive: Bool { job == 0 && isWithoutProcesses }
  /// Whether nothing of the unit is left, whatever job it has.
  var isWithoutProcesses: Bool { mainPID == 0 && (activeState == "inactive" || activeState == "failed") }
  /// Whether the program has ended well, and the unit is kept (`RemainAfterExit=`).
  var isKept: Bool { activeState == "active" && subState == "exited" }
  /// Whether the unit is active: systemd has replaced the child's code by the program. A program that is at
  /// work before its unit is active (`Type=oneshot`, `notify`) is not covered.
  var isAtWork: Bool {
    switch activeState {
    case "active", "reloading", "refreshing", "deactivating", "maintenance": true
    default: false
    }
  }
  /// Whether the main process has ended, with ``exit``.
  var hasExit: Bool { mainCode != 0 && mainPID == 0 }

  /// Whether the main process ended while systemd prepared it, before it became the program (systemd.exec(5),
  /// "Process Exit Codes"). A program can end with these as well; the caller knows that it was not seen at
  /// work.
  var isSetUpFailure: Bool { mainCode == Code.exited && (200...245).contains(mainStatus) }

  var exit: Exit {
    switch mainCode {
    case Code.exited: .status(mainStatus)
    case Code.killed, Code.dumped: .signal(SignalName.of(mainStatus))
    default: .unknown
    }
  }

  /// The end of the unit's program.
  package var end: UnitEnd {
    UnitEnd(
      exit: exit, isOutOfMemory: result == "oom-kill", result: result, started: Self.time(startUSec),
      ended: Self.time(exitUSec))
  }

  /// The beginning of the present activity, or of the last one; nil when there was none.
  var activeSince: WallTime? { Self.time(activeUSec) }

  private static func time(_ uSec: UInt64) -> WallTime? {
    uSec == 0 ? nil : WallTime(uSec: Int64(clamping: uSec))
  }
}
