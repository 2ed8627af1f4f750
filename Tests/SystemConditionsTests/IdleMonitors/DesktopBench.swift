import Dispatch
import LinuxSystem
import SystemConditions
import TestSupport

/// The system's bus and a person's own with GNOME's compositor, and all sources on them.
final class DesktopBench {
  let system: PrivateBus
  let mutter: MockedService
  let inbox = Inbox()
  private let session: PrivateBus
  private let files: FileTree
  private let queue = DispatchQueue(label: "test")
  private let connections: [BusConnection]
  private let sources: SystemConditionSources

  /// - Parameter uid: Whose instance it is; nil is the system's.
  init(uid: UInt32?) throws {
    (system, session) = (try PrivateBus(), try PrivateBus())
    files = try FileTree([("mutter.py", MockedDesktop.mutterTemplate)])
    var roots = SystemConditionRoots()
    (roots.powerSupply, roots.pressure) = ("\(files.path)/power", "\(files.path)/pressure")
    roots.thermal = "\(files.path)/thermal"
    connections = [system, session].map { [queue] in BusConnection(.bus($0.address), queue: queue) }
    sources = SystemConditionSources(
      queue: queue, bus: connections[0], sessionBus: connections[1], uid: uid, stateDirectory: files.path,
      roots: roots)
    mutter = try MockedService("\(files.path)/mutter.py", name: MockedDesktop.mutter, on: session.address)
    try mutter.waitUntilThere()
  }

  deinit { queue.sync { sources.stop() } }

  /// Starts the sources.
  /// - Parameter whenAnswered: Called on their queue when all have answered who are asked over a bus.
  func start(_ whenAnswered: @escaping () -> Void = {}) {
    queue.sync {
      _ = sources.start { [inbox] in inbox.take($0) }
      connections.forEach { $0.start() }
      sources.wait(limitUSec: 20_000_000, whenAnswered)
    }
  }

  /// The person at the screen does something.
  func person(_ does: String) throws {
    try mutter.call(MockedDesktop.mutterPath, MockedDesktop.test, does, [])
  }
}
