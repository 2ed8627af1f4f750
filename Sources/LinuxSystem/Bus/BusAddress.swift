/// Where a bus is.
public enum BusAddress: Hashable, Sendable {
  /// The system's bus (`DBUS_SYSTEM_BUS_ADDRESS`, else `/run/dbus/system_bus_socket`).
  case system
  /// The user's bus (`DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`).
  case user
  /// The bus at this address (`unix:path=/…`).
  case bus(String)
}
