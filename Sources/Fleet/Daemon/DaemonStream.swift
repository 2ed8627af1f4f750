import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

/// A call of the daemon with more than one reply, read as the replies come. Confined to its queue.
final class DaemonStream {
  private let connection: ClientConnection
  private var source: DescriptorSource?

  /// Calls a method.
  /// - Parameters:
  ///   - reply: Called on the queue with each reply.
  ///   - end: Called once, on the queue, when no more replies come, with the reason; not after ``close()``.
  init<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, path: String, queue: DispatchQueue,
    reply: @escaping (Method.Reply) -> Void, end: @escaping (any Error) -> Void
  ) throws {
    let connection = try ClientConnection(path: path, timeLimit: .seconds(10), frameLimit: 64 << 20)
    try connection.send(method, parameters, more: true)
    self.connection = connection
    let own = try systemCall("fcntl") { fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 3) }
    source = try DescriptorSource(SharedDescriptor(owning: own), for: .reading, queue: queue) {
      [weak self] in
      do {
        repeat { reply(try connection.receive(method)) } while connection.hasReply
      } catch {
        guard let self, source != nil else { return }
        close()
        end(error)
      }
    }
  }

  deinit { close() }

  /// Ends the call.
  func close() {
    source?.cancel()
    source = nil
    connection.close()
  }
}
