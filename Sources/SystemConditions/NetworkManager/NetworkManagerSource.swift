import LinuxSystem
package import SchedulerCore

/// Whether there is a network, whether its traffic is paid for, and whether a private one is connected, from
/// NetworkManager where it runs and has made the network; else ``NetworkSource`` guesses. Fields: `network`,
/// `vpn`.
package final class NetworkManagerSource: ConditionSource {
  private static let path = "/org/freedesktop/NetworkManager"
  private static let interface = "org.freedesktop.NetworkManager"
  /// More connections than any machine has at a time.
  private static let limit = 64

  /// `NetworkManager`.
  package let name = "NetworkManager"
  /// It is asked over the bus.
  package let speaksAtOnce = false

  private let service: BusService
  private var announcer: Announcer?
  private var manager: ServiceObject?
  private var properties: [String: BusValue] = [:]
  private var connections: [String: ServiceObject] = [:]
  /// What is known of them. Of one that has not answered yet nothing is.
  private var connectionProperties: [String: [String: BusValue]] = [:]

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService(Self.interface, on: bus) }

  /// Begins to follow NetworkManager.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    service.start { [weak self] in self?.changed($0) }
  }

  /// Stops listening to it.
  package func stop() {
    announcer?.end()
    announcer = nil
    service.stop()
    forget()
  }

  private func changed(_ change: BusService.Change) {
    forget()
    switch change {
    case .found:
      manager = ServiceObject(service, Self.path, Self.interface, NetworkManagerReading.properties) {
        [weak self] in
        self?.take($0)
      }
    case .missing: announce()
    }
  }

  private func forget() {
    manager = nil
    (properties, connections, connectionProperties) = ([:], [:], [:])
  }

  private func take(_ properties: [String: BusValue]) {
    self.properties = properties
    let active = (properties["ActiveConnections"]?.texts ?? []).prefix(Self.limit)
    for path in connections.keys where !active.contains(path) {
      connections[path] = nil
      connectionProperties[path] = nil
    }
    for path in active where connections[path] == nil { follow(path) }
    announce()
  }

  private func follow(_ path: String) {
    connections[path] = ServiceObject(
      service, path, Self.interface + ".Connection.Active", NetworkManagerReading.connectionProperties
    ) { [weak self] in
      self?.connectionProperties[path] = $0
      self?.announce()
    }
  }

  /// When all connections have answered: otherwise a private network would go and come back.
  private func announce() {
    guard connectionProperties.count == connections.count else { return }
    let reading = NetworkManagerReading(properties, connections: Array(connectionProperties.values))
    announcer?.announce(reading.changes)
  }
}
