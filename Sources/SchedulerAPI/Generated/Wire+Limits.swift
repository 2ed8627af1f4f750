// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The limits on what a program may take of the machine, touch of it, and leave behind.
  package struct Limits: MessageStructure {
    /// The nice value: the larger, the less of the processors the program gets (0 to 19). Absent: 10 where
    /// programs are the daemon's children and the kind is not continued, else 0; as units of systemd programs
    /// have the least weight.
    package var nice: Int?
    /// The class in which the program gets the disk. Absent: idle where programs are the daemon's children
    /// and the kind is not continued, else the system's default.
    package var ioClass: Wire.IOClass?
    /// The memory in bytes above which the program is killed (1048576 to 9223372036854775807). Only where
    /// programs are units of systemd. Absent: no limit.
    package var memoryMaxBytes: Int?
    /// The most that the program gets of one processor, in percent (1 to 100000). Only where programs are
    /// units of systemd. Absent: no limit.
    package var cpuQuotaPercent: Int?
    /// The program's share of the disk beside others (1 to 10000). Only where programs are units of systemd.
    /// Absent: 1.
    package var ioWeight: Int?
    /// The restrictions of the program. Others than none only where programs are units of systemd; a user's
    /// own instance takes none and basic only. Absent: none.
    package var sandbox: Wire.Sandbox?
    /// The treatment of processes that the program has started. Absent: controlGroup.
    package var killMode: Wire.KillMode?

    package init(
      nice: Int? = nil, ioClass: Wire.IOClass? = nil, memoryMaxBytes: Int? = nil, cpuQuotaPercent: Int? = nil,
      ioWeight: Int? = nil, sandbox: Wire.Sandbox? = nil, killMode: Wire.KillMode? = nil
    ) {
      (self.nice, self.ioClass, self.memoryMaxBytes) = (nice, ioClass, memoryMaxBytes)
      (self.cpuQuotaPercent, self.ioWeight, self.sandbox) = (cpuQuotaPercent, ioWeight, sandbox)
      self.killMode = killMode
    }

    private static let fields: [StaticString] = [
      "cpuQuotaPercent", "ioClass", "ioWeight", "killMode", "memoryMaxBytes", "nice", "sandbox"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { cpuQuotaPercent = Int(try reader.integer()) }
          case 1: if try !reader.null() { ioClass = try Wire.IOClass(from: &reader) }
          case 2: if try !reader.null() { ioWeight = Int(try reader.integer()) }
          case 3: if try !reader.null() { killMode = try Wire.KillMode(from: &reader) }
          case 4: if try !reader.null() { memoryMaxBytes = Int(try reader.integer()) }
          case 5: if try !reader.null() { nice = Int(try reader.integer()) }
          default: if try !reader.null() { sandbox = try Wire.Sandbox(from: &reader) }
        }
      }
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("cpuQuotaPercent", cpuQuotaPercent)
      if let ioClass { writer.member("ioClass", ioClass) }
      writer.member("ioWeight", ioWeight)
      if let killMode { writer.member("killMode", killMode) }
      writer.member("memoryMaxBytes", memoryMaxBytes)
      writer.member("nice", nice)
      if let sandbox { writer.member("sandbox", sandbox) }
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let nice: ClosedRange<Int> = 0...19
      package static let memoryMaxBytes: ClosedRange<Int> = 1048576...9223372036854775807
      package static let cpuQuotaPercent: ClosedRange<Int> = 1...100000
      package static let ioWeight: ClosedRange<Int> = 1...10000
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.number(nice, Bounds.nice, path, "nice")
      try FieldCheck.number(memoryMaxBytes, Bounds.memoryMaxBytes, path, "memoryMaxBytes")
      try FieldCheck.number(cpuQuotaPercent, Bounds.cpuQuotaPercent, path, "cpuQuotaPercent")
      try FieldCheck.number(ioWeight, Bounds.ioWeight, path, "ioWeight")
    }
  }
}
