package import LinuxSystem
package import SchedulerCore

/// What NetworkManager's properties say of the network (its D-Bus reference, org.freedesktop.NetworkManager
/// `…Connection.Active` and `…AccessPoint`). Pure.
package struct NetworkManagerReading: Hashable, Sendable {
  /// The properties of the manager that matter.
  package static let properties: Set<String> = [
    "ActiveConnections", "Connectivity", "Devices", "Metered", "PrimaryConnection", "Startup", "State",
  ]
  /// The properties of a connection that matter.
  package static let connectionProperties: Set<String> = ["Id", "SpecificObject", "State", "Type", "Vpn"]

  /// The properties of a device that matter.
  package static let deviceProperties: Set<String> = ["DeviceType", "InterfaceFlags", "Managed"]

  /// What the manager says of how far the network reaches (`NMConnectivityState`).
  private enum Connectivity: Int64 {
    case unknown
    case none
    /// A page of somebody's wants to be seen first.
    case portal
    /// Not to the internet.
    case limited
    case full
  }

  /// What the manager says of whether traffic is paid for (`NMMetered`).
  private enum Metered: Int64 {
    case unknown
    case yes
    case no
    case guessedYes
    case guessedNo
  }

  /// What the network is; unknown where the manager is not the one who made it.
  package var network: ConditionChange
  /// Whether a private one is connected; nil is unknown.
  package var vpn: Bool?
  /// What the active connections are called, and the wireless networks that they go over; nil is unknown.
  package var names: Set<String>?

  /// The manager is through with starting and has made no network, and is not about to (`NMState`).
  package static func isDisconnected(_ manager: [String: BusValue]) -> Bool {
    let state = manager["State"]?.number
    return primary(manager) == nil && manager["Startup"]?.flag == false
      && (state == Self.asleep || state == Self.disconnected)
  }

  private static let (asleep, disconnected) = (Int64(10), Int64(20))

  private static func primary(_ manager: [String: BusValue]) -> String? {
    manager["PrimaryConnection"]?.text.flatMap { $0 == "/" ? nil : $0 }
  }

  /// Whether a link is somebody else's, which may lead out: `NM_DEVICE_INTERFACE_FLAG_LOWER_UP` says that it
  /// runs.
  private static func isOthersLink(_ device: [String: BusValue]) -> Bool {
    let isRunning = device["InterfaceFlags"]?.number.map { $0 & 2 != 0 } ?? true
    return device["Managed"]?.flag != true && device["DeviceType"]?.number != loopback && isRunning
  }

  /// `NM_DEVICE_TYPE_LOOPBACK`.
  private static let loopback: Int64 = 32

  /// Interprets the properties that are known.
  /// - Parameters:
  ///   - connections: Those of the active connections.
  ///   - ssids: The names of wireless networks by the paths of their access points. They are bytes, and
  ///     anybody near has chosen them: what is not UTF-8 is no name here.
  ///   - devices: Those of all devices, where the manager has made no network; nil is unknown.
  package init(
    _ manager: [String: BusValue], connections: [[String: BusValue]], ssids: [String: [UInt8]] = [:],
    devices: [[String: BusValue]]? = nil
  ) {
    if manager["ActiveConnections"]?.texts != nil { names = Self.names(connections, ssids) }
    guard Self.primary(manager) != nil else {
      // That there is none is believed when all links are its own: those of others are none of its business.
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

  /// `NM_ACTIVE_CONNECTION_STATE_ACTIVATED`.
  private static let activated: Int64 = 2

  private static func isPrivate(_ connection: [String: BusValue]) -> Bool {
    let type = connection["Type"]?.text
    return connection["State"]?.number == activated
      && (connection["Vpn"]?.flag == true || type == "vpn" || type == "wireguard")
  }

  private static func names(_ connections: [[String: BusValue]], _ ssids: [String: [UInt8]]) -> Set<String> {
    // Every machine is connected with itself.
    let used = connections.filter { $0["State"]?.number == activated && $0["Type"]?.text != "loopback" }
    let wireless = used.compactMap(accessPoint).compactMap { ssids[$0] }
    return BoundedNames.of(
      used.compactMap { $0["Id"]?.text } + wireless.compactMap { String(validating: $0, as: UTF8.self) })
  }

  /// The path of the access point that a connection goes over; nil when it is not wireless, or has none yet.
  package static func accessPoint(of connection: [String: BusValue]) -> String? {
    guard connection["Type"]?.text == "802-11-wireless", let path = connection["SpecificObject"]?.text,
      path != "/"
    else { return nil }
    return path
  }

  /// The same for those who listen.
  package var changes: [ConditionChange] { [network, .flag(.vpn, vpn), .names(.networkNames, names)] }
}
