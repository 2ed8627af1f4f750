import Foundation

/// The thread that takes a listening socket's connections, for servers of tests.
package enum ListeningThread {
  /// Begins to take connections, until the socket is shut down or its server is gone. The thread closes the
  /// socket itself: closed by somebody else, its number could already be another server's, and the thread
  /// would take a connection of that one.
  /// - Parameter serve: Begins to serve a connection, without waiting. Returns `false` when the server is
  ///   gone; then the connection is closed.
  package static func start(_ listener: CInt, serve: @escaping @Sendable (CInt) -> Bool) {
    Thread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard serve(descriptor) else {
          close(descriptor)
          break
        }
      }
      close(listener)
    }.start()
  }
}
