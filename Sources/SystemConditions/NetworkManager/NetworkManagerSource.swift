import LinuxSystem
import SchedulerCore

/// The source of whether there is a network, whether it is metered, whether a private one is connected, and
/// their names, from NetworkManager where it runs and has made the network; else ``NetworkSource`` guesses.
/// Fields: `network`, `vpn`, `networkNames`.
package final class NetworkManagerSource: ServiceSource {
  private static let path = "/org/freedesktop/NetworkManager"
  private static let interface = "org.freedesktop.NetworkManager"
  /// The most connections, more than any machine has at a time.
  private static let limit = 64
  /// The longest name of a wireless network, in bytes (IEEE 802.11).
  private static let ssidLimit = 32

  package let name = "NetworkManager"

  let service: BusService
  var announcer: Announcer?
  private var manager: ServiceObject?
  private var properties: [String: BusValue] = [:]
  private lazy var connections = ServiceObjects(
    service, Self.interface + ".Connection.Active", NetworkManagerReading.connectionProperties
  ) { [weak self] in
    self?.askAccessPoints()
    self?.announce()
  }
  /// The devices, while the manager has made no network: if it manages all of them, there is none.
  private lazy var devices = ServiceObjects(
    service, Self.interface + ".Device", NetworkManagerReading.deviceProperties
  ) { [weak self] in
    self?.announce()
  }
  /// The access points that are asked for the names of their networks, and their answers.
  private var accessPoints: Set<String> = []
  private var ssids: [String: [UInt8]] = [:]

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService(Self.interface, on: bus) }

  func follow() {
    manager = ServiceObject(service, Self.path, Self.interface, NetworkManagerReading.properties) {
      [weak self] in
      self?.take($0)
    }
  }

  func sayUnknown() { announce() }

  func forget() {
    manager = nil
    properties = [:]
    connections.follow([])
    devices.follow([])
    (accessPoints, ssids) = ([], [:])
  }

  private func take(_ properties: [String: BusValue]) {
    self.properties = properties
    connections.follow(Set((properties["ActiveConnections"]?.texts ?? []).prefix(Self.limit)))
    let paths = NetworkManagerReading.isDisconnected(properties) ? properties["Devices"]?.texts ?? [] : []
    devices.follow(paths.count <= Self.limit ? Set(paths) : [])
    askAccessPoints()
    announce()
  }

  /// Asks the access points that are new. They are not followed: they report their strength every few
  /// seconds, and one that is in use keeps the name of its network.
  private func askAccessPoints() {
    let inUse = Set(connections.properties.compactMap(NetworkManagerReading.accessPoint))
    let new = inUse.subtracting(accessPoints)
    accessPoints = inUse
    ssids = ssids.filter { inUse.contains($0.key) }
    for path in new {
      service.call(path, "org.freedesktop.DBus.Properties", "Get") { (writer) throws(BusError) in
        try writer.string(Self.interface + ".AccessPoint")
        try writer.string("Ssid")
      } reply: { [weak self] answer in
        self?.take(answer, from: path)
      }
    }
  }

  private func take(_ answer: Result<BusMessage, BusError>, from path: String) {
    guard accessPoints.contains(path) else { return }
    ssids[path] =
      try? answer.get().read { (reader) throws(BusError) in
        try reader.variant("ay") { (reader) throws(BusError) in try reader.bytes(limit: Self.ssidLimit) }
      }
    // An access point that does not tell has answered all the same.
    ssids[path] = ssids[path] ?? []
    announce()
  }

  /// Announces the conditions when all connections, devices and access points have answered: otherwise a
  /// private network, or a network's name while a person walks through a house, would go and come back.
  private func announce() {
    guard connections.haveAnswered, devices.haveAnswered, ssids.count == accessPoints.count else { return }
    let isKnown = properties["Devices"]?.texts.map { $0.count == devices.count } ?? false
    let reading = NetworkManagerReading(
      properties, connections: connections.properties, ssids: ssids,
      devices: isKnown ? devices.properties : nil)
    announcer?.announce(reading.changes)
  }
}
