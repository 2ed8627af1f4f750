import Dispatch
import LinuxSystem

/// Waits until none of some processes is left: those that a lookup finds are waited for, then it is made
/// again, since they may have started others. Confined to its queue.
final class ProcessWatch {
  /// When the system is out of descriptors, nothing says when a process ends.
  private static let retryUSec: Int64 = 100_000

  private let queue: DispatchQueue
  private let find: () throws(SystemError) -> [Int32]
  private let isMember: (Int32) -> Bool
  private let found: (ProcessHandle) -> Void
  private let whenEmpty: () -> Void
  private var handles: [ProcessHandle] = []
  private var retry: Countdown?

  /// - Parameters:
  ///   - find: Looks the processes up, zombies left out.
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

  /// How many processes were there at the last lookup, without those that have ended since.
  var count: Int { handles.count }

  /// Looks the processes up now, and goes on from there.
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

  /// Waits no longer.
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
