package import Dispatch
package import LinuxSystem

/// A monitor of the kernel's device events (uevents) for all sources that need them, which wakes those whose
/// subsystem is concerned. The socket is open while a source listens. Confined to one queue.
package final class KernelEventMonitor {
  private struct Listener {
    var subsystem: String
    weak var owner: AnyObject?
    var handler: () -> Void
  }

  private let queue: DispatchQueue
  private let open: () throws(SystemError) -> NetlinkSocket
  private var socket: NetlinkSocket?
  private var watch: ReadWatch?
  private var listeners: [Listener] = []
  private var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)

  /// The most datagrams taken in one turn of the queue; more wait for the next one.
  private static let batch = 256

  /// A monitor on the daemon's queue.
  /// - Parameter open: Opens the socket; tests put one end of a socket pair in its place.
  package init(
    queue: DispatchQueue,
    open: @escaping () throws(SystemError) -> NetlinkSocket = { () throws(SystemError) in
      try NetlinkSocket(.kernelEvents, groups: .kernelEvents)
    }
  ) {
    self.queue = queue
    self.open = open
  }

  /// Calls a handler when a device of a subsystem came, went or changed, and when events were lost. A call
  /// means only that the state may have changed.
  /// - Throws: ``SystemError`` when no socket can be opened.
  func listen(to subsystem: String, for owner: AnyObject, _ handler: @escaping () -> Void) throws(SystemError)
  {
    if socket == nil {
      let socket = try open()
      watch = ReadWatch(socket.number, owner: socket, queue: queue) { [weak self] in self?.drain() }
      self.socket = socket
    }
    listeners.append(Listener(subsystem: subsystem, owner: owner, handler: handler))
  }

  /// Ends ``listen(to:for:_:)`` for an owner. The last one closes the socket.
  func forget(_ owner: AnyObject) {
    listeners.removeAll { $0.owner == nil || $0.owner === owner }
    guard listeners.isEmpty else { return }
    watch?.cancel()
    watch = nil
    socket = nil
  }

  private func drain() {
    var concerned: Set<String> = []
    var isEverybody = false
    reading: for _ in 0..<Self.batch {
      guard let socket else { return }
      switch Result(catching: { () throws(SystemError) in try socket.receive(into: &buffer) }) {
      case .success(.nothing): break reading
      case .success(.foreign): continue
      case .success(.datagram(let length)):
        // A malformed event is not the kernel's, or of a kernel to come: no reason to stop listening.
        guard let event = try? KernelEvent(parsing: buffer.prefix(length)) else { continue }
        concerned.insert(event.subsystem)
      case .success(.overrun), .failure:
        isEverybody = true
        break reading
      }
    }
    for listener in listeners where isEverybody || concerned.contains(listener.subsystem) {
      // One handler may have ended another's listening.
      guard listeners.contains(where: { $0.owner != nil && $0.owner === listener.owner }) else { continue }
      listener.handler()
    }
  }
}
