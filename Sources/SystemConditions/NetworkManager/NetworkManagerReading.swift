package import LinuxSystem
package import SchedulerCore

/// The network by NetworkManager's properties (its D-Bus reference, org.freedesktop.NetworkManager
/// `…Connection.Active` and `…AccessPoint`). Pure.
package struct NetworkManagerReading: Hashable, Sendable {
  /// The properties of the manager that are read.
  package static let properties: Set<String> = [
    "ActiveConnections", "Connectivity", "Devices", "Metered", "PrimaryConnection", "Startup", "State",
  ]
  /// The properties of a connection that are read.
  package static let connectionProperties: Set<String> = ["Id", "SpecificObject", "State", "Type", "Vpn"]

  /// The properties of a device that are read.
  package static let deviceProperties: Set<String> = ["DeviceType", "InterfaceFlags", "Managed"]

  /// The reach of the network (`NMConnectivityState`).
  private enum Connectivity: Int64 {
    case unknown
    case none
    /// A captive portal comes first.
    case portal
    /// The internet is out of reach.
    case limited
    case full
  }

  /// Whether the network is metered (`NMMetered`).
  private enum Metered: Int64 {
    case unknown
    case yes
    case no
    case guessedYes
    case guessedNo
  }

  /// The access to a network; unknown where the manager has not made the network.
  package var network: ConditionChange
  /// Whether a private network is connected; nil is unknown.
  package var vpn: Bool?
  /// The names of the active connections, and of the wireless networks that they go over; nil is unknown.
  package var names: Set<String>?

  /// Whether the manager has started, has made no network, and is not about to make one (`NMState`).
  package static func isDisconnected(_ manager: [String: BusValue]) -> Bool {
    let state = manager["State"]?.number
    return primary(manager) == nil && manager["Startup"]?.flag == false
      && (state == Self.asleep || state == Self.disconnected)
  }

  private static let (asleep, disconnected) = (Int64(10), Int64(20))

  private static func primary(_ manager: [String: BusValue]) -> String? {
    manager["PrimaryConnection"]?.text.flatMap { $0 == "/" ? nil : $0 }
  }

  /// Whether a link is not the manager's and may lead out: `NM_DEVICE_INTERFACE_FLAG_LOWER_UP` means that it
  /// runs.
  private static func isOthersLink(_ device: [String: BusValue]) -> Bool {
    let isRunning = device["InterfaceFlags"]?.number.map { $0 & 2 != 0 } ?? true
    return device["Managed"]?.flag != true && device["DeviceType"]?.number != loopback && isRunning
  }

  /// The device type `NM_DEVICE_TYPE_LOOPBACK`.
  private static let loopback: Int64 = 32

  /// Interprets the properties that are known.
  /// - Parameters:
  ///   - connections: The properties of the active connections.
  ///   - ssids: The names of wireless networks by the paths of their access points. They are bytes that any
  ///     person near may choose; bytes that are not UTF-8 are no name here.
  ///   - devices: The properties of all devices, where the manager has made no network; nil is unknown.
  package init(
    _ manager: [String: BusValue], connections: [[String: BusValue]], ssids: [String: [UInt8]] = [:],
    devices: [[String: BusValue]]? = nil
  ) {
    if manager["ActiveConnections"]?.texts != nil { names = Self.names(connections, ssids) }
    guard Self.primary(manager) != nil else {
      // The manager knows only its own links, so a missing network is believed when there are no others.
      let isNone =
        Self.isDisconnected(manager) && devices.map { !$0.contains(where: Self.isOthersLink) } ?? false
      network = .network(isNone ? .none : .unknown)
      return
    }
    vpn = connections.contains(where: Self.isPrivate)
    let connectivity = manager["Connectivity"]?.number.flatMap(Connectivity.init)
    if connectivity == Connectivity.none || connectivity == .portal {
      network = .network(.none)
      return
    }
    switch manager["Metered"]?.number.flatMap(Metered.init) {
    case .yes: network = .network(.metered)
    case .no: network = .network(.unmetered)
    case .guessedYes: network = .network(.metered).guessed
    case .guessedNo: network = .network(.unmetered).guessed
    case .unknown, nil: network = .network(.unknown)
    }
  }

  /// The connection state `NM_ACTIVE_CONNECTION_STATE_ACTIVATED`.
  private static let activated: Int64 = 2

  private static func isPrivate(_ connection: [String: BusValue]) -> Bool {
    let type = connection["Type"]?.text
    return connection["State"]?.number == activated
      && (connection["Vpn"]?.flag == true || type == "vpn" || type == "wireguard")
  }

  private static func names(_ connections: [[String: BusValue]], _ ssids: [String: [UInt8]]) -> Set<String> {
    // Every machine has a loopback connection.
    let used = connections.filter { $0["State"]?.number == activated && $0["Type"]?.text != "loopback" }
    let wireless = used.compactMap(accessPoint).compactMap { ssids[$0] }
    return BoundedNames.of(
      used.compactMap { $0["Id"]?.text } + wireless.compactMap { String(validating: $0, as: UTF8.self) })
  }

  /// Returns the path of the access point of a connection; nil when it is not wireless, or has none yet.
  package static func accessPoint(of connection: [String: BusValue]) -> String? {
    guard connection["Type"]?.text == "802-11-wireless", let path = connection["SpecificObject"]?.text,
      path != "/"
    else { return nil }
    return path
  }

  /// The conditions that follow from the properties.
  package var changes: [ConditionChange] { [network, .flag(.vpn, vpn), .names(.networkNames, names)] }
}
