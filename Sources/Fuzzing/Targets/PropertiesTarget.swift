import LinuxSystem
import SystemConditions
import TaskExecution

/// Properties as services on D-Bus send them, in a message of any shape, read by the code that asks for them.
enum PropertiesTarget: FuzzTarget {
  static let name = "properties"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    var input = InputReader(bytes)
    guard
      let message = BusMessageMaker.message({ (writer) throws(BusError) in
        try BusMessageMaker.properties(&input, writer)
      })
    else { return }
    let first = snapshot(of: message)
    hold(first == snapshot(of: message), "a message says the same when it is read again")
    _ = try? message.read { (reader) throws(BusError) in try LoginManagerState(reader) }
    // No more properties are read than the limit says, and no longer names.
    var count = 0
    _ = try? message.read { (reader) throws(BusError) in
      try reader.properties(limit: 3) { (name, _) throws(BusError) in
        count += 1
        hold(name.utf8.count <= 256, "a name is short")
        return false
      }
    }
    hold(count <= 3, "so many are read and no more")
  }

  /// Returns the end of a unit in systemd's properties, or `nil` when they are of other types.
  private static func snapshot(of message: BusMessage) -> UnitEnd? {
    var snapshot = UnitSnapshot()
    do throws(BusError) {
      try message.read { (reader) throws(BusError) in try snapshot.take(reader) }
    } catch {
      guard case .format = error else {
        fatalError("broken: what is of another type is an error of form: \(error)")
      }
      return nil
    }
    return snapshot.end
  }
}
