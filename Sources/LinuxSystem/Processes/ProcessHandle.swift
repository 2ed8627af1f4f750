import CLinux
package import Dispatch
import Glibc

/// How a process ended (waitid(2)).
package enum ProcessExit: Hashable, Sendable {
  /// By itself, with this status.
  case status(CInt)
  /// By this signal, with or without a core dump.
  case signal(CInt)
}

/// One process, and never another one that got its number later (pidfd_open(2)). Confined to a queue.
package final class ProcessHandle {
  /// Its number.
  package let pid: Int32

  private let descriptor: SharedDescriptor
  private var source: DescriptorSource?

  /// The process that has this number now.
  /// - Throws: ``SystemError``: ESRCH when there is none.
  package init(pid: Int32) throws(SystemError) {
    self.pid = pid
    descriptor = SharedDescriptor(
      owning: try systemCall("pidfd_open", "process \(pid)") { clinux_pidfd_open(pid) })
  }

  /// A child that was just started. Without a handle nobody could look after it, so where there is none to be
  /// had the child is ended and reaped, which it is done with in no time.
  /// - Throws: ``SystemError``: EMFILE, ENFILE, ENOMEM.
  package convenience init(child pid: Int32) throws(SystemError) {
    do throws(SystemError) {
      try self.init(pid: pid)
    } catch {
      Self.discard(child: pid)
      throw error
    }
  }

  /// Ends the group of a child that was just started, and reaps the child.
  package static func discard(child pid: Int32) {
    ProcessGroup(leader: pid).send(signal: SIGKILL)
    var status: CInt = 0
    _ = try? systemCall("waitpid") { waitpid(pid, &status, 0) }
  }

  /// Calls the handler on the queue, once, when the process has ended; at once when it has already. A zombie
  /// has ended.
  /// - Throws: ``SystemError``: the system is out of something.
  package func whenEnded(queue: DispatchQueue, _ handler: @escaping () -> Void) throws(SystemError) {
    source = try DescriptorSource(descriptor, for: .reading, queue: queue) { [weak self] in
      self?.stopWaiting()
      handler()
    }
  }

  /// Takes ``whenEnded(queue:_:)`` back.
  package func stopWaiting() {
    source?.cancel()
    source = nil
  }

  /// Sends a signal. A process that is gone gets none, which is no error.
  /// - Throws: ``SystemError``: EPERM when the process has become another user's.
  package func send(signal: CInt) throws(SystemError) {
    do throws(SystemError) {
      try systemCall("pidfd_send_signal", "process \(pid)") { clinux_pidfd_signal(descriptor.number, signal) }
    } catch {
      if error.code != ESRCH { throw error }
    }
  }

  /// How a child of this process ended, nil while it works. It stays a zombie, which keeps its number and its
  /// group's from being given to others, until ``reap()``.
  /// - Throws: ``SystemError``: ECHILD when it is not a child, or was reaped.
  package func exit() throws(SystemError) -> ProcessExit? { try wait(options: WNOHANG | WNOWAIT) }

  /// Lets go of a child that has ended. For one that has not it waits.
  /// - Throws: ``SystemError``: ECHILD when it is not a child, or was reaped.
  package func reap() throws(SystemError) { _ = try wait(options: 0) }

  private func wait(options: CInt) throws(SystemError) -> ProcessExit? {
    var code: CInt = 0
    var status: CInt = 0
    try systemCall("waitid", "process \(pid)") {
      clinux_pidfd_wait(descriptor.number, options | WEXITED, &code, &status)
    }
    return switch Int(code) {
    case 0: nil
    case Int(CLD_EXITED): .status(status)
    default: .signal(status)
    }
  }
}
