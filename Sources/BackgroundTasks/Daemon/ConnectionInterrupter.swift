import Foundation
import Varlink

/// A second descriptor of a connection's socket: ends the connection from outside without hitting another
/// file that has got the first descriptor's number meanwhile.
final class ConnectionInterrupter: Sendable {
  private let descriptor: CInt

  init(_ connection: ClientConnection) { descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func interrupt() { if descriptor >= 0 { shutdown(descriptor, CInt(SHUT_RDWR)) } }
}
