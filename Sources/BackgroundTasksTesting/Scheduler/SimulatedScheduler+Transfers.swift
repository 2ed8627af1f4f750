public import BackgroundTasks

extension SimulatedScheduler {
  /// What a server of the simulation says to a transfer.
  public enum ServerAnswer: Sendable {
    /// A download brings this; an upload is taken.
    case content(Data)
    /// It is given up for this.
    case failure(status: Int?, message: String)
    /// It is tried again as its request says: the server or the network has a bad moment.
    case later
  }

  /// Answers transfers.
  public typealias Server = @Sendable (URL, BackgroundTransfer.Direction) -> ServerAnswer

  /// Says what becomes of the transfers of a `BackgroundTransferSession`, which are decided like all tasks
  /// and then take no time. Unless it is set, downloads are empty files and uploads succeed.
  public var server: Server {
    get { simulation.server }
    set { simulation.server = newValue }
  }
}
