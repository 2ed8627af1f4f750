import LinuxSystem
import SchedulerCore

/// The Bluetooth devices that are connected, from BlueZ (org.bluez.Device(5)). Field: `bluetoothDevices`.
///
/// Only connected devices are followed: while a person searches for a new one, BlueZ reports every device
/// near the machine. Without BlueZ no device can be connected, so the source then says that none is, as a
/// guess.
package final class BluetoothSource: ServiceSource {
  private static let objectManager = "org.freedesktop.DBus.ObjectManager"
  private static let device = "org.bluez.Device1"
  /// A device counts under the name that the user gave it, its own name, and its address.
  private static let names: Set<String> = ["Alias", "Name", "Address"]
  /// The most devices that are followed: an adapter has seven active connections (Bluetooth Core
  /// Specification, piconet), so these are nine adapters.
  private static let limit = 64

  /// The source's name: `bluez`.
  package let name = "bluez"

  let service: BusService
  var announcer: Announcer?
  private var matches: [BusMatch] = []
  private var question: BusCall?
  /// The paths of the connected devices.
  private var connected: Set<String> = []
  private lazy var devices = ServiceObjects(service, Self.device, Self.names) { [weak self] in
    self?.announce()
  }

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService("org.bluez", on: bus) }

  func follow() {
    matches = [
      service.signals("/", Self.objectManager, "InterfacesAdded") { [weak self] in self?.added($0) },
      service.signals("/", Self.objectManager, "InterfacesRemoved") { [weak self] in self?.removed($0) },
      service.signals(
        "/org/bluez", ServiceObject.properties, "PropertiesChanged", argument: Self.device,
        includingBelow: true
      ) { [weak self] in self?.changed($0) },
    ].compactMap(\.self)
    question = service.call("/", Self.objectManager, "GetManagedObjects") { [weak self] in self?.answered($0)
    }
  }

  func sayUnknown() { announcer?.announce([.names(.bluetoothDevices, []).guessed]) }

  func forget() {
    question?.cancel()
    (matches, question, connected) = ([], nil, [])
    devices.follow([])
  }

  // MARK: What BlueZ says

  private func answered(_ answer: Result<BusMessage, BusError>) {
    question = nil
    let found = try? answer.get().read { (reader) throws(BusError) in
      try reader.array(of: "{oa{sa{sv}}}") { (reader) throws(BusError) in
        try reader.entry("oa{sa{sv}}") { (reader) throws(BusError) in
          (path: try reader.objectPath(), isConnected: try Self.isConnected(reader))
        }
      }
    }
    guard let found else {
      announcer?.announce([.names(.bluetoothDevices, nil)])
      return
    }
    connected = Set(found.filter { $0.isConnected == true }.map(\.path))
    followConnected()
  }

  private func added(_ message: BusMessage) {
    let found = try? message.read { (reader) throws(BusError) in
      (path: try reader.objectPath(), isConnected: try Self.isConnected(reader))
    }
    if let found, let isConnected = found.isConnected { set(found.path, isConnected) }
  }

  private func removed(_ message: BusMessage) {
    let found = try? message.read { (reader) throws(BusError) in
      let path = try reader.objectPath()
      let interfaces = try reader.array(of: "s") { (reader) throws(BusError) in try reader.string(limit: 256)
      }
      return (path, interfaces)
    }
    if let (path, interfaces) = found, interfaces.contains(Self.device) { set(path, false) }
  }

  private func changed(_ message: BusMessage) {
    guard let path = message.path else { return }
    let isConnected = try? message.read { (reader) throws(BusError) in
      try reader.skip("s")
      return try Self.connectedFlag(reader)
    }
    if let isConnected = isConnected ?? nil { set(path, isConnected) }
  }

  /// Reads an object's interfaces (`a{sa{sv}}`).
  /// - Returns: Whether the device is connected, or `nil` for an object that is no device.
  private static func isConnected(_ reader: BusReader) throws(BusError) -> Bool? {
    var isConnected: Bool?
    _ = try reader.array(of: "{sa{sv}}") { (reader) throws(BusError) in
      try reader.entry("sa{sv}") { (reader) throws(BusError) in
        if try reader.string(limit: 256) == device {
          isConnected = try connectedFlag(reader) ?? false
        } else {
          try reader.skip("a{sv}")
        }
      }
    }
    return isConnected
  }

  /// Reads a device's properties (`a{sv}`), and returns whether it is connected, or `nil` where they do not
  /// say.
  private static func connectedFlag(_ reader: BusReader) throws(BusError) -> Bool? {
    var flag: Bool?
    try reader.properties { (name, reader) throws(BusError) in
      guard name == "Connected" else { return false }
      flag = try reader.value().flag
      return true
    }
    return flag
  }

  // MARK: The connected devices

  private func set(_ path: String, _ isConnected: Bool) {
    // The answer to the first question holds what changed before it.
    guard question == nil, connected.contains(path) != isConnected else { return }
    if isConnected { connected.insert(path) } else { connected.remove(path) }
    followConnected()
  }

  private func followConnected() {
    devices.follow(Set(connected.sorted().prefix(Self.limit)))
    announce()
  }

  /// Announces the names when every device has told its own: otherwise a device would come without its name.
  private func announce() {
    guard devices.haveAnswered else { return }
    let names = devices.properties.flatMap { device in Self.names.compactMap { device[$0]?.text } }
    announcer?.announce([.names(.bluetoothDevices, BoundedNames.of(names))])
  }
}
