/// A process that answers on a Unix socket.
protocol Server {
  var process: ChildProcess { get }
  /// The path of the socket.
  var socket: String { get }
}
