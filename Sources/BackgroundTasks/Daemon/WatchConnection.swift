import Foundation
import SchedulerAPI
import Synchronization
import Varlink

/// A connection that reads the replies of one call, and the thread that reads it.
final class WatchConnection: SchedulerWatch {
  private let interrupter = Mutex<Ending>(.possible(nil))

  private enum Ending {
    /// The end was not asked for.
    case possible(ConnectionInterrupter?)
    case wanted
  }

  /// Calls a method with many replies. The thread connects, tells each reply in order, and at last that they
  /// are over.
  init<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, path: String?,
    _ tell: @escaping Method.Tell
  ) {
    // The thread does not own the watch, whose last reference ends the connection.
    let thread = Thread { [weak self] in
      do {
        let connection = try CallConnection.open(path)
        guard self?.begin(ConnectionInterrupter(connection)) == true else { return }
        try connection.send(method, parameters, more: true)
        connection.timeLimit = nil
        while true {
          tell(.news(try connection.receive().parameters(of: method)))
        }
      } catch ClientError.reply(let error) {
        tell(.ended(SchedulerInterfaceError(error).map { $0 as any Error } ?? ClientError.reply(error)))
      } catch {
        tell(.ended(error))
      }
    }
    thread.name = "BackgroundTasks watch"
    thread.start()
  }

  deinit { end() }

  private func begin(_ interrupter: ConnectionInterrupter) -> Bool {
    self.interrupter.withLock { ending in
      if case .wanted = ending { return false }
      ending = .possible(interrupter)
      return true
    }
  }

  func end() {
    let interrupter: ConnectionInterrupter? = interrupter.withLock { ending in
      defer { ending = .wanted }
      if case .possible(let interrupter) = ending { return interrupter }
      return nil
    }
    interrupter?.interrupt()
  }
}
