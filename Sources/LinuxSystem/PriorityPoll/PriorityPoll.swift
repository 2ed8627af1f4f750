import CLinux

/// Makes a descriptor that signals by an exceptional condition (`POLLPRI`: PSI triggers, changed sysfs attributes)
/// watchable by a Dispatch source, which knows readable and writable only: an epoll instance around it is readable
/// when the condition is there.
///
/// One instance watches one descriptor, on purpose. A PSI trigger forgets its event as soon as anybody polls it, and
/// the outer epoll polls it first: by the time that an instance with several could be asked which of them it was,
/// the answer would be gone. So being readable is the event.
public final class PriorityPoll: Sendable {
  private let watched: Descriptor
  private let instance: Descriptor

  /// Takes over a descriptor and watches it.
  /// - Throws: ``SystemError``: `EPERM` when it is a file that cannot be polled.
  public init(_ watched: consuming Descriptor) throws(SystemError) {
    self.watched = watched
    instance = Descriptor(owning: try systemCall("epoll_create1") { clinux_epoll_create() })
    let instance = self.instance.number
    let number = self.watched.number
    try systemCall("epoll_ctl") { clinux_epoll_add_priority(instance, number) }
  }

  /// The number to watch for reading. This must outlive the watching.
  public var number: CInt { instance.number }

  /// Whether nothing more will ever come from the descriptor: it stays readable without an event. Asking consumes
  /// what is pending, so ask after a wake-up, not before.
  public var isFailed: Bool {
    var events: CUnsignedInt = 0
    let instance = instance.number
    guard let count = try? systemCall("epoll_wait", nil, { clinux_epoll_poll(instance, &events) }) else {
      return true
    }
    return count > 0 && events & clinux_epoll_failure() != 0
  }
}
