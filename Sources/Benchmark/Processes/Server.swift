/// A process that answers on a Unix socket.
protocol Server {
  var process: ChildProcess { get }
  /// The socket's path.
  var socket: String { get }
}
