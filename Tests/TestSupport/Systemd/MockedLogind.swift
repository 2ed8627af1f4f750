/// logind as python-dbusmock has it, and the sessions that tests open there.
package struct MockedLogind {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  private static let mock = "org.freedesktop.DBus.Mock"

  private let service: MockedService

  /// Starts the service, and waits until it has its name.
  package init(on bus: PrivateBus) throws {
    service = try MockedService("logind", name: Self.name, on: bus.address)
    try service.waitUntilThere()
  }

  private static func path(_ id: String) -> String { "\(path)/session/\(id)" }

  /// Opens a session on the screen, without a signal.
  /// - Parameter desktop: The desktop that the session names; none when `nil`.
  package func open(_ id: String, uid: Int, desktop: String? = "KDE") throws {
    try service.call(
      Self.path, Self.mock, "AddSession", ["ssusb", id, "seat0", "\(uid)", "user\(uid)", "true"])
    if let desktop { try service.add(Self.path(id), Self.session, "Desktop", ["s", desktop]) }
    try set(id, "Type", ["s", "wayland"])
  }

  /// Opens a session on a terminal, without a signal.
  package func open(_ id: String, uid: Int, terminal: String) throws {
    try open(id, uid: uid)
    try set(id, "Type", ["s", "tty"])
    try set(id, "TTY", ["s", terminal])
  }

  /// Changes a property of a session, with a signal.
  package func set(_ id: String, _ property: String, _ value: [String]) throws {
    try service.set(Self.path(id), Self.session, property, value)
  }

  /// Ends a session, with a signal.
  package func close(_ id: String) throws {
    try service.call(Self.path, Self.mock, "RemoveObject", ["s", Self.path(id)])
    try announce("SessionRemoved", id)
  }

  /// Sends the signal of a session that is new or gone: dbusmock does not do so itself.
  package func announce(_ member: String, _ id: String) throws {
    try service.call(
      Self.path, Self.mock, "EmitSignal",
      ["sssav", Self.manager, member, "so", "2", "s", id, "o", Self.path(id)])
  }

  /// Adds the property of inhibitors, which the template lacks, without a signal.
  package func addInhibitors() throws {
    try service.add(Self.path, Self.manager, "BlockInhibited", ["s", ""])
  }

  /// Sets what inhibitors block (`shutdown:idle`), with a signal.
  package func inhibit(_ what: String) throws {
    try service.set(Self.path, Self.manager, "BlockInhibited", ["s", what])
  }

  /// Sets whether the machine has a dock or other screens, without a signal, like logind itself.
  package func dock(_ isDocked: Bool) throws {
    let code = "self.props['\(Self.manager)']['Docked'] = dbus.Boolean(args[0])"
    try service.call(Self.path, Self.mock, "AddMethod", ["sssss", "org.example.Test", "Dock", "b", "", code])
    try service.call(Self.path, "org.example.Test", "Dock", ["b", "\(isDocked)"])
  }

  /// Kills the service by SIGKILL, without a last message.
  package func end() { service.end() }
}
