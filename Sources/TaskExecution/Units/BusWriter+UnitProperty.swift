import LinuxSystem

/// Properties of a transient unit (org.freedesktop.systemd1(5), `StartTransientUnit`).
extension BusWriter {
  func property(_ name: String, string value: String) throws(BusError) {
    try property(name, "s") { (writer) throws(BusError) in try writer.string(value) }
  }

  func property(_ name: String, bool value: Bool) throws(BusError) {
    try property(name, "b") { (writer) throws(BusError) in try writer.bool(value) }
  }

  func property(_ name: String, int32 value: Int32) throws(BusError) {
    try property(name, "i") { (writer) throws(BusError) in try writer.int32(value) }
  }

  func property(_ name: String, uint64 value: UInt64) throws(BusError) {
    try property(name, "t") { (writer) throws(BusError) in try writer.uint64(value) }
  }

  /// Appends the programs that a service starts, one after the other.
  /// - Parameter mayFail: Whether the next program starts even if one fails.
  func property(
    programs: [(path: String, arguments: [String])], mayFail: Bool
  ) throws(BusError) {
    try property("ExecStart", "a(sasb)") { (writer) throws(BusError) in
      try writer.array(of: "(sasb)") { (writer) throws(BusError) in
        for program in programs {
          try writer.structure("sasb") { (writer) throws(BusError) in
            try writer.string(program.path)
            try writer.strings(program.arguments)
            try writer.bool(mayFail)
          }
        }
      }
    }
  }

  /// Appends a property of any type.
  func property(
    _ name: String, _ type: String, _ value: (BusWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try structure("sv") { (writer) throws(BusError) in
      try writer.string(name)
      do throws(BusError) {
        try writer.variant(type, value)
      } catch {
        guard case .format(let what) = error else { throw error }
        throw .format("\(name): \(what)")
      }
    }
  }
}
