public import BackgroundTasks

extension SimulatedScheduler {
  /// The answer of a simulated server to a transfer.
  public enum ServerAnswer: Sendable {
    /// A download receives this content; an upload is accepted.
    case content(Data)
    /// The transfer is given up with this error.
    case failure(status: Int?, message: String)
    /// The transfer is retried as its request says: the failure is one that passes.
    case later
  }

  /// A function that answers transfers.
  public typealias Server = @Sendable (URL, BackgroundTransfer.Direction) -> ServerAnswer

  /// The server that answers the transfers of a `BackgroundTransferSession`, which are decided like all tasks
  /// and then take no time. By default downloads are empty files and uploads succeed.
  public var server: Server {
    get { simulation.server }
    set { simulation.server = newValue }
  }
}
