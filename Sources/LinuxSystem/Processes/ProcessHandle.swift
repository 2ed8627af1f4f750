import CLinux
package import Dispatch
import Glibc

/// The end of a process (waitid(2)).
package enum ProcessExit: Hashable, Sendable {
  /// The process exited with this status.
  case status(CInt)
  /// This signal ended the process, with or without a core dump.
  case signal(CInt)
}

/// A handle of one process, never of one that got its number later (pidfd_open(2)). Confined to a queue.
package final class ProcessHandle {
  package let pid: Int32

  private let descriptor: SharedDescriptor
  private var source: DescriptorSource?

  /// Opens the process that has this number now.
  /// - Throws: ``SystemError``: ESRCH when there is none.
  package init(pid: Int32) throws(SystemError) {
    self.pid = pid
    descriptor = SharedDescriptor(
      owning: try systemCall("pidfd_open", "process \(pid)") { clinux_pidfd_open(pid) })
  }

  /// Opens a child that was just started. Where no handle can be had the child is killed and reaped at once,
  /// because it could not be supervised.
  /// - Throws: ``SystemError``: EMFILE, ENFILE, ENOMEM.
  package convenience init(child pid: Int32) throws(SystemError) {
    do throws(SystemError) {
      try self.init(pid: pid)
    } catch {
      Self.discard(child: pid)
      throw error
    }
  }

  /// Kills the group of a child that was just started, and reaps the child.
  package static func discard(child pid: Int32) {
    ProcessGroup(leader: pid).send(signal: SIGKILL)
    var status: CInt = 0
    _ = try? systemCall("waitpid") { waitpid(pid, &status, 0) }
  }

  /// Calls the handler on the queue, once, when the process has ended, or at once when it already has. A
  /// zombie has ended.
  /// - Throws: ``SystemError`` when the system is out of descriptors or memory.
  package func whenEnded(queue: DispatchQueue, _ handler: @escaping () -> Void) throws(SystemError) {
    source = try DescriptorSource(descriptor, for: .reading, queue: queue) { [weak self] in
      self?.stopWaiting()
      handler()
    }
  }

  /// Cancels the call of ``whenEnded(queue:_:)``.
  package func stopWaiting() {
    source?.cancel()
    source = nil
  }

  /// Sends a signal. A process that is gone gets none, which is no error.
  /// - Throws: ``SystemError``: EPERM when the process belongs to another user now.
  package func send(signal: CInt) throws(SystemError) {
    do throws(SystemError) {
      try systemCall("pidfd_send_signal", "process \(pid)") { clinux_pidfd_signal(descriptor.number, signal) }
    } catch {
      if error.code != ESRCH { throw error }
    }
  }

  /// Returns the end of a child of this process, nil while it runs. The child stays a zombie until
  /// ``reap()``, which keeps its number and its group's from being given to others.
  /// - Throws: ``SystemError``: ECHILD when it is not a child, or was reaped.
  package func exit() throws(SystemError) -> ProcessExit? { try wait(options: WNOHANG | WNOWAIT) }

  /// Reaps a child, and waits for its end where it still runs.
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

/// A process group that this process has started. Its leader is a child that was not reaped, so its number
/// cannot have become another group's.
package struct ProcessGroup: Hashable, Sendable {
  /// The group's number, which is its leader's.
  package let leader: Int32

  /// The group that a child leads.
  package init(leader: Int32) { self.leader = leader }

  /// Sends a signal to all members. Members that are gone, or that belong to another user now, get none.
  package func send(signal: CInt) { _ = try? systemCall("kill") { kill(-leader, signal) } }
}
