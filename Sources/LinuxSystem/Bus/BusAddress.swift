/// Where a bus is, or a single service that talks D-Bus without one.
public enum BusAddress: Hashable, Sendable {
  /// The system's bus (`DBUS_SYSTEM_BUS_ADDRESS`, else `/run/dbus/system_bus_socket`).
  case system
  /// The user's bus (`DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`).
  case user
  /// The bus at this address (`unix:path=/…`).
  case bus(String)
  /// The one service that listens at this address itself, such as systemd at `unix:path=/run/systemd/private`. It has
  /// no names, so senders are nil and destinations are left out.
  case peer(String)

  /// Whether there is no bus in between.
  public var isPeer: Bool {
    if case .peer = self { true } else { false }
  }
}
