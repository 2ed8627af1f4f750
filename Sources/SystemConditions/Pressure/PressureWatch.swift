import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore

/// Watches one resource: a PSI trigger, and while there is pressure, a timer for its end.
final class PressureWatch {
  private let queue: DispatchQueue
  private let hold: TimeSpan
  private let handler: (Bool?) -> Void
  private var watch: ReadWatch?
  private var end: (any DispatchSourceTimer)?

  /// Sets a trigger on a file of PSI's. Nil where the kernel has none, has it switched off, or does not let this user
  /// have it.
  /// - Parameter handler: Told on the queue when pressure begins and ends; nil when the trigger broke.
  /// - Throws: ``SystemError`` for what has nothing to do with PSI.
  init?(
    path: String, threshold: PressureThreshold, hold: TimeSpan, queue: DispatchQueue,
    _ handler: @escaping (Bool?) -> Void
  ) throws(SystemError) {
    self.queue = queue
    self.hold = hold
    self.handler = handler
    guard let poll = try Self.arm(path, threshold) else { return nil }
    watch = ReadWatch(poll.number, owner: poll, queue: queue) { [weak self] in self?.wake(poll) }
  }

  /// ENOENT and EOPNOTSUPP: not in this kernel, or `psi=0`. EACCES and EPERM: kernels before 6.4 ask for privilege;
  /// EPERM as well for a file that cannot be polled. EINVAL: even the unprivileged form is refused.
  private static let absence: [CInt] = [ENOENT, ENOTDIR, EOPNOTSUPP, EACCES, EPERM, EROFS, EINVAL]

  private static func arm(_ path: String, _ threshold: PressureThreshold) throws(SystemError) -> PriorityPoll?
  {
    do throws(SystemError) {
      let file = Descriptor(
        owning: try systemCall("open", path) { open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) })
      do throws(SystemError) { try write(threshold.trigger, to: file, path) } catch {
        guard error.code == EINVAL || error.code == EPERM else { throw error }
        try write(threshold.unprivileged.trigger, to: file, path)
      }
      return try PriorityPoll(file)
    } catch {
      if absence.contains(error.code) { return nil }
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to file: borrowing Descriptor, _ path: String)
    throws(SystemError)
  {
    let number = file.number
    try systemCall("write", path) { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
  }

  /// There is pressure now; it ends unless this is called again in time. True when there was none before.
  @discardableResult
  func begin() -> Bool {
    if let end {
      end.schedule(deadline: deadline, leeway: leeway)
      return false
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.finish() }
    timer.schedule(deadline: deadline, leeway: leeway)
    timer.activate()
    end = timer
    return true
  }

  /// Watches no longer; the handler is not called again.
  func cancel() {
    watch?.cancel()
    end?.cancel()
    end = nil
  }

  deinit { cancel() }

  private var deadline: DispatchTime { .now() + .microseconds(Int(hold.uSec)) }
  private var leeway: DispatchTimeInterval { .microseconds(Int(hold.uSec / 10)) }

  private func finish() {
    end?.cancel()
    end = nil
    handler(false)
  }

  private func wake(_ poll: PriorityPoll) {
    if poll.isFailed {
      cancel()
      handler(nil)
    } else if begin() {
      handler(true)
    }
  }
}
