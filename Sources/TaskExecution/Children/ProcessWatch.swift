import Dispatch
import LinuxSystem

/// A watch that waits until none of some processes is left: it waits for those that a lookup finds, then
/// looks them up again, since they may have started others. Confined to its queue.
final class ProcessWatch {
  /// The time until the next lookup when the system is out of descriptors, so that no end is reported.
  private static let retryUSec: Int64 = 100_000

  private let queue: DispatchQueue
  private let find: () throws(SystemError) -> [Int32]
  private let isMember: (Int32) -> Bool
  private let found: (ProcessHandle) -> Void
  private let whenEmpty: () -> Void
  private var handles: [ProcessHandle] = []
  private var retry: Countdown?

  /// - Parameters:
  ///   - find: Looks up the processes, zombies left out.
  ///   - isMember: Whether the process that has the number now is one of them.
  ///   - found: Called for each process of each lookup, before it is waited for.
  ///   - whenEmpty: Called once, when a lookup finds none; within ``look()`` if that one does.
  init(
    queue: DispatchQueue, find: @escaping () throws(SystemError) -> [Int32],
    isMember: @escaping (Int32) -> Bool, found: @escaping (ProcessHandle) -> Void = { _ in },
    whenEmpty: @escaping () -> Void
  ) {
    self.queue = queue
    self.find = find
    self.isMember = isMember
    self.found = found
    self.whenEmpty = whenEmpty
  }

  deinit { stop() }

  /// The number of processes at the last lookup, without those that have ended since.
  var count: Int { handles.count }

  /// Looks up the processes now, and waits for them.
  func look() {
    stop()
    var isComplete = true
    do throws(SystemError) {
      for pid in try find() {
        do throws(SystemError) {
          let handle = try ProcessHandle(pid: pid)
          // Between the lookup and the handle the process may have ended and its number may have become
          // another's.
          if isMember(pid) { handles.append(handle) }
        } catch {
          if !error.isNoSuchProcess { isComplete = false }
        }
      }
    } catch {
      isComplete = false
    }
    for handle in handles { found(handle) }
    for handle in handles {
      do throws(SystemError) {
        try handle.whenEnded(queue: queue) { [weak self, weak handle] in self?.ended(handle) }
      } catch {
        isComplete = false
      }
    }
    if !isComplete {
      retry = Countdown(uSec: Self.retryUSec, queue: queue) { [weak self] in self?.look() }
    } else if handles.isEmpty {
      whenEmpty()
    }
  }

  /// Stops waiting for processes.
  func stop() {
    for handle in handles { handle.stopWaiting() }
    handles = []
    retry?.cancel()
    retry = nil
  }

  private func ended(_ handle: ProcessHandle?) {
    handles.removeAll { $0 === handle }
    if handles.isEmpty { look() }
  }
}
