import CLinux

/// An epoll instance around a descriptor that signals by an exceptional condition (`POLLPRI`: PSI triggers,
/// changed sysfs attributes). The instance is readable when the condition holds, so a Dispatch source, which
/// knows readable and writable only, can watch it.
///
/// A PSI trigger forgets its event as soon as any process polls it, and Dispatch's epoll polls it first. So
/// one instance watches one descriptor, and being readable is the event: which of several it was could not be
/// asked any more. And an event that comes in the moment in which Dispatch arms its source is lost; the
/// kernel gives another one in the next window, if the cause lasts.
package final class PriorityPoll: Sendable {
  /// The signal since the last look.
  package enum Signal: Hashable, Sendable {
    case nothing
    case event
    /// The descriptor gives no more events, and stays readable for ever.
    case failure
  }

  private let watched: Descriptor
  private let instance: Descriptor

  /// Takes over a descriptor and watches it.
  /// - Throws: ``SystemError``: `EPERM` when it is a file that cannot be polled.
  package init(_ watched: consuming Descriptor) throws(SystemError) {
    self.watched = watched
    instance = Descriptor(owning: try systemCall("epoll_create1") { clinux_priority_create() })
    let instance = self.instance.number
    let number = self.watched.number
    try systemCall("epoll_ctl") { clinux_priority_add(instance, number) }
  }

  /// The descriptor to watch for reading. This object must outlive the watching.
  package var number: CInt { instance.number }

  /// Polls without waiting, and takes an event away. After a wake-up of a Dispatch source the event that
  /// caused it is gone already.
  package func take() -> Signal {
    var events: CUnsignedInt = 0
    let instance = instance.number
    guard let count = try? systemCall("epoll_wait", nil, { clinux_priority_poll(instance, &events) }) else {
      return .failure
    }
    if count == 0 { return .nothing }
    return events & clinux_priority_failure() == 0 ? .event : .failure
  }
}
