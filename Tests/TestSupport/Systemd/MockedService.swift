import Dispatch
import Foundation
import LinuxSystem

/// A service of python-dbusmock on a test's own bus, made from one of its templates.
package final class MockedService {
  private let process = Process()
  private let address: String
  /// The service's name on the bus.
  package let name: String

  /// Starts the service, which takes its name when it is ready.
  /// - Parameters:
  ///   - template: `upower`, `networkmanager`, `power_profiles_daemon`, `logind`.
  ///   - name: The name that the template takes.
  package init(_ template: String, name: String, on address: String) throws {
    self.address = address
    self.name = name
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-m", "dbusmock", "--system", "--template", template]
    process.environment = [
      "DBUS_SYSTEM_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.begin()
  }

  deinit { end() }

  /// Kills the service by SIGKILL, without a last message.
  package func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Waits until the service has its name.
  package func waitUntilThere() throws {
    let queue = DispatchQueue(label: "mocked")
    let there = DispatchSemaphore(value: 0)
    let followed = try queue.sync {
      let bus = try Bus(.bus(address), queue: queue) { _ in }
      return (bus, try BusName(name, on: bus) { if case .owned = $0 { there.signal() } })
    }
    defer { queue.sync { followed.0.close() } }
    guard there.wait(timeout: .now() + 20) == .success else {
      throw BootedSystemError("\(name) did not come")
    }
  }

  /// Gives an object a property that its template leaves out, without a signal.
  package func add(_ path: String, _ interface: String, _ property: String, _ value: [String]) throws {
    try call(path, "org.freedesktop.DBus.Mock", "AddProperty", ["ssv", interface, property] + value)
  }

  /// Changes a property, with a signal.
  /// - Parameter value: The type and the value as busctl(1) takes them: `["b", "true"]`.
  package func set(_ path: String, _ interface: String, _ property: String, _ value: [String]) throws {
    try bus(["set-property", name, path, interface, property] + value)
  }

  /// Calls a method that a template offers.
  package func call(_ path: String, _ interface: String, _ member: String, _ arguments: [String]) throws {
    try bus(["call", name, path, interface, member] + arguments)
  }

  private func bus(_ arguments: [String]) throws {
    let busctl = Process()
    busctl.executableURL = URL(filePath: "/usr/bin/busctl")
    busctl.arguments = ["--address=\(address)"] + arguments
    busctl.standardOutput = FileHandle.nullDevice
    busctl.standardInput = FileHandle.nullDevice
    try busctl.begin()
    busctl.waitUntilExit()
    guard busctl.terminationStatus == 0 else {
      throw BootedSystemError("busctl \(arguments.joined(separator: " ")) failed")
    }
  }
}
