import Foundation
import TestSupport

/// UPower itself, on a bus of a test's own and a machine of umockdev's that has these power supplies.
final class UPowerOnTree {
  private static let program = "/usr/libexec/upowerd"
  private static let testbed = "/usr/bin/umockdev-run"

  /// Runs a program that hears all signals: Dispatch's threads block them, and programs inherit that.
  private static let unblocked = """
    import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.execv(sys.argv[1], sys.argv[1:])
    """

  /// Both programs are there.
  static var isPossible: Bool { [program, testbed].allSatisfy(FileManager.default.isExecutableFile) }

  private let folder: TemporaryFolder
  private let process = Process()

  /// Starts it.
  /// - Parameter files: Attributes of supplies (`BAT0/status`), as `/sys/class/power_supply` has them.
  init(_ files: [(String, String)], on address: String) throws {
    folder = try TemporaryFolder()
    let machine = try folder.write("machine", Self.description(of: files))
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", Self.unblocked, Self.testbed, "--device", machine, "--", Self.program]
    process.environment = ["DBUS_SYSTEM_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.begin()
  }

  /// umockdev ends what it runs, and takes its machine away, when it is told to end.
  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// The same as umockdev-record(1) would write it.
  private static func description(of files: [(String, String)]) -> String {
    var supplies: [(name: String, attributes: [String])] = []
    for (path, text) in files {
      let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
      if supplies.last?.name != parts[0] { supplies.append((parts[0], [])) }
      supplies[supplies.count - 1].attributes.append("A: \(parts[1])=\(text)\\n\n")
    }
    return supplies.map { name, attributes in
      """
      P: /devices/virtual/power_supply/\(name)
      E: SUBSYSTEM=power_supply
      E: POWER_SUPPLY_NAME=\(name)
      \(attributes.joined())
      """
    }.joined(separator: "\n")
  }
}
